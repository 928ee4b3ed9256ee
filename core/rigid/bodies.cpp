#include "rigid/bodies.h"

#include <utility>

namespace holonom {

namespace {

BodyMass massFor(const BodyDef& def) {
  BodyMass m;
  m.gravityScale = def.gravityScale;
  m.linearDamping = def.linearDamping;
  m.angularDamping = def.angularDamping;
  if (def.type != BodyType::Dynamic) return m;
  const MassFrame f = massFrameOf(def);
  m.mass = float(f.mass);
  m.inverseMass = float(1 / f.mass);
  m.inertia = toFloat(f.moments);
  m.asymmetric = m.inertia.x != m.inertia.y || m.inertia.y != m.inertia.z;
  m.inverseInertia = {float(1 / f.moments.x), float(1 / f.moments.y), float(1 / f.moments.z)};
  return m;
}

template <class T>
void swapRemove(std::vector<T>& v, int i) {
  v[i] = std::move(v.back());
  v.pop_back();
}

/// Of values that only the first bodies have.
template <class T>
void swapRemoveAmong(int count, std::vector<T>& v, int i) {
  if (i >= static_cast<int>(v.size())) return;
  v.resize(static_cast<size_t>(count));
  swapRemove(v, i);
}

}  // namespace

MassFrame massFrameOf(const BodyDef& def) {
  const MassProperties p = massOf(def.shape);
  MassFrame f;
  f.mass = def.mass ? double(*def.mass) : double(def.density) * p.volume;
  const double density = f.mass / p.volume;
  const Vec3d center = def.centerOfMass ? toDouble(*def.centerOfMass) : p.center;
  if (def.inertia) {
    f.moments = toDouble(*def.inertia);
  } else {
    // A center that was given keeps the inertia about the center: the mass is moved, not spread.
    const PrincipalAxes axes = principalAxes(p.inertia);
    f.moments = density * axes.moments;
    f.frame.rotation = axes.rotation;
  }
  f.frame.position = toFloat(center);
  const Quat q = f.frame.rotation;
  f.own = lengthSquared(f.frame.position) > 0 || q.x != 0 || q.y != 0 || q.z != 0;
  return f;
}

[[gnu::cold]] int Bodies::add(const BodyDef& def) {
  const int i = size();
  ids.insert();
  defs.emplace_back();
  types.push_back(def.type);
  poses.emplace_back();
  masses.emplace_back();
  forces.emplace_back();
  torques.emplace_back();
  awake.push_back(1);
  ++activity_;
  stillTimes.push_back(0);
  lags.push_back(0);
  energyCredits.push_back(kHuge);
  stillSpeeds.push_back(0);
  islands.push_back(0);
  reaches.push_back(0);
  firstColliders.push_back(-1);
  states.resize(static_cast<size_t>(i) + 2);
  inertiaRows.resize(static_cast<size_t>(i) + 2);
  redefine(i, def);
  knownAwake.push_back(awake[i]);
  return i;
}

void Bodies::setFrame(int i, const MassFrame* f) {
  if (i >= static_cast<int>(ownAxes.size())) {
    if (!f || !f->own) return;
    ownAxes.resize(static_cast<size_t>(size()));
  }
  ownAxes[i] = f && f->own ? OwnAxes{f->frame, {}, true} : OwnAxes{};
}

[[gnu::cold]] bool Bodies::redefine(int i, const BodyDef& def) {
  const auto frameNow = [&] {
    const Transform* frame = ownFrame(i);
    return frame ? *frame : Transform{};
  };
  const Transform before = bodyPose(i), old = frameNow();
  const bool retyped = types[i] != def.type;
  defs[i] = def;
  types[i] = def.type;
  const MassFrame f = massFrameOf(def);
  setFrame(i, def.type == BodyType::Dynamic ? &f : nullptr);
  const bool reframed = frameNow() != old;
  if (!reframed && ownFrame(i)) ownAxes[i].origin = before;
  masses[i] = massFor(def);
  masses[i].locks = locksFor(def);
  reaches[i] = extentOf(def.shape) + length(frameNow().position);
  place(i, def, reframed || Transform{def.position, def.rotation} != before);
  if (retyped && i < static_cast<int>(lastVelocities.size()))
    lastVelocities[i] = {states[i].linear, states[i].angular};
  return reframed;
}

void Bodies::setMotion(int i, const BodyDef& def) {
  defs[i].position = def.position, defs[i].rotation = def.rotation;
  defs[i].linearVelocity = def.linearVelocity, defs[i].angularVelocity = def.angularVelocity;
  defs[i].asleep = def.asleep;
  place(i, def, Transform{def.position, def.rotation} != bodyPose(i));
}

/// A pose that was not changed keeps its bits through the change of axes.
[[gnu::cold]] void Bodies::place(int i, const BodyDef& def, bool moved) {
  if (moved) {
    const Transform origin{def.position, def.rotation};
    const Transform* frame = ownFrame(i);
    setPose(i, frame ? origin * *frame : origin, origin);
  }
  setAwake(i, !def.asleep);
  ++activity_;  // of another type or place
  stillTimes[i] = 0;
  lags[i] = 0;
  energyCredits[i] = kHuge;
  if (isStopped(i)) stops[i] = 0;
  islands[i] = ids.idAt(i).bits;
  states[i] = {};
  states[i].inverseMass = masses[i].inverseMass;
  setInverseInertia(i, inverseInertiaAt(i, poses[i].rotation));
  if (i < static_cast<int>(momenta.size())) momenta[i] = {};
  if (i < static_cast<int>(energiesLost.size())) energiesLost[i] = 0;
  if (i < static_cast<int>(accelerations.size())) accelerations[i] = {};
  if (def.asleep) forces[i] = torques[i] = {};
  if (types[i] == BodyType::Static || def.asleep) return;
  states[i].linear = freeLinear(i, def.linearVelocity);
  states[i].angular = freeAngular(i, def.angularVelocity);
}

uint8_t Bodies::locksFor(const BodyDef& def) const {
  if (def.type != BodyType::Dynamic) return 0;
  const int own = def.lockTranslation.bits() | def.lockRotation.bits() << 3;
  return uint8_t(own | (planar_ ? kPlanarLocks : 0));
}

void Bodies::setAwake(int i, bool on) {
  if (isAwake(i) == on) return;
  awake[i] = on;
  // In the midst of a step it starts from rest.
  if (on && i < static_cast<int>(startVelocities.size())) startVelocities[i] = {};
  ++activity_;
}

std::span<const int32_t> Bodies::active() const {
  if (listed_ != activity_) {
    listed_ = activity_;
    active_.clear();
    active_.reserve(size_t(size()));
    for (int i = 0; i < size(); ++i)
      if (isActive(i)) active_.push_back(i);
  }
  return active_;
}

[[gnu::cold]] void Bodies::removeAt(int i) {
  ++activity_;
  swapRemoveAmong(size(), ownAxes, i);
  swapRemoveAmong(size(), momenta, i);
  swapRemoveAmong(size(), lastVelocities, i);
  swapRemoveAmong(size(), accelerations, i);
  swapRemoveAmong(size(), energiesLost, i);
  swapRemoveAmong(size(), stops, i);
  ids.removeAt(i);
  swapRemove(defs, i);
  swapRemove(types, i);
  swapRemove(poses, i);
  swapRemove(masses, i);
  swapRemove(forces, i);
  swapRemove(torques, i);
  swapRemove(awake, i);
  swapRemove(knownAwake, i);
  swapRemove(stillTimes, i);
  swapRemove(lags, i);
  swapRemove(energyCredits, i);
  swapRemove(stillSpeeds, i);
  swapRemove(islands, i);
  swapRemove(reaches, i);
  swapRemove(firstColliders, i);
  states.pop_back();
  states[i] = states.back();
  states.back() = {};
  inertiaRows.pop_back();
  inertiaRows[i] = inertiaRows.back();
  inertiaRows.back() = {};
}

BodyDef Bodies::describe(int i) const {
  BodyDef def = defs[i];
  const Transform pose = bodyPose(i);
  def.asleep = !isAwake(i);
  def.position = pose.position;
  def.rotation = pose.rotation;
  def.linearVelocity = states[i].linear;
  def.angularVelocity = states[i].angular;
  return def;
}

}  // namespace holonom
