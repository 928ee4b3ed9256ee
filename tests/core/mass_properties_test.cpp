#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "case_file.h"
#include "closed_surfaces.h"
#include "geometry/solids.h"
#include "geometry/surface_integral.h"
#include "random.h"

namespace holonom {
namespace mass_properties_test {

constexpr double kPiHere = 3.14159265358979323846;

void expectSame(const MassProperties& a, const MassProperties& b, double tolerance) {
  EXPECT_NEAR(a.volume, b.volume, tolerance);
  EXPECT_NEAR(a.center.x, b.center.x, tolerance);
  EXPECT_NEAR(a.center.y, b.center.y, tolerance);
  EXPECT_NEAR(a.center.z, b.center.z, tolerance);
  EXPECT_NEAR(a.inertia.xx, b.inertia.xx, tolerance);
  EXPECT_NEAR(a.inertia.yy, b.inertia.yy, tolerance);
  EXPECT_NEAR(a.inertia.zz, b.inertia.zz, tolerance);
  EXPECT_NEAR(a.inertia.xy, b.inertia.xy, tolerance);
  EXPECT_NEAR(a.inertia.xz, b.inertia.xz, tolerance);
  EXPECT_NEAR(a.inertia.yz, b.inertia.yz, tolerance);
}

/// Volume, center and inertia by cutting a solid that turns about y into discs, each exact in r.
template <class Radius>
MassProperties ofRevolution(Radius&& radius, double low, double high) {
  constexpr int kDiscs = 100000;
  double v = 0, first = 0, along = 0, second = 0, quarter = 0;
  const double h = (high - low) / kDiscs;
  for (int i = 0; i < kDiscs; ++i) {
    const double y = low + (i + 0.5) * h, r2 = radius(y) * radius(y), slice = kPiHere * r2 * h;
    v += slice;
    first += slice * y;
    second += slice * y * y;
    along += slice * r2 / 2;
    quarter += slice * r2 / 4;
  }
  const double center = first / v, across = quarter + second - v * center * center;
  return {v, {0, center, 0}, {across, along, across, 0, 0, 0}};
}

TEST(MassProperties, OfSolidsThatTurnAreThoseOfTheirDiscs) {
  expectSame(massOf(Cylinder{0.5, 0.75}), ofRevolution([](double) { return 0.5; }, -0.75, 0.75),
             1e-8);
  expectSame(massOf(Cone{0.5, 1.5}), ofRevolution([](double y) { return 0.5 - y / 3; }, 0, 1.5),
             1e-8);
  expectSame(massOf(Capsule{0.5f, 0.75f}),
             ofRevolution(
                 [](double y) {
                   const double over = std::max(0.0, std::abs(y) - 0.75);
                   return std::sqrt(0.25 - over * over);
                 },
                 -1.25, 1.25),
             1e-8);
  expectSame(massOf(Ellipsoid{{0.5f, 2, 0.5f}}),
             ofRevolution([](double y) { return 0.5 * std::sqrt(1 - y * y / 4); }, -2, 2), 1e-8);
}

TEST(MassProperties, OfAnEllipsoidStretchWithItsRadii) {
  // Of a ball of radius 1: ∫x² = 4π/15; stretched by a, b, c it is abc a² times that.
  const MassProperties e = massOf(Ellipsoid{{1, 2, 3}});
  const double unit = 4 * kPiHere / 15 * 6;
  expectSame(e, {8 * kPiHere, {}, {unit * 13, unit * 10, unit * 5, 0, 0, 0}}, 1e-12);
}

TEST(MassProperties, OfMeshesAreThoseOfTheReference) {
  forEachCase("mass_properties", [](const Case& c) {
    std::vector<Vec3d> vertices;
    for (int i = 0; i < c.input["vertices"].size(); ++i)
      vertices.push_back(c.input["vertices"][i].vectorDouble());
    std::vector<uint32_t> indices;
    for (const int i : c.input["triangles"].integers()) indices.push_back(uint32_t(i));
    const Result<MassProperties> mass = massOfMesh(vertices, indices, "mesh");
    ASSERT_FALSE(mass.error) << mass.error->allowed();
    const double density = c.input["density"].number();
    const Sym3d i = density * mass.value.inertia;
    c.expectNear("volume", mass.value.volume);
    c.expectNear("com", mass.value.center);
    c.expectNear("inertia_com", {i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz});
    const Vec3d m = principalAxes(i).moments;
    std::vector<double> sorted{m.x, m.y, m.z};
    std::sort(sorted.begin(), sorted.end());
    c.expectNear("principal", sorted);
  });
}

TEST(MassProperties, OfClosedMeshesHaveTheReferenceVolume) {
  Ball ball;  // the finer ones are listed by their subdivision only
  const Vec3d center{0.4, -2, 1};
  int subdivision = 0;
  forEachCase("closed_mesh_volume", [&](const Case& c) {
    if (c.input["subdivision"].integer() == 0) {
      for (int i = 0; i < c.input["vertices"].size(); ++i)
        ball.vertices.push_back(c.input["vertices"][i].vectorDouble());
      for (const int i : c.input["triangles"].integers()) ball.indices.push_back(uint32_t(i));
    }
    for (; subdivision < c.input["subdivision"].integer(); ++subdivision)
      ball = subdivided(ball, center, 1.3);
    ASSERT_EQ(int(ball.vertices.size()), c.input["n_vertices"].integer());
    ASSERT_EQ(int(ball.indices.size()), 3 * c.input["n_triangles"].integer());
    const Result<MassProperties> mass = massOfMesh(ball.vertices, ball.indices, "mesh");
    ASSERT_FALSE(mass.error) << mass.error->allowed();
    c.expectNear("volume", mass.value.volume);
    EXPECT_LT(length(mass.value.center - center), 1e-14);
  });
  EXPECT_EQ(subdivision, 3);
}

const std::vector<Vec3d> kTetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<uint32_t> kOutward{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

TEST(MassProperties, OfAMeshAreRefusedWhereItEnclosesNothing) {
  const auto refusal = [](const std::vector<uint32_t>& indices,
                          const std::vector<Vec3d>& vertices = kTetrahedron) {
    const Result<MassProperties> mass = massOfMesh(vertices, indices, "solid.closedMesh");
    EXPECT_TRUE(mass.error);
    EXPECT_EQ(mass.error->code, ErrorCode::Geometry);
    return *mass.error;
  };
  EXPECT_FALSE(massOfMesh(kTetrahedron, kOutward, "mesh").error);

  Error open = refusal({0, 2, 1, 0, 1, 3, 0, 3, 2});
  EXPECT_EQ(open.path, "solid.closedMesh.indices[1]");
  EXPECT_EQ(open.value.numbers, (std::vector<double>{1, 2}));
  EXPECT_NE(open.allowed().find("closed surface"), std::string::npos);

  const Error turned = refusal({0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 3, 2});
  EXPECT_NE(turned.allowed().find("wind the same way"), std::string::npos);
  EXPECT_EQ(turned.value.numbers, (std::vector<double>{1, 2}));

  const Error inside = refusal({0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2});
  EXPECT_EQ(inside.path, "solid.closedMesh");
  EXPECT_NEAR(inside.value.number, -1.0 / 6, 1e-15);
  EXPECT_NE(inside.allowed().find("inside out"), std::string::npos);

  const Error flat = refusal(kOutward, {{0, 0, 5}, {1, 0, 5}, {0, 1, 5}, {0.3, 0.4, 5}});
  EXPECT_NE(flat.allowed().find("flat"), std::string::npos);

  EXPECT_EQ(refusal({0, 1}).allowed(), "three indices for each triangle");
  EXPECT_EQ(refusal({0, 1, 9}).path, "solid.closedMesh.indices[2]");
  EXPECT_EQ(refusal({0, 1, 1}).allowed(), "three different vertices a triangle");
  EXPECT_EQ(refusal({}).allowed(), "at least four triangles");
}

TEST(MassProperties, OfAMeshFarFromTheOriginStayExact) {
  std::vector<Vec3d> far;
  for (const Vec3d v : kTetrahedron) far.push_back(v + Vec3d{1024, -2048, 4096});
  const MassProperties near = massOfMesh(kTetrahedron, kOutward, "").value;
  const MassProperties moved = massOfMesh(far, kOutward, "").value;
  EXPECT_EQ(moved.volume, near.volume);
  EXPECT_NEAR(moved.inertia.xx, near.inertia.xx, 1e-16);
  EXPECT_NEAR(moved.center.z, 4096.25, 1e-12);
}

TEST(MassProperties, OfACompoundOfBoxesAreThoseOfTheWhole) {
  // A 2 × 4 × 6 box, cut across y into two, one of them turned.
  const float s = std::sqrt(0.5f);
  Compound halves;
  halves.parts.push_back({{0, 1, 0}, {}, Box{{1, 1, 3}}});
  halves.parts.push_back({{0, -1, 0}, {0, s, 0, s}, Box{{3, 1, 1}}});
  expectSame(massOf(halves), massOf(Box{{1, 2, 3}}), 1e-4);
  EXPECT_FLOAT_EQ(extentOf(halves), std::sqrt(14.0f));
  const SurfacePoint top = closestSurface(halves, {0.2f, 3, 0});
  EXPECT_FLOAT_EQ(top.distance, 1);
  EXPECT_NEAR(top.normal.y, 1, 1e-6f);
}

TEST(MassProperties, OfPlacedSolidsFollowTheParallelAxisTheorem) {
  // Two unit balls of centers ±3 x: I_yy = 2 (2/5 m + 9 m).
  Compound dumbbell;
  dumbbell.parts.push_back({{4, 0, 0}, {}, Sphere{1}});
  dumbbell.parts.push_back({{-2, 0, 0}, {}, Sphere{1}});
  const double m = 4.0 / 3 * kPiHere;
  expectSame(massOf(dumbbell), {2 * m, {1, 0, 0}, {0.8 * m, 18.8 * m, 18.8 * m, 0, 0, 0}}, 1e-11);
  EXPECT_FLOAT_EQ(extentOf(dumbbell), 5);
}

TEST(PrincipalAxes, OfADiagonalInertiaAreItsOwn) {
  for (const Sym3d& i : {Sym3d{3, 1, 2, 0, 0, 0}, Sym3d{1, 1, 1, 0, 0, 0}, Sym3d{}}) {
    const PrincipalAxes p = principalAxes(i);
    EXPECT_EQ(p.moments, (Vec3d{i.xx, i.yy, i.zz}));
    EXPECT_EQ(p.rotation.x, 0);
    EXPECT_EQ(p.rotation.y, 0);
    EXPECT_EQ(p.rotation.z, 0);
    EXPECT_EQ(p.rotation.w, 1);
  }
}

TEST(PrincipalAxes, TurnedBackGiveTheInertia) {
  constexpr uint64_t kSeed = 81;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int n = 0; n < 500; ++n) {
    // Equal moments too, and moments that differ by decades.
    const double a = random.uniform(0.1, 1), b = n % 4 ? random.uniform(0.1, 1) : a;
    const double scale = n % 3 ? 1 : 1e6;
    const Quat q = random.rotation();
    const Sym3d i = rotateSymmetric(toMatrix(QuatT<double>{q.x, q.y, q.z, q.w}),
                                    Sym3d{scale * a, b, a + b, 0, 0, 0});
    const PrincipalAxes p = principalAxes(i);
    const Quat r = p.rotation;
    EXPECT_NEAR(lengthSquared(r), 1, 1e-6f);
    const Sym3d back = rotateSymmetric(toMatrix(QuatT<double>{r.x, r.y, r.z, r.w}),
                                       Sym3d{p.moments.x, p.moments.y, p.moments.z, 0, 0, 0});
    // The rotation is in float.
    const double tolerance = 1e-6 * scale;
    EXPECT_NEAR(back.xx, i.xx, tolerance);
    EXPECT_NEAR(back.yy, i.yy, tolerance);
    EXPECT_NEAR(back.zz, i.zz, tolerance);
    EXPECT_NEAR(back.xy, i.xy, tolerance);
    EXPECT_NEAR(back.xz, i.xz, tolerance);
    EXPECT_NEAR(back.yz, i.yz, tolerance);
    EXPECT_NEAR(p.moments.x + p.moments.y + p.moments.z, i.xx + i.yy + i.zz, 1e-14 * scale * 8);
  }
}

}  // namespace mass_properties_test
}  // namespace holonom
