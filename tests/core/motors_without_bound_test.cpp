// Motors without bound move what hangs on them or lies on them exactly, and stop at what does not
// give way.
#include <gtest/gtest.h>

#include "scenes.h"
#include "solvers.h"

namespace holonom {
namespace motors_without_bound_test {

using scenes::need;

class MotorsWithoutBound : public testing::TestWithParam<SolverType> {};
INSTANTIATE_TEST_SUITE_P(Solvers, MotorsWithoutBound, everySolver(), solverName);

JointId slide(World& world, BodyId body, Vec3 axis, float velocity) {
  PrismaticJoint slider;
  slider.bodyA = body, slider.axis = axis;
  slider.motor = LinearMotor{velocity, {}};
  return need(world.addJoint(slider));
}

BodyId box(World& world, Vec3 at, float half, float mass) {
  BodyDef def = scenes::boxAt(at, {half, half, half});
  def.mass = mass;
  return need(world.addBody(def));
}

void turnBack(World& world, JointId joint, float velocity) {
  JointDef def = world.describe(joint);
  std::visit(
      [&](auto& j) {
        if constexpr (requires { j.motor; }) j.motor->velocity = velocity;
      },
      def);
  ASSERT_FALSE(world.redefine(joint, def));
}

struct Press {
  bool turns;      ///< an arm on a hinge, 1 m above it, else a slider 0.6 m from the wall
  bool squeezes;   ///< a free box against the wall
  float mass;      ///< of the box that is driven [kg]
  float velocity;  ///< [m/s or rad/s]
  int substeps;
};

/// Against a box that stands; without weight.
TEST_P(MotorsWithoutBound, StopAtWallsAndTurnBack) {
  const auto check = [](const Press& press) {
    World world = scenes::sleeplessWorld(GetParam(), press.substeps, {});
    const BodyId driven = box(world, {}, 0.2f, press.mass);
    JointId joint;
    if (press.turns) {
      HingeJoint hinge;
      hinge.bodyA = driven, hinge.anchor = Vec3{0, -1, 0}, hinge.axis = Vec3{0, 0, 1};
      hinge.motor = AngularMotor{-press.velocity, {}};
      joint = need(world.addJoint(hinge));
    } else {
      joint = slide(world, driven, {1, 0, 0}, press.velocity);
    }
    BodyDef wall = scenes::boxAt({1, press.turns ? -1.0f : 0.0f, 0}, {0.2f, 0.2f, 0.2f});
    wall.type = BodyType::Static;
    need(world.addBody(wall));
    if (press.squeezes) box(world, {0.5f, 0, 0}, 0.2f, 1);
    for (int i = 0; i < 270; ++i) world.step(1.0 / 60);
    const std::string what = std::string(press.turns ? "hinge, " : "slider, ") +
                             (press.squeezes ? "squeezes, " : "") + std::to_string(press.mass) +
                             " kg at " + std::to_string(press.velocity) + ", " +
                             std::to_string(press.substeps) + " substeps";
    EXPECT_LE(world.deepestPenetration(), 0.01 + 0.04 * double(press.velocity)) << what;
    EXPECT_LE(world.energy().kinetic, 2e-3 * double(press.mass)) << what;
    const float back = press.turns ? 0.5f : -0.5f;
    turnBack(world, joint, back);
    for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
    EXPECT_NEAR(world.readout(joint).rate[0], back, 0.01f) << what << ", back";
  };
  for (const bool turns : {false, true})
    for (const bool squeezes : {false, true})
      for (const float mass : {0.1f, 1.0f, 50.0f})
        for (const float velocity : {0.3f, 2.0f})
          for (const int substeps : {4, 8})
            if (!squeezes || !turns) check({turns, squeezes, mass, velocity, substeps});
}

/// By a rod below or as a crate on top.
TEST_P(MotorsWithoutBound, LiftLoads) {
  for (const bool hung : {true, false})
    for (const float mass : {0.1f, 1.0f, 30.0f})
      for (const float velocity : {0.3f, 3.0f}) {
        World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
        const BodyId driven = box(world, {}, 0.2f, 1);
        const JointId joint = slide(world, driven, {0, 1, 0}, velocity);
        const BodyId load = box(world, {0, hung ? -0.8f : 0.3f, 0}, 0.1f, mass);
        if (hung) {
          DistanceJoint rod;
          rod.bodyA = driven, rod.bodyB = load;
          need(world.addJoint(rod));
        }
        const std::string what = std::string(hung ? "hung, " : "on top, ") + std::to_string(mass) +
                                 " kg at " + std::to_string(velocity) + " m/s";
        for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
        EXPECT_NEAR(world.readout(joint).rate[0], velocity, 0.01f * velocity) << what;
        EXPECT_NEAR(world.readout(joint).coordinate[0], 2 * velocity, 0.04f * velocity) << what;
        EXPECT_NEAR(world.describe(load).position.y - world.describe(driven).position.y,
                    hung ? -0.8f : 0.3f, 0.02f)
            << what;
        EXPECT_NEAR(double(world.readout(joint).reaction.force.y), -9.81 * (1 + double(mass)),
                    0.02 * 9.81 * (1 + double(mass)))
            << what;
      }
}

/// Brakes under what falls on them, 10 times as heavy, and beside it what a spring pulls with.
TEST_P(MotorsWithoutBound, BrakeWhatFallsOnThem) {
  for (const bool sprung : {false, true}) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    const BodyId platform = box(world, {}, 0.5f, 10);
    const JointId joint = slide(world, platform, {0, 1, 0}, 0);
    const BodyId load = box(world, {0, sprung ? -2.0f : 2.0f, 0}, 0.5f, 100);
    if (sprung) {
      box(world, {0, 0.55f, 0}, 0.05f, 0.01f);
      DistanceJoint spring;
      spring.bodyA = platform, spring.bodyB = load;
      spring.mode = DistanceMode::Spring, spring.frequency = 2;
      need(world.addJoint(spring));
    }
    for (int i = 0; i < 240; ++i) world.step(1.0 / 60);
    EXPECT_NEAR(world.readout(joint).coordinate[0], 0, 0.1f) << sprung;
    EXPECT_NEAR(world.readout(joint).rate[0], 0, 0.01f) << sprung;
  }
}

/// On a floor that it is sunk into, and with a part that a drive holds in its way to a wall.
TEST_P(MotorsWithoutBound, SlideOnFloorsAndStopWithDrivesBeside) {
  struct {
    bool walled;
    float sunk;  // [m]
  } const cases[] = {{false, 0}, {false, 0.001f}, {false, 0.01f}, {true, 0}};
  for (const auto& [walled, sunk] : cases) {
    World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
    if (!walled) scenes::addPlane(world);
    const BodyId driven = box(world, {0, 0.2f - sunk, 0}, 0.2f, 5);
    const JointId joint = slide(world, driven, {1, 0, 0}, 0.5f);
    if (walled) {
      BodyDef wall = scenes::boxAt({1, 0.2f, 0}, {0.2f, 0.2f, 0.2f});
      wall.type = BodyType::Static;
      need(world.addBody(wall));
      HingeJoint antenna;
      antenna.bodyA = box(world, {0, 1, 0}, 0.05f, 0.2f), antenna.bodyB = driven;
      antenna.anchor = Vec3{0, 0.5f, 0}, antenna.axis = Vec3{0, 0, 1};
      antenna.drive = AngularDrive{};
      need(world.addJoint(antenna));
    }
    for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
    const float way = world.readout(joint).coordinate[0];
    EXPECT_GE(way, walled ? 0.59f : 0.99f) << walled << ", sunk " << sunk;
    EXPECT_LE(way, walled ? 0.62f : 1.01f) << walled << ", sunk " << sunk;
  }
}

/// Onto a box, cone or ball on a floor, 50 times lighter to 50 times heavier than the press.
TEST_P(MotorsWithoutBound, PressNothingThroughFloors) {
  const auto press = [](Shape shape, float middle, float mass, double dt, int substeps,
                        float velocity) {
    World world = scenes::sleeplessWorld(GetParam(), substeps, {0, -9.81f, 0});
    scenes::addPlane(world);
    BodyDef plate = scenes::boxAt({0, 2, 0}, {0.6f, 0.2f, 0.6f});
    plate.mass = mass;
    const JointId joint = slide(world, need(world.addBody(plate)), {0, -1, 0}, velocity);
    BodyDef pressed;
    pressed.shape = shape, pressed.mass = 5, pressed.position = {0, middle, 0};
    need(world.addBody(pressed));
    float farthest = 0;
    for (int i = 0; i < int(5 / dt); ++i) {
      world.step(dt);
      farthest = max(farthest, world.readout(joint).coordinate[0]);
    }
    const std::string what = std::to_string(mass) + " kg at " + std::to_string(velocity) +
                             " m/s, " + std::to_string(dt) + " s in " + std::to_string(substeps);
    // All are 0.6 m high.
    EXPECT_LE(farthest, 1.21f + 0.04f * velocity) << what;
    EXPECT_GE(world.readout(joint).coordinate[0], 1.19f) << what;
  };
  const std::pair<Shape, float> shapes[] = {
      {Box{{0.5f, 0.3f, 0.5f}}, 0.3f}, {Cone{0.5f, 0.6f}, 0.15f}, {Sphere{0.3f}, 0.3f}};
  int turn = 0;
  for (const float mass : {0.1f, 5.0f, 250.0f})
    for (const double dt : {1.0 / 120, 1.0 / 60, 1.0 / 30, 1.0 / 20})
      for (const int substeps : {1, 2, 4, 8}) {
        const auto& [shape, middle] = shapes[++turn % 3];
        press(shape, middle, mass, dt, substeps, turn % 2 ? 0.3f : 2.0f);
      }
}

/// A heavy press on a light ball that hangs on it: without the joint the ball stays where it is.
TEST_P(MotorsWithoutBound, ThrowNothingWhenAJointGoes) {
  for (const float light : {0.04f, 1.0f})
    for (const double dt : {1.0 / 60, 1.0 / 20})
      for (const bool breaks : {false, true}) {
        World world = scenes::sleeplessWorld(GetParam(), 8, {0, -9.81f, 0});
        scenes::addPlane(world);
        BodyDef plate = scenes::boxAt({0, 2, 0}, {0.4f, 0.1f, 0.4f});
        plate.mass = 90;
        const BodyId press = need(world.addBody(plate));
        slide(world, press, {0, -1, 0}, 1);
        BodyDef def = scenes::sphereAt({0, 0.65f, 1}, 0.15f);
        def.mass = light;
        const BodyId hung = need(world.addBody(def));
        FixedJoint fixed;
        fixed.bodyA = hung, fixed.bodyB = press;
        if (breaks) fixed.breakForce = 200;
        const JointId joint = need(world.addJoint(fixed));
        Vec3 last = world.describe(hung).position;
        float farthest = 0;
        for (int i = 0; i < int(2 / dt); ++i) {
          if (!breaks && i == int(1 / dt)) world.remove(joint);
          world.step(dt);
          const Vec3 now = world.describe(hung).position;
          farthest = max(farthest, length(now - last)), last = now;
        }
        EXPECT_LE(farthest, 0.35f) << light << " kg, " << dt << " s, breaks: " << breaks;
        EXPECT_GE(last.y, 0.1f) << light << " kg, " << dt << " s, breaks: " << breaks;
      }
}

/// Four links in a row, level, whose motors stand still or turn by turns.
TEST_P(MotorsWithoutBound, HoldArms) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {0, -9.81f, 0});
  // Sweeps that start from nothing in each substep let chains sag.
  const int links = GetParam() == SolverType::Xpbd ? 1 : 4;
  std::vector<JointId> joints;
  std::optional<BodyId> last;
  for (int k = 0; k < links; ++k) {
    BodyDef link = scenes::boxAt({0.5f + float(k), 0, 0}, {0.5f, 0.1f, 0.1f});
    link.mass = 4.0f - float(k);
    HingeJoint hinge;
    hinge.bodyA = need(world.addBody(link)), hinge.bodyB = last;
    hinge.anchor = Vec3{float(k), 0, 0}, hinge.axis = Vec3{0, 0, 1};
    hinge.motor = AngularMotor{k == 2 ? 0.5f : 0, {}};
    joints.push_back(need(world.addJoint(hinge)));
    last = hinge.bodyA;
  }
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
  for (int k = 0; k < links; ++k)
    EXPECT_NEAR(world.readout(joints[size_t(k)]).coordinate[0], k == 2 ? 1 : 0, 0.01f) << k;
}

