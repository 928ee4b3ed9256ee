// Scenes of the solver matrix that have to stand, and one that has to fall.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "card_house.h"
#include "matrix_scenes.h"
#include "scenes.h"

namespace holonom {

namespace {

using scenes::boxAt;
using scenes::need;

/// What is built stands: no body leaves its place by more than the bound.
class Standing : public MatrixScene {
 public:
  Standing(const char* name, double bound, double seconds)
      : MatrixScene(name, "farthest that a body moves", "mm", bound, seconds) {}
  void build(World& world) final {
    place(world);
    start_ = world.bodies.poses;
  }
  double measure(const World& world) override {
    float farthest = 0;
    for (size_t i = 0; i < start_.size(); ++i)
      farthest = std::max(farthest, length(world.bodies.poses[i].position - start_[i].position));
    return 1000 * double(farthest);
  }

 protected:
  virtual void place(World& world) = 0;

 private:
  std::vector<Transform> start_;
};

class Tower : public Standing {
 public:
  Tower() : Standing("tower of 10", 20, 5) {}  // 0.2 % of its height
  void place(World& world) override { scenes::tower(world, 10); }
};

/// How fast its boxes still move after five seconds.
class RestlessTower : public MatrixScene {
 public:
  RestlessTower()
      : MatrixScene("rest of a tower of 10", "fastest in the sixth second", "mm/s", 1, 6) {
    const char* const why = "a sweep passes a push on by a few boxes only";
    exceptions.push_back({"xpbd", 35, why});
    exceptions.push_back({"pgs", 3, why});
    exceptions.push_back({"direct", 3, why});
  }
  void build(World& world) override {
    world.settings.sleeping = false;
    scenes::tower(world, 10);
  }
  void watch(const World& world) override {
    if (world.time < 5) return;
    for (int i = 0; i < world.bodies.size(); ++i)
      fastest_ = std::max(fastest_, length(world.bodies.states[i].linear));
  }
  double measure(const World&) override { return 1000 * double(fastest_); }

 private:
  float fastest_ = 0;
};

/// 1000 kg on two boxes of 1 kg.
class HeavyOnLight : public Standing {
 public:
  HeavyOnLight() : Standing("1000 kg on 1 kg", 1, 5) {}
  void place(World& world) override {
    scenes::addGround(world);
    for (int i = 0; i < 3; ++i) {
      BodyDef box = boxAt({0, 0.5f + float(i), 0});
      box.mass = i == 2 ? 1000.0f : 1.0f;
      need(world.addBody(box));
    }
  }
};

class Pyramid : public Standing {
 public:
  Pyramid() : Standing("pyramid of 36", 10, 5) {}
  void place(World& world) override { scenes::pyramid(world, 8); }
};

class CardHouse : public Standing {
 public:
  CardHouse() : Standing("card house", 20, 5) {}
  void place(World& world) override { scenes::cardHouse(world, 2); }
};

/// A half circle of wedges. It stands on friction alone if it is thicker than 0.107 of its radius.
/// [Couplet 1730; Heyman, "The Masonry Arch", 1982]
class Arch : public Standing {
 public:
  Arch() : Standing("arch of 9 wedges", 20, 5) {}
  void place(World& world) override {
    scenes::addGround(world);
    for (int i = 0; i < kWedges; ++i) {
      std::vector<Vec3> corners;
      Vec3 middle{};
      for (const int edge : {i, i + 1})
        for (const float radius : {kRadius - kThickness / 2, kRadius + kThickness / 2})
          for (const float z : {-0.5f, 0.5f}) {
            const double angle = double(kPi) * edge / kWedges;
            corners.push_back(
                {radius * float(std::cos(angle)), radius * float(std::sin(angle)), z});
            middle += 0.125f * corners.back();
          }
      Hull hull;
      for (const Vec3 corner : corners)
        for (int k = 0; k < 3; ++k) hull.points.push_back(at(corner - middle, k));
      BodyDef def;
      def.position = middle;
      EXPECT_FALSE(resolveHull(hull, "hull"));
      def.shape = hull;
      def.friction = 0.8f;
      need(world.addBody(def));
    }
  }

 private:
  static constexpr int kWedges = 9;
  static constexpr float kRadius = 2, kThickness = 0.6f;
};

class Dominoes : public MatrixScene {
 public:
  Dominoes() : MatrixScene("dominoes", "still standing of 20", "", 0, 6) {}
  void build(World& world) override {
    scenes::addGround(world);
    for (int i = 0; i < kCount; ++i) {
      BodyDef def = boxAt({0.35f * float(i), 0.5f, 0}, {0.06f, 0.5f, 0.25f});
      def.friction = 0.2f;
      // The first turns over its foot.
      if (i == 0) def.linearVelocity = {1.5f, 0, 0}, def.angularVelocity = {0, 0, -3};
      need(world.addBody(def));
    }
  }
  double measure(const World& world) override {
    int standing = 0;
    for (int i = 1; i <= kCount; ++i)
      standing += rotate(world.bodies.poses[i].rotation, {0, 1, 0}).y > 0.9f;
    return standing;
  }

 private:
  static constexpr int kCount = 20;
};

}  // namespace

void addStackScenes(MatrixScenes& all) {
  all.push_back(std::make_unique<Tower>());
  all.push_back(std::make_unique<RestlessTower>());
  all.push_back(std::make_unique<HeavyOnLight>());
  all.push_back(std::make_unique<Pyramid>());
  all.push_back(std::make_unique<CardHouse>());
  all.push_back(std::make_unique<Arch>());
  all.push_back(std::make_unique<Dominoes>());
}

}  // namespace holonom
