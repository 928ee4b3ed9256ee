// Scenes of the solver matrix with a closed form: what falls, slides and spins.
#include <algorithm>
#include <cmath>

#include "matrix_scenes.h"
#include "scenes.h"

namespace holonom {

namespace {

using scenes::need;

constexpr double kStepsPerSecond = 240;  // substeps of the matrix

class FreeFall : public MatrixScene {
 public:
  FreeFall() : MatrixScene("free fall", "error of the height fallen", "%", 0.01, 2) {}
  void build(World& world) override { need(world.addBody(scenes::sphereAt({}, 0.5f))); }
  double measure(const World& world) override {
    // Symplectic Euler: g h² n (n + 1)/2
    const double n = seconds * kStepsPerSecond, h = 1 / kStepsPerSecond;
    const double exact = kGravity * h * h * n * (n + 1) / 2;
    return 100 * std::abs(double(-world.bodies.poses[0].position.y) / exact - 1);
  }
};

/// A flat box on a slope of 20°, tan 20° = 0.364.
class Incline : public MatrixScene {
 public:
  using MatrixScene::MatrixScene;

 protected:
  static constexpr float kSin = 0.34202014f, kCos = 0.93969262f;
  static constexpr float kHalfSin = 0.17364818f, kHalfCos = 0.98480775f;
  static constexpr Vec3 kDown{kCos, -kSin, 0}, kNormal{kSin, kCos, 0};
  static void buildWith(World& world, float friction) {
    BodyDef ground;
    ground.type = BodyType::Static;
    ground.shape = Plane{kNormal, 0};
    ground.friction = friction;
    need(world.addBody(ground));
    BodyDef box = scenes::boxAt(0.1f * kNormal, {0.5f, 0.1f, 0.5f});
    box.rotation = {0, 0, -kHalfSin, kHalfCos};
    box.friction = friction;
    need(world.addBody(box));
  }
  static double distance(const World& world) {
    return double(dot(world.bodies.poses[1].position - 0.1f * kNormal, kDown));
  }
};

class InclineStick : public Incline {
 public:
  InclineStick() : Incline("incline, stick", "slip on 20° at μ 0.5", "mm", 1, 3) {}
  void build(World& world) override { buildWith(world, 0.5f); }
  double measure(const World& world) override { return 1000 * std::abs(distance(world)); }
};

class InclineSlip : public Incline {
 public:
  InclineSlip() : Incline("incline, slip", "error of the way slid on 20° at μ 0.2", "%", 2, 1.5) {}
  void build(World& world) override { buildWith(world, 0.2f); }
  double measure(const World& world) override {
    // a = g (sin θ − μ cos θ), in steps a h² n (n + 1)/2
    const double a = kGravity * double(kSin - 0.2f * kCos), n = seconds * kStepsPerSecond;
    const double exact = a * seconds * seconds / 2 * (1 + 1 / n);
    return 100 * std::abs(distance(world) / exact - 1);
  }
};

/// A free top that spins about its unstable middle axis, and so tumbles.
class TumblingTop : public MatrixScene {
 public:
  TumblingTop() : MatrixScene("tumbling top", "worst error of energy or spin", "%", 0.05, 20) {}
  void build(World& world) override {
    BodyDef box = scenes::boxAt({}, {0.5f, 0.2f, 0.1f});
    box.angularVelocity = {0.05f, 8, 0.02f};
    box.gravityScale = 0;
    need(world.addBody(box));
    energy_ = world.energy().kinetic;
    momentum_ = world.momentum().angular;
  }
  void watch(const World& world) override {
    const double energy = std::abs(world.energy().kinetic / energy_ - 1);
    const double turn = length(world.momentum().angular - momentum_) / length(momentum_);
    worst_ = std::max(worst_, std::max(energy, turn));
  }
  double measure(const World&) override { return 100 * worst_; }

 private:
  double energy_ = 0, worst_ = 0;
  Vec3d momentum_;
};

}  // namespace

void addMotionScenes(MatrixScenes& all) {
  all.push_back(std::make_unique<FreeFall>());
  all.push_back(std::make_unique<InclineStick>());
  all.push_back(std::make_unique<InclineSlip>());
  all.push_back(std::make_unique<TumblingTop>());
}

}  // namespace holonom
