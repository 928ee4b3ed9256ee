// Seams within a cloth, and ties from cloth to cloth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/elementary.h"
#include "ties.h"
#include "world/access.h"

namespace holonom {
namespace seams_test {

using scenes::need;
using ties::run;
using ties::weightless;

constexpr ParticleSolver kSolvers[] = {ParticleSolver::Colored,      ParticleSolver::GaussSeidel,
                                       ParticleSolver::Jacobi,       ParticleSolver::Direct,
                                       ParticleSolver::Hierarchical, ParticleSolver::Lines};
constexpr int kCells = 8, kRow = kCells + 1, kSheet = kRow * kRow;

/// Two upright sheets of 1 m, one below the other, as one mesh of two pieces; the rows that meet
/// are the last of the first and the first of the second. Sewn, and held by the top row.
ClothDef twoSheets() {
  ClothDef def;
  def.mesh = MeshDef{};
  const TriangleMesh sheet = gridMesh(1, 1, kCells, kCells);
  for (int piece = 0; piece < 2; ++piece) {
    for (const Vec3 v : sheet.vertices)
      def.mesh->vertices.insert(def.mesh->vertices.end(), {v.x, -v.z - float(piece), 0});
    for (const uint32_t i : sheet.indices)
      def.mesh->indices.push_back(i + uint32_t(piece * kSheet));
  }
  SeamDef seam;
  for (uint32_t i = 0; i < kRow; ++i) {
    def.pins.indices.push_back(i);
    seam.first.indices.push_back(uint32_t(kSheet - kRow) + i);
    seam.second.indices.push_back(uint32_t(kSheet) + i);
  }
  def.seams.push_back(seam);
  def.damping = 0.5f;
  return def;
}

/// The same in one piece.
ClothDef oneSheet() {
  ClothDef def;
  def.mesh = MeshDef{};
  const TriangleMesh sheet = gridMesh(1, 2, kCells, 2 * kCells);
  for (const Vec3 v : sheet.vertices)
    def.mesh->vertices.insert(def.mesh->vertices.end(), {v.x, -v.z - 0.5f, 0});
  def.mesh->indices = sheet.indices;
  for (uint32_t i = 0; i < kRow; ++i) def.pins.indices.push_back(i);
  def.damping = 0.5f;
  return def;
}

Vec3 at(const World& world, int i) { return world.soft.particles.positions[size_t(i)].xyz(); }

float widestGap(const World& world) {
  float most = 0;
  for (int i = 0; i < kRow; ++i)
    most = std::max(most, length(at(world, kSheet - kRow + i) - at(world, kSheet + i)));
  return most;
}

float fastest(const World& world) {
  float most = 0;
  for (const Quad& v : world.soft.particles.velocities) most = std::max(most, length(v.xyz()));
  return most;
}

double lowest(const World& world) {
  double least = 1e9;
  for (const Cloth& c : world.soft.cloths)
    for (int i = 0; i < c.count; ++i) least = std::min(least, double(at(world, c.first + i).y));
  return least;
}

/// What the rows of a seam carry, along each axis in all.
Vec3 seamForce(const World& world) {
  ConstraintReadout read;
  readConstraints(world.soft.cloths[0], world.soft.particles, "seam", read);
  const size_t pairs = read.forces.size() / 3;
  Vec3 sum{};
  for (size_t i = 0; i < pairs; ++i)
    sum += Vec3{read.forces[i], read.forces[pairs + i], read.forces[2 * pairs + i]};
  return sum;
}

TEST(Seams, TwoSheetsSewnAlongAnEdgeHangAsOne) {
  for (const ParticleSolver solver : kSolvers) {
    World sewn, whole;
    sewn.settings.particleSolver = whole.settings.particleSolver = solver;
    if (solver == ParticleSolver::Jacobi)
      sewn.settings.particleIterations = whole.settings.particleIterations = 8;
    need(sewn.addCloth(twoSheets()));
    need(whole.addCloth(oneSheet()));
    run(sewn, 240);
    run(whole, 240);
    EXPECT_LT(widestGap(sewn), solver == ParticleSolver::Jacobi ? 1e-2f : 1e-3f) << int(solver);
    EXPECT_NEAR(lowest(sewn), lowest(whole), 0.02) << int(solver);
    EXPECT_LT(fastest(sewn), 0.02f) << int(solver);
  }
}

TEST(Seams, TellTheWeightTheyCarry) {
  World world;
  ClothDef def = twoSheets();
  def.drag = 0;
  need(world.addCloth(def));
  run(world, 600);
  const Vec3 force = seamForce(world);
  // ∇C is along y where the second side is above the first: it pulls down.
  const float weight = 0.5f * world.soft.cloths[0].mass * 9.81f;
  EXPECT_NEAR(std::abs(force.y), weight, 0.05f * weight);
  EXPECT_NEAR(force.x, 0, 0.02f * weight);
  EXPECT_NEAR(force.z, 0, 0.02f * weight);
}

TEST(Seams, ASoftOneOpensByItsCompliance) {
  World world;
  ClothDef def = twoSheets();
  def.seams[0].compliance = 0.1f;
  def.drag = 0;
  need(world.addCloth(def));
  run(world, 600);
  // The weight of the lower sheet, over the pairs.
  const float force = 0.5f * world.soft.cloths[0].mass * 9.81f / kRow;
  float gap = 0;
  for (int i = 0; i < kRow; ++i)
    gap += (at(world, kSheet - kRow + i).y - at(world, kSheet + i).y) / kRow;
  EXPECT_NEAR(gap, 0.1f * force, 0.03f * 0.1f * force);
}

TEST(Seams, KeepMomentumOfASheetThatFlies) {
  World world(weightless());
  ClothDef def = twoSheets();
  def.pins = {};
  def.drag = 0, def.damping = 0;
  def.seams[0].compliance = 1e-3f;
  for (int i = 0; i < 2 * kSheet; ++i) {
    const bool lower = i >= kSheet;
    def.velocities.insert(def.velocities.end(), {lower ? 0.5f : -0.5f, 0, lower ? 1.0f : 0.2f});
  }
  need(world.addCloth(def));
  const Momentum before = world.momentum();
  run(world, 120);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 2e-4 * length(before.linear));
  EXPECT_LT(length(after.angular - before.angular), 5e-3 * length(before.angular));
  EXPECT_LT(widestGap(world), 0.02f);
}

TEST(Seams, CloseAGridIntoATubeThatCollidesWithItself) {
  // Rolled up: where it is sewn, its two sides lie on each other, and nothing pushes them apart;
  // thicker than its squares, too.
  for (const float thickness : {0.01f, 0.06f}) {
    World world(weightless());
    ClothDef def;
    constexpr int kAround = 24, kAlong = 8;
    def.grid = GridDef{{1, 0.4f}, {kAround, kAlong}};
    for (int j = 0; j <= kAlong; ++j)
      for (int i = 0; i <= kAround; ++i) {
        const SineCosine turn = sineCosine(2 * 3.141592653589793 * i / kAround);
        def.positions.insert(def.positions.end(), {0.159f * float(turn.sine),
                                                   0.159f * float(turn.cosine), 0.05f * float(j)});
      }
    def.seams.push_back({{{}, {"left"}}, {{}, {"right"}}, 0});
    def.selfCollision = true;
    def.thickness = thickness;
    def.drag = 0, def.damping = 2;
    def.bend.compliance = 1e6f;
    need(world.addCloth(def));
    run(world, 180);
    for (int j = 0; j <= kAlong; ++j) {
      const int left = j * (kAround + 1);
      EXPECT_LT(length(at(world, left) - at(world, left + kAround)), 1e-4f) << thickness;
    }
    EXPECT_LT(fastest(world), 2e-3f) << thickness;
  }
}

TEST(Seams, CloseARopeIntoALoop) {
  World world;
  RopeDef def = scenes::ropeOf(1, 20);
  def.seams.push_back({{{}, {"left"}}, {{}, {"right"}}, 0});
  def.seams[0].compliance = 0.1f;  // drawn together slowly
  def.pins.indices = {10};
  def.damping = 1;
  const RopeId id = need(world.addRope(def));
  run(world, 300);
  def = world.describe(id);
  def.seams[0].compliance = 0;
  ASSERT_FALSE(world.redefine(id, def));
  run(world, 120);
  EXPECT_LT(length(at(world, 0) - at(world, 20)), 1e-5f);
  EXPECT_NEAR(lowest(world), double(at(world, 10).y) - 0.5, 0.02);
}

TEST(Seams, ThatAreCutLetGo) {
  World world;
  const ClothId id = need(world.addCloth(twoSheets()));
  run(world, 60);
  ClothDef def = world.describe(id);
  def.seams.clear();
  ASSERT_FALSE(world.redefine(id, def));
  run(world, 30);
  EXPECT_GT(widestGap(world), 0.5f);
  // And sewn again, from afar.
  def = world.describe(id);
  def.seams = twoSheets().seams;
  ASSERT_FALSE(world.redefine(id, def));
  run(world, 300);
  EXPECT_LT(widestGap(world), 1e-3f);
  EXPECT_LT(fastest(world), 0.5f);
  EXPECT_GT(lowest(world), -2.7);
}

TEST(Seams, TravelInScenesAndSnapshots) {
  World world;
  ClothDef def = twoSheets();
  def.selfCollision = true;
  const ClothId id = need(world.addCloth(def));
  ClothDef strip;
  strip.grid = GridDef{{1, 0.5f}, {4, 2}};
  strip.position = {0, -2.3f, 0};
  AttachmentDef tie;
  tie.cloth = need(world.addCloth(strip)), tie.point = 2;
  tie.toCloth = id, tie.toTriangle = 250, tie.toWeights = Vec3{1, 2, 1};
  tie.compliance = 1e-4f;
  need(world.addAttachment(tie));
  run(world, 20);
  World loaded, restored;
  ASSERT_FALSE(loadScene(loaded, saveScene(world)));
  ASSERT_EQ(loaded.hash(), world.hash());
  ASSERT_EQ(loaded.ties.attachments.size(), 1u);
  EXPECT_EQ(*loaded.ties.attachments[0].def.toWeights, (Vec3{0.25f, 0.5f, 0.25f}));
  ASSERT_FALSE(restored.restore(world.snapshot()));
  run(world, 20);
  run(restored, 20);
  EXPECT_EQ(restored.hash(), world.hash());
  run(loaded, 20);
  EXPECT_LT(widestGap(loaded), 1e-3f);
}

TEST(Seams, SayWhatIsWrongWithThem) {
  World world;
  ClothDef def;
  def.grid = GridDef{{1, 1}, {4, 2}};
  const auto refusal = [&](std::vector<uint32_t> first, std::vector<uint32_t> second,
                           std::vector<std::string> names = {}, float compliance = 0) {
    ClothDef bad = def;
    bad.seams.resize(2);
    bad.seams[0] = {{{0, 1}, {}}, {{3, 4}, {}}, 0};
    bad.seams[1] = {{std::move(first), {}}, {std::move(second), std::move(names)}, compliance};
    const Result<ClothId> r = world.addCloth(bad);
    EXPECT_TRUE(r.error);
    EXPECT_TRUE(world.soft.cloths.empty());
    return r.error.value_or(Error{});
  };
  EXPECT_EQ(refusal({0, 1}, {2}).path, "seams[1].second");
  EXPECT_EQ(refusal({0, 1}, {2}).allowed(), "as many particles as the first side: 2");
  EXPECT_EQ(refusal({}, {}).path, "seams[1].first");
  EXPECT_EQ(refusal({15}, {2}).path, "seams[1].first[0]");
  EXPECT_EQ(refusal({15}, {2}).allowed(), "an index from 0 to 14");
  EXPECT_EQ(refusal({2}, {2}).path, "seams[1].second");
  EXPECT_EQ(refusal({1, 1}, {2, 3}).path, "seams[1].first");
  EXPECT_EQ(refusal({1, 2}, {}, {"left"}).value.number, 3);
  EXPECT_EQ(refusal({1}, {2}, {}, -1).path, "seams[1].compliance");
  EXPECT_EQ(refusal({1}, {2}, {}, std::nanf("")).code, ErrorCode::Finite);
  def.grid.reset();
  def.mesh = MeshDef{{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 2}, {0, 1, 2}};
  EXPECT_EQ(refusal({1}, {}, {"left"}).path, "seams[1].second");
  // A refused change leaves the cloth as it was.
  const ClothId id = need(world.addCloth(twoSheets()));
  ClothDef changed = world.describe(id);
  changed.seams[0].first.indices[0] = 9999;
  EXPECT_TRUE(world.redefine(id, changed));
  EXPECT_EQ(world.describe(id).seams, twoSheets().seams);
}

/// Two sheets of 1 m as cloths of their own, one below the other.
void addTwoCloths(World& world, std::vector<ClothId>& out) {
  for (int piece = 0; piece < 2; ++piece) {
    ClothDef def;
    def.grid = GridDef{{1, 1}, {kCells, kCells}};
    def.rotation = {0.70710678f, 0, 0, 0.70710678f};  // z down
    def.position = {0, -float(piece), 0};
    def.damping = 0.5f, def.drag = 0;
    out.push_back(need(world.addCloth(def)));
  }
}

TEST(Ties, OfTwoClothsAlongAnEdgeHangAsOneAndTellTheWeight) {
  for (const ParticleSolver solver : kSolvers) {
    World world;
    world.settings.particleSolver = solver;
    if (solver == ParticleSolver::Jacobi) world.settings.particleIterations = 8;
    std::vector<ClothId> cloths;
    addTwoCloths(world, cloths);
    ClothDef upper = world.describe(cloths[0]);
    upper.pins.names = {"top"};
    ASSERT_FALSE(world.redefine(cloths[0], upper));
    std::vector<AttachmentId> ties;
    for (int i = 0; i < kRow; ++i) {
      AttachmentDef tie;
      tie.cloth = cloths[1], tie.point = i;
      tie.toCloth = cloths[0], tie.toPoint = kSheet - kRow + i;
      ties.push_back(need(world.addAttachment(tie)));
    }
    run(world, 400);
    Vec3 force{};
    for (const AttachmentId id : ties) {
      force += world.forceOf(id);
      EXPECT_LT(length(world.soft.positionOf(world.describe(id)) -
                       Ties::anchorOf(world.soft, world.bodies, world.describe(id))),
                1e-4f)
          << int(solver);
    }
    const float weight = world.soft.cloths[1].mass * 9.81f;
    EXPECT_NEAR(force.y, weight, 0.05f * weight) << int(solver);
    // Coarse levels know nothing of a cloth's ties, and never rest.
    EXPECT_LT(fastest(world), solver == ParticleSolver::Hierarchical ? 0.6f : 0.03f) << int(solver);
    EXPECT_GT(lowest(world), -1.6) << int(solver);
    // Cut, it falls.
    for (const AttachmentId id : ties) ASSERT_TRUE(world.remove(id));
    run(world, 30);
    EXPECT_LT(lowest(world), -2.3) << int(solver);
  }
}

TEST(Ties, OfARopeToATriangleOfClothPassMomentumOn) {
  World world(weightless());
  ClothDef sheet;
  sheet.grid = GridDef{{1, 1}, {4, 4}};
  sheet.drag = 0;
  RopeDef line = scenes::ropeOf(1, 10, 0.2f);
  line.position = {0.5f, 0.02f, 0};
  for (int i = 0; i < 11; ++i) line.velocities.insert(line.velocities.end(), {0.2f, 1, 0.5f});
  AttachmentDef tie;
  tie.rope = need(world.addRope(line));
  tie.toCloth = need(world.addCloth(sheet)), tie.toTriangle = 12;
  tie.toWeights = Vec3{0.5f, 0.2f, 0.3f};
  tie.compliance = 1e-3f;
  const AttachmentId id = need(world.addAttachment(tie));
  const Momentum before = world.momentum();
  run(world, 120);
  const Momentum after = world.momentum();
  EXPECT_LT(length(after.linear - before.linear), 1e-4 * length(before.linear));
  EXPECT_LT(length(after.angular - before.angular), 0.15 * length(before.angular));
  EXPECT_LT(length(world.soft.positionOf(world.describe(id)) -
                   Ties::anchorOf(world.soft, world.bodies, world.describe(id))),
            0.03f);
  double drawn = 0;
  const Cloth& c = world.soft.cloths[1];
  for (int i = 0; i < c.count; ++i)
    drawn += double(world.soft.particles.velocities[size_t(c.first + i)].y) / c.count;
  EXPECT_GT(drawn, 0.1);
}

TEST(Ties, GoWithEitherOfTheirCloths) {
  for (const int leaves : {0, 1}) {
    World world;
    std::vector<ClothId> cloths;
    addTwoCloths(world, cloths);
    AttachmentDef tie;
    tie.cloth = cloths[0], tie.toCloth = cloths[1];
    need(world.addAttachment(tie));
    ASSERT_TRUE(world.remove(cloths[size_t(leaves)]));
    EXPECT_TRUE(world.ties.attachments.empty());
    run(world, 2);
  }
}

TEST(Ties, ToClothSayWhatIsWrongWithThem) {
  World world;
  std::vector<ClothId> cloths;
  addTwoCloths(world, cloths);
  const BodyId body = need(world.addBody(scenes::sphereAt({0, 5, 0}, 0.1f)));
  const SpringNetworkId net =
      need(world.addSpringNetwork(ties::hangingSpring(IntegratorType::SymplecticEuler, 100)));
  const auto refusal = [&](auto&& change) {
    AttachmentDef tie;
    tie.cloth = cloths[0], tie.toCloth = cloths[1];
    change(tie);
    const Result<AttachmentId> r = world.addAttachment(tie);
    EXPECT_TRUE(r.error);
    return r.error.value_or(Error{});
  };
  using Def = AttachmentDef;
  EXPECT_EQ(refusal([&](Def& t) { t.body = body; }).path, "toCloth");
  EXPECT_EQ(refusal([&](Def& t) { t.cloth.reset(), t.springNetwork = net; }).path, "toCloth");
  EXPECT_EQ(refusal([&](Def& t) { t.toPoint = kSheet; }).path, "toPoint");
  EXPECT_EQ(refusal([&](Def& t) { t.toPoint = -1; }).code, ErrorCode::Range);
  EXPECT_EQ(refusal([&](Def& t) { t.toTriangle = 128; }).allowed(), "an integer from 0 to 127");
  EXPECT_EQ(refusal([&](Def& t) { t.toTriangle = 128; }).path, "toTriangle");
  EXPECT_EQ(refusal([&](Def& t) { t.toWeights = Vec3{1, 1, 1}; }).path, "toTriangle");
  EXPECT_EQ(refusal([&](Def& t) { t.toTriangle = 0, t.toWeights = Vec3{}; }).path, "toWeights");
  EXPECT_EQ(refusal([&](Def& t) { t.anchor = Vec3{}; }).path, "anchor");
  EXPECT_EQ(refusal([&](Def& t) { t.toCloth = cloths[0]; }).path, "toPoint");
  EXPECT_EQ(refusal([&](Def& t) { t.toCloth = cloths[0], t.toTriangle = 0; }).path, "toTriangle");
  EXPECT_EQ(refusal([&](Def& t) { t.toCloth->bits += 1u << 20; }).path, "toCloth");
  EXPECT_EQ(refusal([&](Def& t) { t.toCloth.reset(), t.toTriangle = 0; }).path, "toCloth");
  // Later, too.
  AttachmentDef tie;
  tie.cloth = cloths[0], tie.toCloth = cloths[1], tie.toPoint = 3;
  const AttachmentId id = need(world.addAttachment(tie));
  tie.anchor = Vec3{1, 2, 3};
  EXPECT_EQ(world.redefine(id, tie)->path, "anchor");
}

TEST(Ties, OfWhatIsPinnedOnBothSidesDoNothing) {
  World world;
  std::vector<ClothId> cloths;
  addTwoCloths(world, cloths);
  for (const ClothId id : cloths) {
    ClothDef def = world.describe(id);
    def.pins.names = {"top"};
    ASSERT_FALSE(world.redefine(id, def));
  }
  AttachmentDef tie;
  tie.cloth = cloths[0], tie.toCloth = cloths[1];
  const AttachmentId id = need(world.addAttachment(tie));
  run(world, 10);
  EXPECT_EQ(world.forceOf(id), Vec3{});
  EXPECT_LT(fastest(world), 10);
}

}  // namespace seams_test
}  // namespace holonom
