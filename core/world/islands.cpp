#include "world/islands.h"

#include "base/union_find.h"
#include "rigid/materials.h"

namespace holonom {

void Islands::wake(Bodies& bodies, int body) {
  if (bodies.isStopped(body)) return;
  if (bodies.isAwake(body)) {
    bodies.stillTimes[body] = 0;
    return;
  }
  // The island slept as one and wakes as one.
  const uint32_t island = bodies.islands[body];
  for (int i = 0; i < bodies.size(); ++i)
    if (!bodies.isAwake(i) && bodies.islands[i] == island && !bodies.isStopped(i)) {
      bodies.setAwake(i, true);
      bodies.stillTimes[i] = 0;
    }
}

void Islands::wakeAll(Bodies& bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    if (bodies.isStopped(i)) continue;
    bodies.setAwake(i, true);
    bodies.stillTimes[i] = 0;
  }
}

void Islands::wakeLinked(Bodies& bodies, std::span<const int> linked, int body) {
  wake(bodies, body);
  for (const int other : linked) wake(bodies, other);
}

template <class F>
void Islands::forEachLink(const ContactCache& contacts, F&& f) const {
  for (const Contact& c : contacts.all())
    if (c.count > 0) f(c.bodyA, c.bodyB);
  for (const auto& [a, b] : ties_) f(a, b);
}

void Islands::listLinks(const Bodies& bodies, const ContactCache& contacts) {
  linkStarts_.assign(size_t(bodies.size()) + 1, 0);
  forEachLink(contacts, [&](int a, int b) { ++linkStarts_[a], ++linkStarts_[b]; });
  int total = 0;
  for (int& start : linkStarts_) start = total += start;
  links_.resize(total);
  // Filled from behind, which leaves each start at the first.
  forEachLink(contacts, [&](int a, int b) {
    links_[--linkStarts_[a]] = b;
    links_[--linkStarts_[b]] = a;
  });
  linksKnown_ = true;
}

std::span<const int> Islands::linkedTo(const Bodies& bodies, const ContactCache& contacts,
                                       int body) {
  if (!linksKnown_) listLinks(bodies, contacts);
  const int from = linkStarts_[body], to = linkStarts_[body + 1];
  return std::span(links_).subspan(size_t(from), size_t(to - from));
}

/// Those of which a body is active.
const std::vector<Islands::Tie>& Islands::activeTies(const Bodies& bodies) {
  if (activity_ == bodies.activity()) return activeTies_;
  activity_ = bodies.activity();
  activeTies_.clear();
  activeTies_.reserve(ties_.size());
  for (const Tie& tie : ties_)
    if (bodies.isActive(tie.first) || bodies.isActive(tie.second)) activeTies_.push_back(tie);
  return activeTies_;
}

void Islands::wakeDisturbed(Bodies& bodies, const ContactCache& contacts) {
  const auto disturbs = [&](int body) {
    if (!bodies.isActive(body)) return false;
    const BodyState& s = bodies.states[body];
    return bodies.isDynamic(body) || s.linear != Vec3{} || s.angular != Vec3{};
  };
  const auto disturb = [&](int a, int b) {
    if (!bodies.isAwake(a) && disturbs(b)) wake(bodies, a);
    if (!bodies.isAwake(b) && disturbs(a)) wake(bodies, b);
  };
  for (const Contact& c : contacts.active()) {
    if (c.count == 0 || c.sensor) continue;
    if (c.surface && isDriven(bodies, c.bodyA, c.bodyB))
      wake(bodies, c.bodyA), wake(bodies, c.bodyB);
    disturb(c.bodyA, c.bodyB);
  }
  for (const auto& [a, b] : activeTies(bodies)) disturb(a, b);
}

namespace {

/// Growth of a speed that is rounding, where nothing pulls [m/s].
constexpr float kLeastGrowth = 1e-5f;
/// Whether a body hardly moves, and what pulls at it is held: its speed has not grown by half of
/// what the pull gives a free body in the time that it takes to fall asleep.
bool isStill(Bodies& bodies, int body, const WorldSettings& settings, Vec3 pull) {
  if (!bodies.defs[body].canSleep) return false;
  const BodyState& s = bodies.states[body];
  const float speed = max(length(s.linear), length(s.angular) * bodies.reaches[body]);
  if (!(speed < settings.sleepSpeed)) return false;
  float& lowest = bodies.stillSpeeds[body];
  if (bodies.stillTimes[body] == 0 || speed < lowest) lowest = speed;
  return speed - lowest <= max(kLeastGrowth, 0.5f * settings.sleepTime * length(pull));
}

}  // namespace

void Islands::fallAsleep(Bodies& bodies, const ContactCache& contacts,
                         const WorldSettings& settings, float dt) {
  const size_t count = size_t(bodies.size());
  parents_.resize(count), islandTimes_.resize(count);
  bool any = false;
  const auto active = bodies.active();
  for (const int i : active) {
    parents_[i] = i;
    islandTimes_[i] = settings.sleepTime;
    if (!bodies.moves(i)) continue;
    float& still = bodies.stillTimes[i];
    still = isStill(bodies, i, settings, pulls[i]) ? still + dt : 0;
    any |= still >= settings.sleepTime;
  }
  if (!any) return;
  const auto join = [&](int a, int b) {
    // The lower index leads, so that islands do not depend on the order of contacts.
    if (bodies.moves(a) && bodies.moves(b)) unite(parents_, a, b);
  };
  const auto disturb = [&](int body) {
    if (bodies.moves(body)) islandTimes_[rootOf(parents_, body)] = 0;
  };
  for (const Contact& c : contacts.active())
    if (c.count > 0 && !c.sensor) join(c.bodyA, c.bodyB);
  for (const auto& [a, b] : activeTies(bodies)) join(a, b);
  for (const int i : active)
    if (bodies.moves(i)) {
      float& time = islandTimes_[rootOf(parents_, i)];
      time = min(time, bodies.stillTimes[i]);
    }
  // Who leans on a moving kinematic body moves with it.
  for (const Contact& c : contacts.active()) {
    if (c.count == 0 || c.sensor) continue;
    if (c.surface && isDriven(bodies, c.bodyA, c.bodyB)) disturb(c.bodyA), disturb(c.bodyB);
    for (const auto& [body, other] : {std::pair{c.bodyA, c.bodyB}, {c.bodyB, c.bodyA}})
      if (bodies.types[other] == BodyType::Kinematic &&
          (bodies.states[other].linear != Vec3{} || bodies.states[other].angular != Vec3{}))
        disturb(body);
  }
  for (const int body : driven) disturb(body);
  for (const int i : active) {
    if (!bodies.moves(i)) continue;
    const int root = rootOf(parents_, i);
    if (islandTimes_[root] < settings.sleepTime) continue;
    bodies.islands[i] = bodies.ids.idAt(root).bits;
    bodies.setAwake(i, false);
    bodies.lags[i] = 0;
    bodies.states[i].linear = bodies.states[i].angular = {};
  }
}

}  // namespace holonom
