#include "constraints/colouring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "constraints/list.h"
#include "random.h"

namespace holonom {
namespace {

template <class C>
using Key = std::pair<std::array<int32_t, C::particleCount>, float>;

/// What the lanes of a batch hold, less the unused ones; checks that no block shares a particle.
template <class C>
std::vector<Key<C>> lanesOf(const ConstraintBatch<C>& batch, int sink) {
  std::vector<Key<C>> found;
  for (const ConstraintBlock<C>& block : batch.blocks) {
    std::set<int32_t> used;
    for (int k = 0; k < 4; ++k) {
      Key<C> key{{}, block.rest[k]};
      for (int j = 0; j < C::particleCount; ++j) key.first[j] = block.index[j][k];
      if (key.first[0] == sink) {
        for (const int32_t p : key.first) EXPECT_EQ(p, sink);
        continue;
      }
      for (const int32_t p : key.first) EXPECT_TRUE(used.insert(p).second) << "shared particle " << p;
      found.push_back(key);
    }
  }
  return found;
}

template <class C>
void expectPacked(const std::vector<ConstraintInput<C>>& inputs, int sink) {
  ConstraintBatch<C> batch;
  buildBatch(inputs, sink, batch);
  EXPECT_EQ(batch.count, int(inputs.size()));
  std::vector<Key<C>> found = lanesOf(batch, sink), expected;
  for (const auto& in : inputs) expected.push_back({in.particles, in.rest});
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected) << C::name << ": each constraint once";
}

TEST(Colouring, BlocksShareNoParticleAndHoldEachConstraintOnce) {
  constexpr uint64_t kSeed = 81;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  forEachType(ParticleConstraints{}, [&]<class C>() {
    constexpr int kPoints = 200;
    std::vector<ConstraintInput<C>> inputs;
    for (int n = 0; n < 1000; ++n) {
      ConstraintInput<C> in;
      std::set<int32_t> particles;
      while (int(particles.size()) < C::particleCount) particles.insert(random.below(kPoints));
      std::copy(particles.begin(), particles.end(), in.particles.begin());
      in.rest = float(n);
      inputs.push_back(in);
    }
    expectPacked(inputs, kPoints);
  });
}

TEST(Colouring, AStarOfMoreSpokesThanColoursStaysExact) {
  // All share the hub: one constraint to a block.
  std::vector<ConstraintInput<ParticleDistance>> spokes;
  for (int i = 1; i <= 200; ++i) spokes.push_back({{0, i}, float(i)});
  expectPacked(spokes, 201);
  ConstraintBatch<ParticleDistance> batch;
  buildBatch(spokes, 201, batch);
  EXPECT_EQ(batch.blocks.size(), 200u);
}

TEST(Colouring, IndependentConstraintsFillEveryLane) {
  std::vector<ConstraintInput<ParticleDistance>> pairs;
  for (int i = 0; i < 40; ++i) pairs.push_back({{2 * i, 2 * i + 1}, 1});
  ConstraintBatch<ParticleDistance> batch;
  buildBatch(pairs, 80, batch);
  EXPECT_EQ(batch.blocks.size(), 10u);
}

TEST(Colouring, NoConstraintsMakeNoBlocks) { expectPacked<ParticleDistance>({}, 5); }

}  // namespace
}  // namespace holonom
