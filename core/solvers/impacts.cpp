#include "solvers/impacts.h"

#include <algorithm>

#include "constraints/contact_rows.h"

namespace holonom {

namespace {

constexpr int kMostRounds = 64;       // blows that a blow sets off, one after another
constexpr int kMostSweeps = 100;      // over all points of a round
constexpr int kMostPatchSweeps = 60;  // over the points of one patch, in each of those
constexpr float kTolerance = 1e-6f;   // of the largest speed of approach
/// Of the threshold: what a blow sets in motion bounces at lower speeds, or chains lose energy.
constexpr float kFollowUp = 0.02f;
constexpr float kSlowest = 1e-4f;  // what is slower does not bounce whatever the threshold [m/s]
constexpr int kMostCalmings = 6;

float inverseMassAlong(const Bodies& bodies, int i, Vec3 arm, Vec3 u, Vec3 w) {
  if (!bodies.moves(i)) return 0;
  return bodies.masses[i].inverseMass * dot(u, w) +
         dot(cross(arm, u), bodies.inverseInertia(i) * cross(arm, w));
}

float inverseOrZero(float k) { return k > 0 ? 1 / k : 0; }

}  // namespace

void Impacts::prepare(const Bodies& bodies, const ContactCache& contacts,
                      const ImpactSettings& settings) {
  settings_ = settings;
  patches_.clear();
  points_.clear();
  for (const Contact& c : contacts.all())
    if (!c.swept) add(bodies, contacts, c, false);
  steady_ = patches_.size(), steadyPoints_ = points_.size();
  moved_.clear();
  if (!patches_.empty()) pushed_.assign(size_t(bodies.size()) + 1, {});
}

void Impacts::prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                           const std::vector<int>& indices) {
  patches_.resize(steady_), points_.resize(steadyPoints_);
  for (const int i : indices) add(bodies, contacts, contacts.all()[i], true);
  if (steady_ == 0 && !patches_.empty()) pushed_.assign(size_t(bodies.size()) + 1, {});
}

void Impacts::add(const Bodies& bodies, const ContactCache& contacts, const Contact& c,
                  bool swept) {
  if (c.count == 0 || c.sensor) return;
  const ContactPatch& patch = contacts.patchOf(c);
  if (!(patch.restitution > 0)) return;
  const bool movesA = bodies.moves(c.bodyA), movesB = bodies.moves(c.bodyB);
  if (!movesA && !movesB) return;
  const Quat rotationA = (swept ? bodies.poseNow(c.bodyA) : bodies.poses[c.bodyA]).rotation;
  const Quat rotationB = (swept ? bodies.poseNow(c.bodyB) : bodies.poses[c.bodyB]).rotation;
  const Manifold m = manifoldOf(c, patch, rotationA, rotationB);
  Patch p;
  p.patch = c.patch;
  p.a = c.bodyA, p.b = c.bodyB;
  p.normal = m.normal;
  p.tangent1 = anyPerpendicular(m.normal), p.tangent2 = cross(m.normal, p.tangent1);
  p.friction = patch.friction, p.restitution = patch.restitution;
  p.towardsB = movesA ? (movesB ? 0.5f : 0.0f) : 1.0f;
  p.swept = swept, p.turns = !c.round && !swept;
  p.first = static_cast<int>(points_.size()), p.count = m.count;
  for (int k = 0; k < m.count; ++k) {
    points_.push_back({m.points[k].onA, m.points[k].onB, m.points[k].separation, 0});
    p.reachA = max(p.reachA, length(m.points[k].onA));
    p.reachB = max(p.reachB, length(m.points[k].onB));
  }
  patches_.push_back(p);
}

void Impacts::begin(const Bodies& bodies) {
  for (Patch& p : patches_)
    p.closing = dot(bodies.states[p.b].linear - bodies.states[p.a].linear, p.normal);
}

