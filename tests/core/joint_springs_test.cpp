// Springs and drives of joints: their frequency, what they store, and that they give no more.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace joint_springs_test {

using scenes::need;

class JointSpringsOf : public testing::TestWithParam<SolverType> {
 protected:
  World world() const { return scenes::sleeplessWorld(GetParam(), substeps_, {}); }
  int substeps_ = 4;
};
INSTANTIATE_TEST_SUITE_P(Solvers, JointSpringsOf, everySolver(), solverName);

/// A bar along x of length 1 m and a kilogram that touches nothing.
BodyDef bar(Vec3 middle, float mass = 1) {
  BodyDef def = scenes::boxAt(middle, {0.5f, 0.05f, 0.05f});
  def.mass = mass;
  def.collisionMask = 0;
  return def;
}

double valueOf(const World& world, JointId id) { return world.readout(id).coordinate[0]; }

double energyOf(const World& world) {
  const Energy e = world.energy();
  return e.kinetic + e.elastic;
}

/// Cycles per second of a joint's coordinate about a value, by its upward crossings.
double frequencyOf(World& world, JointId id, double about, int steps, float dt) {
  double first = 0, last = 0, before = valueOf(world, id) - about;
  int crossings = 0;
  for (int i = 1; i <= steps; ++i) {
    EXPECT_FALSE(world.step(dt));
    const double now = valueOf(world, id) - about;
    if (before < 0 && now >= 0) {
      last = (i - now / (now - before)) * double(dt);
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  return crossings > 1 ? (crossings - 1) / (last - first) : 0;
}

/// Of drives of a kind of joint at the origin, which holds a bar at `place` and the world or a
/// second bar at `otherPlace`.
template <class Joint, class Drive>
void expectFrequencies(const WorldSettings& settings, Vec3 place, Vec3 otherPlace, Vec3 axis) {
  for (const float frequency : {0.5f, 2.0f, 4.0f})
    for (const float other : {0.0f, 1.0f, 20.0f}) {  // mass of the second bar; 0: the world
      World w(settings);
      Joint joint;
      joint.bodyA = need(w.addBody(bar(place)));
      if (other > 0) joint.bodyB = need(w.addBody(bar(otherPlace, other)));
      joint.anchor = Vec3{}, joint.axis = axis;
      Drive drive;
      drive.target = 0.1f, drive.frequency = frequency, drive.dampingRatio = 0;
      joint.drive = drive;
      const JointId id = need(w.addJoint(joint));
      const double found = frequencyOf(w, id, 0.1, int(240 / frequency), 1.0f / 60);
      EXPECT_NEAR(found, frequency, 0.02 * frequency)
          << place.x << " m, " << place.y << " m, second mass " << other;
    }
}

TEST_P(JointSpringsOf, DrivesSwingAtTheirFrequencyWhereverTheHingeLies) {
  for (const float arm : {0.0f, 0.2f, 0.5f, 3.0f}) {
    WorldSettings settings = world().settings;
    // Sweeps over row and equations converge slowly so far from the center.
    if (arm > 1) settings.iterations = 50;
    expectFrequencies<HingeJoint, AngularDrive>(settings, {arm, 0, 0}, {-0.3f, 0, 0}, {0, 0, 1});
  }
}

TEST_P(JointSpringsOf, DrivesOfSlidersSwingAtTheirFrequency) {
  for (const float off : {0.0f, 1.0f})
    expectFrequencies<PrismaticJoint, LinearDrive>(world().settings, {0, off, 0}, {0, -0.3f, 0},
                                                   {1, 0, 0});
}

TEST_P(JointSpringsOf, StoreHalfOfStiffnessTimesErrorSquared) {
  for (const float arm : {0.0f, 0.5f})
    for (const float angle : {0.05f, 0.2f}) {
      World w = world();
      HingeJoint hinge;
      hinge.bodyA = need(w.addBody(bar({arm, 0, 0})));
      hinge.anchor = Vec3{}, hinge.axis = Vec3{0, 0, 1};
      AngularDrive drive;
      drive.target = angle, drive.frequency = 1, drive.dampingRatio = 0;
      hinge.drive = drive;
      need(w.addJoint(hinge));
      const double inertia = double(w.bodies.masses[0].inertia.z) + double(arm) * double(arm);
      const double omega = 2 * M_PI;
      const double turn = omega / 240;  // in a substep
      const double stored = 0.5 * inertia * omega * omega * double(angle) * double(angle);
      EXPECT_NEAR(w.energy().elastic, stored, 1e-4 * stored) << arm;
      for (int i = 0; i < 120; ++i) {
        ASSERT_FALSE(w.step(1.0f / 60));
        // An implicit spring damps by h ω² at most, and swings about its energy by h ω.
        const double least = std::exp(-turn * omega * (i + 1) / 60) * (1 - turn) * stored;
        ASSERT_GT(energyOf(w), least) << arm << " m, step " << i;
        ASSERT_LT(energyOf(w), 1.001 * stored) << arm << " m, step " << i;
      }
    }
}

TEST_P(JointSpringsOf, DrivesBeyondTheirEffortStoreItTimesTheWay) {
  World w = world();
  PrismaticJoint slider;
  slider.bodyA = need(w.addBody(bar({})));
  slider.anchor = Vec3{}, slider.axis = Vec3{1, 0, 0};
  LinearDrive drive;
  drive.target = 5, drive.frequency = 1, drive.dampingRatio = 0, drive.maxEffort = 2.0f;
  slider.drive = drive;
  need(w.addJoint(slider));
  const double stiffness = 4 * M_PI * M_PI;
  const double stored = 2.0 * 5 - 2.0 * 2.0 / (2 * stiffness);
  EXPECT_NEAR(w.energy().elastic, stored, 1e-4 * stored);
  for (int i = 0; i < 180; ++i) {
    ASSERT_FALSE(w.step(1.0f / 60));
    ASSERT_NEAR(energyOf(w), stored, 0.02 * stored) << i;
  }
}

/// Where an arm of two bars that turns about the origin has its spring.
enum class SpringOf { Servo, WeakDrive, SoftLink, WeakLink, Distance };

World armWithSpring(World w, SpringOf where, float rate) {
  const auto turning = [&](Vec3 middle) {
    BodyDef def = bar(middle);
    def.linearVelocity = cross(Vec3{0, 0, rate}, middle);
    def.angularVelocity = {0, 0, rate};
    return need(w.addBody(def));
  };
  const BodyId inner = turning({0.5f, 0, 0}), outer = turning({1.5f, 0, 0});
  HingeJoint hinge;
  hinge.bodyA = inner;
  hinge.anchor = Vec3{}, hinge.axis = Vec3{0, 0, 1};
  AngularDrive drive;
  drive.maxEffort = 300.0f;
  if (where == SpringOf::Servo) drive.frequency = 4, drive.dampingRatio = 0.5f;
  if (where == SpringOf::WeakDrive) drive.frequency = 0.5f, drive.dampingRatio = 0;
  if (where == SpringOf::Servo || where == SpringOf::WeakDrive) hinge.drive = drive;
  need(w.addJoint(hinge));
  if (where == SpringOf::Distance) {
    DistanceJoint spring;
    spring.bodyA = outer, spring.bodyB = inner;
    spring.anchorA = Vec3{1, 0, 0}, spring.anchorB = Vec3{0.9f, 0, 0};
    spring.mode = DistanceMode::Spring, spring.frequency = 5, spring.dampingRatio = 0.1f;
    need(w.addJoint(spring));
    return w;
  }
  BallJoint link;
  link.bodyA = outer, link.bodyB = inner;
  link.anchor = Vec3{1, 0, 0};
  if (where == SpringOf::SoftLink) link.frequency = 10, link.dampingRatio = 0.5f;
  if (where == SpringOf::WeakLink) link.frequency = 2, link.dampingRatio = 0;
  need(w.addJoint(link));
  return w;
}

TEST_P(JointSpringsOf, FastArmsGainNothingByThem) {
  for (const int substeps : {1, 2, 4, 8})
    for (const SpringOf where : {SpringOf::Servo, SpringOf::WeakDrive, SpringOf::SoftLink,
                                 SpringOf::WeakLink, SpringOf::Distance})
      for (const float rate : {5.0f, 10.0f, 20.0f, 40.0f, 60.0f}) {
        substeps_ = substeps;
        World w = armWithSpring(world(), where, rate);
        const double start = w.energy().kinetic;
        // The stiffness of soft links follows their pose, which may give a swing some.
        const bool drives = where == SpringOf::Servo || where == SpringOf::WeakDrive;
        const double most = drives ? 1.02 * start : 2 * start;
        for (int i = 0; i < 300; ++i) {
          ASSERT_FALSE(w.step(1.0f / 60));
          ASSERT_LT(w.energy().kinetic, most)
              << int(where) << ", " << rate << " rad/s, " << substeps << " substeps, step " << i;
        }
      }
}

}  // namespace joint_springs_test
}  // namespace holonom
