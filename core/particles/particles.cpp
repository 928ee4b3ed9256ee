#include "particles/particles.h"

#include <algorithm>

#include "base/fields.h"
#include "math/mat3.h"

namespace holonom {

int Particles::add(const std::vector<Quad>& points) {
  const int first = size();
  positions.insert(positions.end(), points.begin(), points.end());
  positions.push_back({});
  previous.resize(positions.size());
  velocities.resize(positions.size());
  accelerations.resize(positions.size());
  return first;
}

void Particles::remove(int first, int count) {
  for (auto* v : {&positions, &previous, &velocities, &accelerations})
    v->erase(v->begin() + first, v->begin() + first + count + 1);
  for (auto* v : {&moves, &velocitiesBefore})
    if (int(v->size()) > first)
      v->erase(v->begin() + first, v->begin() + std::min(int(v->size()), first + count + 1));
}

void predict(Particles& p, int first, int count, Vec3 gravity, float decay, float h) {
  const float keep = 1 / (1 + h * decay);
  for (int i = first; i < first + count; ++i) {
    Quad &x = p.positions[i], &v = p.velocities[i];
    p.previous[i] = x;
    if (x.w == 0) continue;
    const Vec3 next = keep * (v.xyz() + h * (gravity + p.accelerations[i].xyz()));
    v.setXyz(next);
    x.setXyz(x.xyz() + h * next);
  }
}

void updateVelocities(Particles& p, int first, int count, float h) {
  const float rate = 1 / h;
  for (int i = first; i < first + count; ++i) {
    const Quad& x = p.positions[i];
    Quad& v = p.velocities[i];
    // The predicted velocity plus what the constraints changed: a difference of positions alone
    // would round at every substep, far from the origin by more than gravity adds.
    const Vec3 predicted = p.previous[i].xyz() + h * v.xyz();
    v.setXyz(x.w == 0 ? Vec3{} : v.xyz() + rate * (x.xyz() - predicted));
  }
}

namespace {

/// Calls f(i, mass) for each free particle.
template <class F>
void forEachFree(const Particles& p, int first, int count, F&& f) {
  for (int i = first; i < first + count; ++i)
    if (p.positions[i].w > 0) f(i, 1 / double(p.positions[i].w));
}

}  // namespace

RigidSums sumsOfMotion(const Particles& p, int first, int count) {
  RigidSums sums;
  forEachFree(p, first, count, [&](int i, double mass) {
    const Vec3d from = toDouble(p.previous[i].xyz());
    const Vec3d motion = mass * (toDouble(p.positions[i].xyz()) - from);
    sums.linear += motion;
    sums.angular += cross(from, motion);
  });
  return sums;
}

void dampToRigidMotion(Particles& p, int first, int count, const RigidSums& change, float rate,
                       float h) {
  const auto at = [&](int i) { return toDouble(p.positions[i].xyz()); };
  const auto velocity = [&](int i) { return toDouble(p.velocities[i].xyz()); };
  double mass = 0;
  Vec3d centre{}, linear{}, angular{};
  forEachFree(p, first, count, [&](int i, double m) {
    mass += m;
    centre += m * at(i);
    linear += m * velocity(i);
  });
  if (mass == 0) return;
  centre = (1 / mass) * centre;
  const Vec3d drift = (1 / mass) * linear;
  Sym3d inertia{};
  forEachFree(p, first, count, [&](int i, double m) {
    const Vec3d r = at(i) - centre;
    angular += m * cross(r, velocity(i) - drift);
    inertia = inertia + m * Sym3d{r.y * r.y + r.z * r.z,
                                  r.x * r.x + r.z * r.z,
                                  r.x * r.x + r.y * r.y,
                                  -r.x * r.y,
                                  -r.x * r.z,
                                  -r.y * r.z};
  });
  // Points in a line have no inertia about it, and no angular momentum either.
  const double least = 1e-12 * (inertia.xx + inertia.yy + inertia.zz);
  if (!(least > 0)) return;
  const Sym3d inverseInertia = inverse(inertia + diagonal<double>(least));
  const Vec3d spin = inverseInertia * angular;
  const Vec3d moreDrift = (1 / mass) * change.linear;
  const Vec3d moreSpin = inverseInertia * (change.angular - cross(centre, change.linear));
  const double share = 1 - 1 / (1 + double(h) * double(rate));
  forEachFree(p, first, count, [&](int i, double) {
    const Vec3d r = at(i) - centre, v = velocity(i);
    const Vec3d relative = v - drift - cross(spin, r);
    p.velocities[i].setXyz(toFloat(v - share * relative + moreDrift + cross(moreSpin, r)));
  });
}

void holdWithinBounds(Particles& p, int first, int count) {
  const float most = float(kLargest);
  const auto within = [&](Vec3 v) {
    return abs(v.x) <= most && abs(v.y) <= most && abs(v.z) <= most;
  };
  for (int i = first; i < first + count; ++i) {
    if (within(p.positions[i].xyz()) && within(p.velocities[i].xyz())) continue;
    p.positions[i].setXyz(p.previous[i].xyz());
    p.velocities[i].setXyz({});
    if (!p.moves.empty()) p.moves[i] = {};
  }
}

}  // namespace holonom
