// Scenes of the solver matrix with joints.
#include <algorithm>
#include <cmath>
#include <optional>

#include "matrix_scenes.h"
#include "scenes.h"

namespace holonom {

namespace {

using scenes::need;
using scenes::sphereAt;

/// A ball on a rod, which ends at the world point `pivot` or at the body `other`.
BodyId addBob(World& world, Vec3 position, float radius, float mass, Vec3 pivot,
              std::optional<BodyId> other = {}) {
  BodyDef def = sphereAt(position, radius);
  def.mass = mass;
  def.friction = 0;
  const BodyId body = need(world.addBody(def));
  DistanceJoint rod;
  rod.bodyA = body;
  if (other) {
    rod.bodyB = other;
  } else {
    rod.anchorB = pivot;
  }
  need(world.addJoint(rod));
  return body;
}

/// A point mass on a rod of 1 m, let go at 60°.
class Pendulum : public MatrixScene {
 public:
  Pendulum() : MatrixScene("pendulum", "error of the period at 60°", "%", 1, 11) {}
  void build(World& world) override {
    addBob(world, {0.86602540f, -0.5f, 0}, 0.1f, 1, {});
    last_ = 0.86602540;
  }
  void watch(const World& world) override {
    const double x = double(world.bodies.poses[0].position.x);
    if (last_ * x < 0) crossings_.push_back(world.time - x / (x - last_) / 60);
    last_ = x;
  }
  double measure(const World&) override {
    if (crossings_.size() < 9) return 100;
    // T = 4 √(L/g) K(sin² 30°)
    const double exact = 4 * std::sqrt(1 / kGravity) * 1.6857503548125961;
    return 100 * std::abs((crossings_[8] - crossings_[0]) / 4 / exact - 1);
  }

 private:
  double last_ = 0;
  std::vector<double> crossings_;
};

/// Two masses of 1 kg on rods of 1 m, let go level: chaotic, but its energy is not.
class DoublePendulum : public MatrixScene {
 public:
  DoublePendulum() : MatrixScene("double pendulum", "worst error of energy", "%", 5, 10) {}
  void build(World& world) override {
    const BodyId upper = addBob(world, {1, 0, 0}, 0.1f, 1, {});
    addBob(world, {2, 0, 0}, 0.1f, 1, {}, upper);
    start_ = total(world);
  }
  void watch(const World& world) override {
    // Of the energy from the start to the lowest place, (1 + 2) m g L.
    worst_ = std::max(worst_, std::abs(total(world) - start_) / (3 * kGravity));
  }
  double measure(const World&) override { return 100 * worst_; }

 private:
  static double total(const World& world) {
    return world.energy().kinetic + world.energy().potential;
  }
  double start_ = 0, worst_ = 0;
};

/// A wheel that a motor of limited torque brings to speed in 1 s.
class HingeMotor : public MatrixScene {
 public:
  HingeMotor() : MatrixScene("hinge motor", "worst error of the rate, of 10 rad/s", "%", 1, 2) {}
  void build(World& world) override {
    const BodyId wheel = need(world.addBody(scenes::boxAt({0, 1, 0}, {0.5f, 0.5f, 0.1f})));
    HingeJoint hinge;
    hinge.bodyA = wheel;
    hinge.axis = Vec3{0, 0, 1};
    hinge.motor = AngularMotor{10, 10 * world.bodies.masses[0].inertia.z};
    need(world.addJoint(hinge));
  }
  void watch(const World& world) override {
    const double wanted = std::min(10.0, 10 * world.time);
    const double rate = double(world.bodies.states[0].angular.z);
    worst_ = std::max(worst_, std::abs(rate - wanted) / 10);
  }
  double measure(const World&) override { return 100 * worst_; }

