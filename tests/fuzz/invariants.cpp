// What must hold of every world at any time.
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <ctime>
#endif

#include "cases.h"
#include "checks.h"
#include "world/access.h"

namespace holonom::fuzz {

namespace {

/// Processor time that no step of a case's small world may take [s].
constexpr double kLongestStep = 5;

/// Processor time so far [s]. In WebAssembly std::clock tells the time of day.
double processorTime() {
#ifdef __EMSCRIPTEN__
  return EM_ASM_DOUBLE({ return process.cpuUsage().user * 1e-6; });
#else
  return double(std::clock()) / CLOCKS_PER_SEC;
#endif
}

/// Within what a description may say, so that it can be saved and loaded.
bool bounded(Vec3 v, double most) {
  return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
}

std::string faultOfBodies(const World& w) {
  for (int i = 0; i < w.bodies.size(); ++i) {
    const Vec3 position = w.bodies.bodyPose(i).position;  // as it would be saved
    const Transform t = w.bodies.poses[i];
    const BodyState& s = w.bodies.states[i];
    if (!bounded(position, kLargest)) return at("position of body", i);
    if (!(std::abs(lengthSquared(t.rotation) - 1) < 1e-3f)) return at("rotation of body", i);
    if (!bounded(s.linear, kSpeed.max)) return at("velocity of body", i);
    if (!bounded(s.angular, kSpeed.max)) return at("angular velocity of body", i);
  }
  return "";
}

std::string faultOfSoft(const World& w) {
  for (int i = 0; i < w.soft.particles.size(); ++i) {
    if (!bounded(w.soft.particles.positions[i].xyz(), kLargest))
      return at("position of particle", i);
    if (!bounded(w.soft.particles.velocities[i].xyz(), kLargest))
      return at("velocity of particle", i);
    if (!w.soft.particles.areOriented()) continue;
    const Quad& q = w.soft.particles.rotations[i];
    if (!(std::abs(lengthSquared(Quat{q.x, q.y, q.z, q.w}) - 1) < 1e-3f))
      return at("rotation of particle", i);
    if (!bounded(w.soft.particles.spins[i].xyz(), kLargest)) return at("spin of particle", i);
  }
  for (const SpringObject& o : w.soft.springs)
    for (int i = 0; i < o.network.size(); ++i) {
      if (!bounded(toFloat(o.network.positions[i]), kLargest))
        return at("position of spring node", i);
      if (!bounded(toFloat(o.network.velocities[i]), kLargest))
        return at("velocity of spring node", i);
    }
  return "";
}

std::string faultOfContacts(const World& w) {
  for (const Contact& c : w.collision.contacts.all()) {
    const ContactPatch& patch = w.collision.contacts.patchOf(c);
    const Manifold m =
        manifoldOf(c, patch, w.bodies.poses[c.bodyA].rotation, w.bodies.poses[c.bodyB].rotation);
    const auto of = [&](const char* what) {
      const auto name = [&](int collider) {
        return std::visit([](const auto& s) -> std::string { return s.name; },
                          w.collision.colliders[collider].shape);
      };
      return std::string(what) + " of " + name(c.colliderA) + " and " + name(c.colliderB);
    };
    if (c.count > 4) return of("number of contact points");
    if (m.count > 0 && !isUnit(m.normal)) return of("contact normal");
    for (int i = 0; i < m.count; ++i)
      if (!finite(m.points[i].onA) || !finite(m.points[i].onB) || !finite(m.points[i].separation) ||
          !finite(patch.points()[i].impulse))
        return of("contact point");
    if (!finite(patch.tangentImpulse) || !finite(patch.twistImpulse) || !finite(patch.stepImpulse))
      return of("contact impulse");
  }
  for (const ContactEvent& e : w.collision.events.told())
    if (!finite(e.point) || !finite(e.normal) || !finite(e.impulse) || !finite(e.approachSpeed))
      return "contact event";
  return "";
}

std::string faultOfJoints(const World& w) {
  for (int i = 0; i < int(w.joints.all.size()); ++i) {
    const JointReadout r = w.readout(w.joints.all.idAt(i));
    for (int k = 0; k < r.coordinates; ++k)
      if (!finite(r.coordinate[k]) || !finite(r.rate[k])) return at("coordinate of joint", i);
    for (int k = 0; k < r.rows; ++k)
      if (!finite(r.lambda[k]) || !finite(r.error[k])) return at("row of joint", i);
  }
  return "";
}

}  // namespace

std::string faultOf(const World& w) {
  for (const auto part : {faultOfBodies, faultOfSoft, faultOfContacts, faultOfJoints})
    if (std::string fault = part(w); !fault.empty()) return fault;
  const Energy e = w.energy();
  if (!finite(e.kinetic) || !finite(e.potential) || !finite(e.elastic)) return "energy";
  if (e.kinetic < 0 || e.elastic < 0) return "negative energy";
  const Momentum m = w.momentum();
  if (!finite(m.linear) || !finite(m.angular)) return "momentum";
  if (!finite(w.deepestPenetration())) return "penetration";
  return "";
}

std::string stepAndCheck(World& w, float dt) {
  const double start = processorTime();
  const Status bad = w.step(dt);
  const double seconds = processorTime() - start;
  if (bad.has_value() != !(dt >= 1e-6f && dt <= 1)) return "acceptance of dt";
  ++tally.steps;
  tally.touching += w.contactCount() > 0;
  tally.jointed += !w.joints.all.empty();
  tally.soft += !w.soft.cloths.empty() || !w.soft.springs.empty();
  if (seconds > kLongestStep) return "a step of " + std::to_string(seconds) + " s";
  return faultOf(w);
}

}  // namespace holonom::fuzz