/// Lists the points of a patch that meet within the substep, fast enough to bounce.
void Impacts::activate(const Bodies& bodies, int index, float h, int round) {
  Patch& p = patches_[index];
  const Pushed &pushedA = pushed_[p.a], &pushedB = pushed_[p.b];
  if (round > 0 && pushedA.round != round - 1 && pushedB.round != round - 1) return;
  const BodyState &a = bodies.states[p.a], &b = bodies.states[p.b];
  const float closing = dot(b.linear - a.linear, p.normal);
  // What a substep's acceleration alone brings about is no blow.
  if (round == 0) p.closing = closing - p.closing;
  const float kick = p.closing;
  const float threshold = max(round > 0 ? kFollowUp * settings_.threshold : settings_.threshold,
                              max(kSlowest, 2 * abs(kick)));
  if (closing - length(a.angular) * p.reachA - length(b.angular) * p.reachB > -threshold) return;
  p.scale = 1;
  // Nothing has moved yet since swept contacts were found.
  const Vec3 moved = p.swept ? Vec3{} : b.deltaPosition - a.deltaPosition;
  const Vec3 shift = moved + pushedB.shift - pushedA.shift;
  for (int k = 0; k < p.count; ++k) {
    const Point& point = points_[p.first + k];
    Active c;
    c.patch = index, c.point = p.first + k;
    c.armA = p.turns ? rotate(a.deltaRotation, point.armA) : point.armA;
    c.armB = p.turns ? rotate(b.deltaRotation, point.armB) : point.armB;
    const float separation =
        point.separation + dot(shift + c.armB - point.armB - (c.armA - point.armA), p.normal);
    const Vec3 relative = bodies.velocityAt(p.b, c.armB) - bodies.velocityAt(p.a, c.armA);
    const float vn = dot(relative, p.normal);
    if (!(separation + h * vn < 0)) continue;
    // On its parabola: the speed at the start of the substep, and at the surface.
    const float start = vn - settings_.kickBefore * kick;
    const float gap = max(separation, 0.0f);
    const float speed = -std::sqrt(max(start * start - 2 * (kick / h) * gap, 0.0f));
    c.time = gap > 0 && start + speed < 0 ? min(-2 * gap / (start + speed), h) : 0;
    c.offset = kick * (settings_.kickBefore - c.time / h);
    c.speed = vn - c.offset;
    if (!(c.speed < -threshold)) continue;
    p.speed = max(p.speed, -c.speed);
    c.between = point.armA - point.armB + point.separation * p.normal + moved;
    const Arms arms = armsOf(bodies, c);
    const auto inverse = [&](Vec3 u, Vec3 w) {
      return inverseMassAlong(bodies, p.a, arms.a, u, w) +
             inverseMassAlong(bodies, p.b, arms.b, u, w);
    };
    c.normalMass = inverseOrZero(inverse(p.normal, p.normal));
    // The larger eigenvalue: a slip along any direction is braked against itself.
    const float k11 = inverse(p.tangent1, p.tangent1), k22 = inverse(p.tangent2, p.tangent2);
    const float k12 = inverse(p.tangent1, p.tangent2), half = 0.5f * (k11 - k22);
    c.tangentMass = inverseOrZero(0.5f * (k11 + k22) + std::sqrt(half * half + k12 * k12));
    c.before[0] = vn;
    c.before[1] = dot(relative, p.tangent1), c.before[2] = dot(relative, p.tangent2);
    active_.push_back(c);
  }
}

/// One common point for both bodies, so that the angular momentum is kept.
Impacts::Arms Impacts::armsOf(const Bodies& bodies, const Active& c) const {
  const Patch& p = patches_[c.patch];
  const Vec3 between = c.between + pushed_[p.b].shift - pushed_[p.a].shift +
                       c.time * (bodies.states[p.b].linear - bodies.states[p.a].linear);
  const Vec3 armA = c.armA + p.towardsB * (between + c.armB - c.armA);
  return {armA, armA - between};
}

void Impacts::push(Bodies& bodies, const Active& c, Vec3 impulse, int round) {
  const Patch& p = patches_[c.patch];
  const Arms arms = armsOf(bodies, c);
  const auto act = [&](int i, Vec3 j, Vec3 arm) {
    if (!bodies.moves(i)) return;
    Pushed& pushed = pushed_[i];
    if (pushed.round < 0) moved_.push_back(i);
    pushed.round = round;
    pushed.shift -= (c.time * bodies.masses[i].inverseMass) * j;
    bodies.applyImpulse(i, j, arm);
  };
  act(p.a, -impulse, arms.a);
  act(p.b, impulse, arms.b);
}

size_t Impacts::endOfPatch(size_t first) const {
  size_t end = first;
  while (end < active_.size() && active_[end].patch == active_[first].patch) ++end;
  return end;
}

