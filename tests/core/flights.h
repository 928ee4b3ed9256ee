#pragma once
// Single bodies that fly past, at and onto others, and what came of it: for tests of fast bodies.
#include <cmath>

#include "scenes.h"

namespace holonom::flights {

using scenes::need;

inline constexpr float kStep = 1.0f / 60;

inline World freeWorld(SolverType solver, int substeps) {
  return scenes::sleeplessWorld(solver, substeps, {});
}

inline BodyDef bodyOf(const Shape& shape, Vec3 position, BodyType type = BodyType::Dynamic) {
  BodyDef def;
  def.shape = shape;
  def.position = position;
  def.type = type;
  return def;
}

/// Angle about z that a body has turned by, over more than one turn.
class Turned {
 public:
  double by(Quat q) {
    const double now = 2 * std::atan2(double(q.z), double(q.w));
    angle_ += std::remainder(now - before_, 2 * double(kPi));
    before_ = now;
    return angle_;
  }

 private:
  double angle_ = 0, before_ = 0;
};

/// A bar that is held by a hinge along z at its middle, in the origin, and turns at a rate [rad/s].
inline int addHingedBar(World& w, BodyDef def, float rate) {
  def.angularVelocity = {0, 0, rate};
  HingeJoint hinge;
  hinge.bodyA = need(w.addBody(def));
  hinge.anchor = Vec3{};
  hinge.axis = Vec3{0, 0, 1};
  need(w.addJoint(hinge));
  return w.indexOf(*hinge.bodyA);
}

struct Flyer {
  Shape shape;
  float below;  ///< of its lowest point [m]
};

struct Target {
  Shape shape;
  float top;  ///< of its highest point [m]
  BodyType type = BodyType::Static;
};

struct Passage {
  float gap;           ///< between target and flyer [m]
  float speed;         ///< along x [m/s]
  float sideways = 0;  ///< velocity along z, as a share of the speed
};

/// Change of the velocities, as a share of the speed, of a body that flies past another above its
/// top, and of that one.
inline double disturbed(SolverType solver, int substeps, const Target& target, const Flyer& flyer,
                        const Passage& passage) {
  World w = freeWorld(solver, substeps);
  const auto [gap, speed, sideways] = passage;
  const int other = w.indexOf(need(w.addBody(bodyOf(target.shape, {}, target.type))));
  const float start = std::fmin(8.0f, 5 + 0.05f * speed);
  BodyDef def = bodyOf(flyer.shape, {-start, target.top + gap + flyer.below, -sideways * start});
  def.linearVelocity = {speed, 0, sideways * speed};
  const int i = w.indexOf(need(w.addBody(def)));
  for (int k = 0; k < int(120 * start / speed) + 2; ++k)
    if (w.step(kStep)) return INFINITY;
  const Vec3 change = w.bodies.states[i].linear - def.linearVelocity;
  return double(std::fmax(length(change), length(w.bodies.states[other].linear))) / speed;
}

}  // namespace holonom::flights