 private:
  double worst_ = 0;
};

/// Ten links of 1 kg and a ball of 100 kg at their end, let go level.
class HeavyChain : public MatrixScene {
 public:
  HeavyChain() : MatrixScene("chain 100:1", "worst stretch of 5 m", "%", 1, 4) {}
  void build(World& world) override {
    std::optional<BodyId> last;
    for (int i = 0; i <= kLinks; ++i) {
      const bool isBall = i == kLinks;
      const float x = kLink * float(i);
      BodyDef def = isBall ? sphereAt({x + kRadius, 0, 0}, kRadius)
                           : scenes::boxAt({x + kLink / 2, 0, 0}, {kLink / 2, 0.05f, 0.05f});
      def.mass = isBall ? 100.0f : 1.0f;
      const BodyId body = need(world.addBody(def));
      BallJoint ball;
      ball.bodyA = body;
      ball.bodyB = last;
      ball.anchor = Vec3{x, 0, 0};
      need(world.addJoint(ball));
      last = body;
    }
  }
  void watch(const World& world) override {
    // From the fixed end over the joints to the ball.
    double length = 0;
    Vec3 from{};
    for (int i = 0; i <= kLinks; ++i) {
      const Transform& pose = world.bodies.poses[i];
      const float half = i == kLinks ? kRadius : kLink / 2;
      const Vec3 start = pose.position + rotate(pose.rotation, {-half, 0, 0});
      length += double(holonom::length(start - from));
      from = start;
      if (i < kLinks) {
        from = pose.position + rotate(pose.rotation, {half, 0, 0});
      }
    }
    worst_ = std::max(worst_, length);
  }
  double measure(const World&) override { return 100 * worst_ / double(kLink * kLinks); }

 private:
  static constexpr int kLinks = 10;
  static constexpr float kLink = 0.5f, kRadius = 0.2f;
  double worst_ = 0;
};

/// Five balls on rods, apart by more than contacts look ahead; the first is let go at 45°, and the
/// last must leave with its speed.
class NewtonsCradle : public MatrixScene {
 public:
  NewtonsCradle() : MatrixScene("Newton's cradle", "error of the last ball's speed", "%", 5, 1) {}
  void build(World& world) override {
    for (int i = 0; i < kBalls; ++i) {
      const Vec3 pivot{float(i) * (2 * kRadius + kGap), kLength, 0};
      const Vec3 arm =
          i == 0 ? kLength * Vec3{-0.70710678f, -0.70710678f, 0} : Vec3{0, -kLength, 0};
      BodyDef def = sphereAt(pivot + arm, kRadius);
      def.restitution = 1;
      def.friction = 0;
      DistanceJoint rod;
      rod.bodyA = need(world.addBody(def));
      rod.anchorB = pivot;
      need(world.addJoint(rod));
    }
  }
  void watch(const World& world) override {
    first_ = std::max(first_, double(length(world.bodies.states[0].linear)));
    last_ = std::max(last_, double(length(world.bodies.states[kBalls - 1].linear)));
  }
  double measure(const World&) override { return 100 * std::abs(last_ / first_ - 1); }

 private:
  static constexpr int kBalls = 5;
  static constexpr float kRadius = 0.2f, kLength = 1, kGap = 0.03f;
  double first_ = 0, last_ = 0;
};

/// A level gyroscope held at one end of its axis: it precesses instead of falling.
class HeavyTop : public MatrixScene {
 public:
  HeavyTop() : MatrixScene("spinning top", "error of the angle precessed", "%", 2, 3) {}
  void build(World& world) override {
    BodyDef def = scenes::boxAt({kArm, 0, 0}, {0.05f, 0.2f, 0.2f});
    def.mass = 1;
    // Level, the steady precession is exact: Ω = m g l/(I₃ ω₃), about the vertical.
    const double moment = (0.2 * 0.2 + 0.2 * 0.2) / 3;
    rate_ = kGravity * double(kArm) / (moment * double(kSpin));
    def.angularVelocity = {kSpin, float(rate_), 0};
    def.linearVelocity = cross(Vec3{0, float(rate_), 0}, def.position);
    BallJoint pivot;
    pivot.bodyA = need(world.addBody(def));
    pivot.anchor = Vec3{};
    need(world.addJoint(pivot));
  }
  void watch(const World& world) override {
    const Vec3 p = world.bodies.poses[0].position;
    const double angle = std::atan2(-double(p.z), double(p.x));
    turned_ += std::remainder(angle - last_, 2 * double(kPi));
    last_ = angle;
  }
  double measure(const World&) override { return 100 * std::abs(turned_ / (rate_ * seconds) - 1); }

 private:
  static constexpr float kArm = 0.5f, kSpin = 60;
  double rate_ = 0, turned_ = 0, last_ = 0;
};

}  // namespace

void addJointScenes(MatrixScenes& all) {
  all.push_back(std::make_unique<Pendulum>());
  all.push_back(std::make_unique<DoublePendulum>());
  all.push_back(std::make_unique<HingeMotor>());
  all.push_back(std::make_unique<HeavyTop>());
  all.push_back(std::make_unique<HeavyChain>());
  all.push_back(std::make_unique<NewtonsCradle>());
}

}  // namespace holonom
