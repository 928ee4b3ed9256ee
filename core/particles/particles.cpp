#include "particles/particles.h"

#include <algorithm>

#include "base/assert.h"
#include "base/fields.h"
#include "math/mat3.h"

namespace holonom {

void Particles::keepMoves() {
  moves.resize(positions.size());
  velocitiesBefore.resize(positions.size());
}

void Particles::forgetMoves() {
  moves.clear();
  velocitiesBefore.clear();
}

void Particles::orient() {
  rotations.resize(positions.size(), {0, 0, 0, 1});
  spins.resize(positions.size());
  turns.resize(positions.size());
}

int Particles::add(const std::vector<Quad>& points) {
  const int first = size();
  positions.insert(positions.end(), points.begin(), points.end());
  positions.push_back({});
  forEachArray([&](std::vector<Quad>& array) { array.resize(positions.size()); });
  if (areOriented()) std::fill(rotations.begin() + first, rotations.end(), Quad{0, 0, 0, 1});
  assertRange(first, static_cast<int>(points.size()));
  return first;
}

void Particles::remove(int first, int count) {
  assertRange(first, count);
  forEachArray([&](std::vector<Quad>& array) {
    array.erase(array.begin() + first, array.begin() + first + count + 1);
  });
}

void Particles::duplicate(int particle, int before) {
  HOLONOM_ASSERT(particle >= 0 && particle < size() && before >= 0 && before <= size());
  forEachArray([&](std::vector<Quad>& array) {
    const Quad copy = array[size_t(particle)];
    array.insert(array.begin() + before, copy);
  });
}

void Particles::copyMotion(int from, int to, int count) {
  assertRange(from, count);
  assertRange(to, count);
  forEachArray([&](std::vector<Quad>& array) {
    if (&array != &positions && &array != &velocities)
      std::copy_n(array.begin() + from, count, array.begin() + to);
  });
}

void Particles::stop(int first, int count) {
  assertRange(first, count);
  for (int i = first; i < first + count; ++i) {
    // With its inverse mass, which bdf2 scales in a substep.
    positions[i] = previous[i];
    velocities[i] = {};
    if (hasMoves()) moves[i] = velocitiesBefore[i] = {};
    if (!areOriented()) continue;
    spins[i].setXyz({});
    const Quad& q = rotations[i];
    if (!(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w > 0.5f)) rotations[i] = {0, 0, 0, 1};
  }
}

void Particles::assertRange(int first, int count) const {
  HOLONOM_ASSERT(first >= 0 && count >= 0 && first + count < size());
  for (const auto* array : {&previous, &velocities, &accelerations})
    HOLONOM_ASSERT(array->size() == positions.size());
  for (const auto* array : {&moves, &velocitiesBefore})
    HOLONOM_ASSERT(array->size() == (hasMoves() ? positions.size() : 0));
  for (const auto* array : {&spins, &turns})
    HOLONOM_ASSERT(array->size() == (areOriented() ? positions.size() : 0));
}

namespace {

constexpr i32x4 kXyz{-1, -1, -1, 0};

}  // namespace

void predict(Particles& p, int first, int count, Vec3 gravity, float decay, float h) {
  p.assertRange(first, count);
  const f32x4 keep = splat(1 / (1 + h * decay)), g{gravity.x, gravity.y, gravity.z, 0};
  for (int i = first; i < first + count; ++i) {
    f32x4 &x = lanesOf(p.positions[i]), &v = lanesOf(p.velocities[i]);
    lanesOf(p.previous[i]) = x;
    if (x[3] == 0) continue;
    const f32x4 next = keep * (v + splat(h) * (g + lanesOf(p.accelerations[i])));
    v = select(kXyz, next, v);
    x = select(kXyz, x + splat(h) * next, x);
  }
}

void updateVelocities(Particles& p, int first, int count, float h) {
  p.assertRange(first, count);
  const f32x4 rate = splat(1 / h), still = splat(0);
  for (int i = first; i < first + count; ++i) {
    const f32x4 x = lanesOf(p.positions[i]);
    f32x4& v = lanesOf(p.velocities[i]);
    // The predicted velocity plus what the constraints changed: a difference of positions alone
    // would round at every substep, far from the origin by more than gravity adds.
    const f32x4 predicted = lanesOf(p.previous[i]) + splat(h) * v;
    v = select(kXyz, x[3] == 0 ? still : v + rate * (x - predicted), v);
  }
}

namespace {

/// Calls f(i, mass) for each free particle.
template <class F>
void forEachFree(const Particles& p, int first, int count, F&& f) {
  for (int i = first; i < first + count; ++i)
    if (p.positions[i].w > 0) f(i, 1 / double(p.positions[i].w));
}

/// Calls f(i, moment of inertia) for each with an orientation that may turn.
template <class F>
void forEachTurning(const Particles& p, int first, int count, F&& f) {
  for (int i = first; p.areOriented() && i < first + count; ++i)
    if (p.spins[i].w > 0) f(i, 1 / double(p.spins[i].w));
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
  forEachTurning(p, first, count, [&](int i, double moment) {
    sums.angular += moment * toDouble(p.turns[i].xyz());
  });
  return sums;
}

void dampToRigidMotion(Particles& p, int first, int count, const RigidSums& change, float rate,
                       float h) {
  const auto at = [&](int i) { return toDouble(p.positions[i].xyz()); };
  const auto velocity = [&](int i) { return toDouble(p.velocities[i].xyz()); };
  double mass = 0;
  Vec3d center{}, linear{}, angular{};
  forEachFree(p, first, count, [&](int i, double m) {
    mass += m;
    center += m * at(i);
    linear += m * velocity(i);
  });
  if (mass == 0) return;
  center = (1 / mass) * center;
  const Vec3d drift = (1 / mass) * linear;
  Sym3d inertia{};
  forEachFree(p, first, count, [&](int i, double m) {
    const Vec3d r = at(i) - center;
    angular += m * cross(r, velocity(i) - drift);
    inertia = inertia + parallelAxis(m, r);
  });
  forEachTurning(p, first, count, [&](int i, double moment) {
    angular += moment * toDouble(p.spins[i].xyz());
    inertia = inertia + diagonal(moment);
  });
  // Points in a line have no inertia about it, and no angular momentum either.
  const double least = 1e-12 * (inertia.xx + inertia.yy + inertia.zz);
  if (!(least > 0)) return;
  const Sym3d inverseInertia = inverse(inertia + diagonal<double>(least));
  const Vec3d spin = inverseInertia * angular;
  const Vec3d moreDrift = (1 / mass) * change.linear;
  const Vec3d moreSpin = inverseInertia * (change.angular - cross(center, change.linear));
  const double share = 1 - 1 / (1 + double(h) * double(rate));
  forEachFree(p, first, count, [&](int i, double) {
    const Vec3d r = at(i) - center, v = velocity(i);
    const Vec3d relative = v - drift - cross(spin, r);
    p.velocities[i].setXyz(toFloat(v - share * relative + moreDrift + cross(moreSpin, r)));
  });
  forEachTurning(p, first, count, [&](int i, double) {
    const Vec3d w = toDouble(p.spins[i].xyz());
    p.spins[i].setXyz(toFloat(w - share * (w - spin) + moreSpin));
  });
}

bool areWithinBounds(const std::vector<Quad>& numbers, int first, int count) {
  const f32x4 most = splat(float(kLargest));
  i32x4 within{-1, -1, -1, -1};
  for (int i = first; i < first + count; ++i) within &= abs(lanesOf(numbers[i])) <= most;
  return !any(~within & kXyz);
}

}  // namespace holonom
