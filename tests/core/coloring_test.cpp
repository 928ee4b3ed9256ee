#include "constraints/coloring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "constraints/list.h"
#include "random.h"

namespace holonom {
namespace coloring_test {

template <class C>
using Key = std::pair<std::array<int32_t, C::particleCount>, std::array<float, C::restCount>>;

std::vector<Quad> pointsOf(int count) { return std::vector<Quad>(size_t(count), Quad{0, 0, 0, 1}); }

/// What the lanes of a batch hold, less the unused ones; checks that no block shares a particle
/// that moves.
template <class C>
std::vector<Key<C>> lanesOf(const ConstraintBatch<C>& batch, const std::vector<Quad>& points) {
  const int32_t sink = int32_t(points.size());
  std::vector<Key<C>> found;
  for (const ConstraintBlock<C>& block : batch.blocks) {
    std::set<int32_t> used;
    for (int k = 0; k < 4; ++k) {
      Key<C> key;
      for (int r = 0; r < C::restCount; ++r) key.second[r] = block.rest[r][k];
      for (int j = 0; j < C::particleCount; ++j) key.first[j] = block.index[j][k];
      if (key.first[0] == sink) {
        for (const int32_t p : key.first) EXPECT_EQ(p, sink);
        continue;
      }
      for (const int32_t p : key.first)
        EXPECT_TRUE(points[size_t(p)].w == 0 || used.insert(p).second) << "shared particle " << p;
      found.push_back(key);
    }
  }
  return found;
}

template <class C>
void expectPacked(const std::vector<ConstraintInput<C>>& inputs, const std::vector<Quad>& points) {
  ConstraintBatch<C> batch;
  buildBatch(inputs, points, batch);
  EXPECT_EQ(batch.count, int(inputs.size()));
  std::vector<Key<C>> found = lanesOf(batch, points), expected;
  for (const auto& in : inputs) expected.push_back({in.particles, in.rest});
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected) << C::name << ": each constraint once";
}

TEST(Coloring, BlocksShareNoParticleAndHoldEachConstraintOnce) {
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
      in.rest.fill(float(n));
      inputs.push_back(in);
    }
    std::vector<Quad> points = pointsOf(kPoints);
    expectPacked(inputs, points);
    for (int i = 0; i < kPoints; i += 7) points[size_t(i)].w = 0;  // pinned
    expectPacked(inputs, points);
  });
}

TEST(Coloring, AStarOfMoreSpokesThanColorsStaysExact) {
  // All share the hub: one constraint to a block.
  std::vector<ConstraintInput<ParticleDistance>> spokes;
  for (int i = 1; i <= 200; ++i) spokes.push_back({{0, i}, {float(i)}});
  expectPacked(spokes, pointsOf(201));
  ConstraintBatch<ParticleDistance> batch;
  buildBatch(spokes, pointsOf(201), batch);
  EXPECT_EQ(batch.blocks.size(), 200u);
}

TEST(Coloring, IndependentConstraintsFillEveryLane) {
  std::vector<ConstraintInput<ParticleDistance>> pairs;
  for (int i = 0; i < 40; ++i) pairs.push_back({{2 * i, 2 * i + 1}, {1}});
  ConstraintBatch<ParticleDistance> batch;
  buildBatch(pairs, pointsOf(80), batch);
  EXPECT_EQ(batch.blocks.size(), 10u);
}

TEST(Coloring, ConstraintsMayShareAPin) {
  std::vector<ConstraintInput<ParticleDistance>> spokes;
  for (int i = 1; i <= 200; ++i) spokes.push_back({{0, i}, {float(i)}});
  std::vector<Quad> points = pointsOf(201);
  points[0].w = 0;
  expectPacked(spokes, points);
  ConstraintBatch<ParticleDistance> batch;
  buildBatch(spokes, points, batch);
  EXPECT_EQ(batch.blocks.size(), 50u);
}

TEST(Coloring, NoConstraintsMakeNoBlocks) { expectPacked<ParticleDistance>({}, pointsOf(5)); }

}  // namespace coloring_test
}  // namespace holonom