/// Sweeps the points of a patch until their impulses stay; the largest change of a velocity [m/s].
float Impacts::solvePatch(Bodies& bodies, size_t first, size_t end, int round) {
  const Patch& p = patches_[active_[first].patch];
  const float mu = settings_.friction == FrictionModel::Constant ? 0 : p.friction;
  float largest = 0;
  for (int sweep = 0; sweep < kMostPatchSweeps; ++sweep) {
    float change = 0, fastest = 0;
    for (size_t i = first; i < end; ++i) {
      Active& c = active_[i];
      fastest = max(fastest, -c.speed);
      const auto velocity = [&] {
        const Arms arms = armsOf(bodies, c);
        return bodies.velocityAt(p.b, arms.b) - bodies.velocityAt(p.a, arms.a);
      };
      const float wanted = c.offset - p.scale * p.restitution * c.speed;
      const float normal =
          max(0.0f, c.impulse[0] - c.normalMass * (dot(velocity(), p.normal) - wanted));
      change = max(change, abs(normal - c.impulse[0]) / c.normalMass);
      push(bodies, c, (normal - c.impulse[0]) * p.normal, round);
      c.impulse[0] = normal;
      if (!(mu > 0)) continue;
      const Vec3 slip = velocity();
      const float bound = mu * normal;
      float t1 = c.impulse[1] - c.tangentMass * dot(slip, p.tangent1);
      float t2 = c.impulse[2] - c.tangentMass * dot(slip, p.tangent2);
      if (settings_.friction == FrictionModel::Pyramid) {
        t1 = std::clamp(t1, -bound, bound), t2 = std::clamp(t2, -bound, bound);
      } else if (const float size2 = t1 * t1 + t2 * t2; size2 > bound * bound) {
        const float scale = bound / std::sqrt(size2);
        t1 *= scale, t2 *= scale;
      }
      const Vec3 rub = (t1 - c.impulse[1]) * p.tangent1 + (t2 - c.impulse[2]) * p.tangent2;
      change = max(change, length(rub) / c.tangentMass);
      push(bodies, c, rub, round);
      c.impulse[1] = t1, c.impulse[2] = t2;
    }
    largest = max(largest, change);
    // A single point without friction is exact at once.
    if (!(change > kTolerance * fastest) || (end - first == 1 && !(mu > 0))) break;
  }
  return largest;
}

void Impacts::converge(Bodies& bodies, int round) {
  float fastest = 0;
  for (const Active& c : active_) fastest = max(fastest, -c.speed);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    float change = 0;
    size_t patches = 0;
    for (size_t first = 0; first < active_.size(); ++patches) {
      const size_t end = endOfPatch(first);
      change = max(change, solvePatch(bodies, first, end, round));
      first = end;
    }
    if (patches == 1 || !(change > kTolerance * fastest)) break;
  }
}

/// Newton's law with friction may give more energy than there was: less restitution where it did.
bool Impacts::calm(const Bodies& bodies, bool last) {
  bool all = true;
  for (size_t first = 0; first < active_.size();) {
    const size_t end = endOfPatch(first);
    Patch& p = patches_[active_[first].patch];
    float work = 0, size = 0;
    for (size_t i = first; i < end; ++i) {
      const Active& c = active_[i];
      const Arms arms = armsOf(bodies, c);
      const Vec3 now = bodies.velocityAt(p.b, arms.b) - bodies.velocityAt(p.a, arms.a);
      const float parts[3] = {c.impulse[0] * (c.before[0] + dot(now, p.normal) - 2 * c.offset),
                              c.impulse[1] * (c.before[1] + dot(now, p.tangent1)),
                              c.impulse[2] * (c.before[2] + dot(now, p.tangent2))};
      for (const float part : parts) work += part;
      size += c.impulse[0] * abs(c.speed);
    }
    if (work > 1e-4f * size) {
      p.scale = last ? 0 : 0.6f * p.scale;
      all = false;
    }
    first = end;
  }
  return all;
}

void Impacts::solve(Bodies& bodies, float h) {
  if (patches_.empty()) return;
  for (int round = 0; round < kMostRounds; ++round) {
    active_.clear();
    for (size_t i = 0; i < patches_.size(); ++i) activate(bodies, static_cast<int>(i), h, round);
    if (active_.empty()) return;
    converge(bodies, round);
    for (int k = 1; k <= kMostCalmings && !calm(bodies, k == kMostCalmings); ++k)
      converge(bodies, round);
    for (const Active& c : active_) {
      Patch& p = patches_[c.patch];
      points_[c.point].normalImpulse += c.impulse[0];
      p.frictionImpulse += c.impulse[1] * p.tangent1 + c.impulse[2] * p.tangent2;
    }
  }
}

void Impacts::place(Bodies& bodies) {
  for (const int i : moved_) {
    bodies.states[i].deltaPosition += pushed_[i].shift;
    pushed_[i] = {};
  }
  moved_.clear();
}

void Impacts::store(ContactCache& contacts, size_t first, size_t end) const {
  for (size_t i = first; i < end; ++i) {
    const Patch& p = patches_[i];
    if (!(p.speed > 0)) continue;
    ContactPatch& patch = contacts.patch(p.patch);
    patch.approachSpeed = max(patch.approachSpeed, p.speed);
    patch.stepFriction += p.frictionImpulse;
    for (int k = 0; k < p.count; ++k) {
      patch.points()[k].stepImpulse += points_[p.first + k].normalImpulse;
      patch.stepImpulse += points_[p.first + k].normalImpulse;
    }
    forgetUnsoundImpulses(patch, p.count);
  }
}

}  // namespace holonom