/// A motor that a wall stops is solved, not left behind what it wants.
TEST_P(MotorsWithoutBound, AreSolvedAtWalls) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {});
  slide(world, box(world, {}, 0.2f, 1), {1, 0, 0}, 1);
  BodyDef wall = scenes::boxAt({1, 0, 0}, {0.2f, 0.2f, 0.2f});
  wall.type = BodyType::Static;
  need(world.addBody(wall));
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
  EXPECT_LE(world.solverReport().residual, 0.1);  // of 1 m/s
}

/// A brake without weight, which a kinematic body pushes on.
TEST_P(MotorsWithoutBound, GiveWayToKinematicBodies) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {});
  const JointId joint = slide(world, box(world, {}, 0.3f, 2), {1, 0, 0}, 0);
  BodyDef pusher = scenes::boxAt({-1, 0, 0}, {0.3f, 0.3f, 0.3f});
  pusher.type = BodyType::Kinematic, pusher.linearVelocity = {1, 0, 0};
  need(world.addBody(pusher));
  for (int i = 0; i < 120; ++i) world.step(1.0 / 60);
  EXPECT_NEAR(world.readout(joint).coordinate[0], 1.6f, 0.03f);
}

/// Two on one axle that want different speeds: bounded, and free again when they agree.
TEST_P(MotorsWithoutBound, ThatContradictEachOtherStayBounded) {
  World world = scenes::sleeplessWorld(GetParam(), 4, {});
  const BodyId driven = box(world, {}, 0.2f, 1);
  slide(world, driven, {1, 0, 0}, 1);
  const JointId other = slide(world, driven, {1, 0, 0}, -0.5f);
  for (int i = 0; i < 120; ++i) {
    world.step(1.0 / 60);
    EXPECT_LE(length(world.describe(driven).linearVelocity), 1.01f);
  }
  turnBack(world, other, 1);
  for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
  EXPECT_NEAR(world.readout(other).rate[0], 1, 1e-3f);
}

}  // namespace motors_without_bound_test
}  // namespace holonom
