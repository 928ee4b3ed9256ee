#include "solvers/energy_bound.h"

#include <algorithm>
#include <utility>

#include "base/union_find.h"
#include "rigid/materials.h"
#include "rigid/whole_motion.h"
#include "solvers/joint_solver.h"

namespace holonom {

namespace {

// What an island may win back of what it lost before, as a share of its kinetic energy and of what
// its springs store: they swing about their true energy within each period.
constexpr double kCredit = 0.004, kSpringCredit = 0.25;
/// A body alone may win back more, of what it lost within about so long [s]: it rocks.
constexpr double kLoneCredit = 0.02, kLoneMemory = 1;
/// A body alone is watched that turns farther in a substep [rad].
constexpr float kLoneTurn = 5e-3f;
/// The turning of an island as a whole may have, of what it should and what it lost within about so
/// long [s]: chains that tear as they spin lose much, and win it back as they close.
constexpr double kMostOwed = 1.001, kTornMemory = 2;
/// A gain by this factor comes of impulses that no longer fit the motion.
constexpr double kDiverged = 2;

double mostCredit(double kinetic, double stored) {
  return kCredit * kinetic + kSpringCredit * stored;
}

/// ½ ωᵀ I ω at the present pose [J].
double turningEnergy(const Bodies& bodies, int i, Vec3 spin) {
  const Vec3d own = toDouble(inverseRotate(bodies.poseNow(i).rotation, spin));
  const Vec3d inertia = toDouble(bodies.masses[i].inertia);
  return 0.5 * (inertia.x * own.x * own.x + inertia.y * own.y * own.y + inertia.z * own.z * own.z);
}

}  // namespace

void EnergyBound::prepare(const Bodies& bodies, std::span<const ActiveJoint> joints,
                          std::span<const ActiveGrab> grabs, const FreeMotion& motion,
                          float jointTurn, float contactTurn) {
  joints_ = joints;
  jointTurn_ = jointTurn, contactTurn_ = contactTurn;
  gravity_ = motion.gravity;
  storedLag_ = storedLag(motion.integrator);
  marks_.assign(size_t(bodies.size()) + 1, 0);
  motors_.clear();
  springs_.clear();
  limited_.clear();
  for (const ActiveJoint& j : joints) {
    if (j.hasMotor()) motors_.push_back(int32_t(&j - joints.data()));
    if (const int limits = j.limitCount(); limits > 0)
      limited_.push_back({int32_t(&j - joints.data()), j.first + j.firstLimit(), limits});
    if (j.hasSprings()) springs_.push_back(int32_t(&j - joints.data()));
    const uint8_t marks = j.isDriven() ? kJointed | kPowered : kJointed;
    marks_[size_t(j.a)] |= marks;
    marks_[size_t(j.b)] |= marks;
  }
  findLoops(bodies);
  for (const ActiveGrab& g : grabs) marks_[size_t(g.grab.body)] |= kPowered;
  // Fields pull all bodies alike, and drag gives none.
  for (const ActiveForce& f : motion.forces)
    for (const int body : {f.a, f.b})
      if (body >= 0 && !std::holds_alternative<DragForce>(*f.def)) marks_[size_t(body)] |= kPowered;
}

/// Closed loops of hinges, sliders and fixed joints, which hold more than there is to hold: what
/// they push in vain has no bound.
void EnergyBound::findLoops(const Bodies& bodies) {
  constexpr int kStiff = 5;  // equations of a joint that leaves at most one freedom
  looped_.clear();
  const auto isStiff = [](const ActiveJoint& j) { return j.equations >= kStiff; };
  if (std::ranges::count_if(joints_, isStiff) < 2) return;
  startSets(roots_, bodies.size(), bodies.active());
  for (const ActiveJoint& j : joints_) {
    if (!isStiff(j) || !bodies.canMove(j.a) || !bodies.canMove(j.b)) continue;
    if (rootOf(roots_, j.a) == rootOf(roots_, j.b))
      looped_.push_back(j.a);
    else
      unite(roots_, j.a, j.b);
  }
}

/// Bodies that touch nothing but what stands still, at points that wander over them: not balls,
/// under which they stay, nor boxes, whose corners do.
void EnergyBound::findLone(const Bodies& bodies, const ContactCache& contacts) {
  const auto meet = [&](int body, int other, bool ball, bool driven) {
    if (!bodies.canMove(body)) return;
    const BodyState& s = bodies.states[other];
    const bool stands = !bodies.moves(other) && s.linear == Vec3{} && s.angular == Vec3{};
    marks_[size_t(body)] |= stands && !driven ? 0 : kPaired;
    if (!ball) marks_[size_t(body)] |= kUneven;
  };
  for (const int32_t i : bodies.active()) marks_[size_t(i)] &= uint8_t(~(kPaired | kUneven));
  for (const Contact& contact : contacts.active()) {
    if (contact.count == 0 || contact.sensor) continue;
    const bool driven = contact.surface && isDriven(bodies, contact.bodyA, contact.bodyB);
    meet(contact.bodyA, contact.bodyB, contact.round >= 1, driven);
    meet(contact.bodyB, contact.bodyA, contact.round >= 2, driven);
  }
  for (const int32_t i : bodies.active())
    if (bodies.moves(i) &&
        (marks_[size_t(i)] & (kJointed | kPowered | kPaired | kUneven)) == kUneven &&
        !std::holds_alternative<Box>(bodies.defs[i].shape))
      lone_.push_back(i);
}

EnergyBound::Begun EnergyBound::begunOf(const Bodies& bodies, int i) const {
  const BodyState& state = bodies.states[i];
  return {bodies.poseNow(i).position, state.linear, state.angular};
}

bool EnergyBound::turnsAlone(const Bodies& bodies, int i, float h) const {
  return bodies.moves(i) && h * h * lengthSquared(bodies.states[i].angular) > kLoneTurn * kLoneTurn;
}

/// Each as an island.
void EnergyBound::listLone(const Bodies& bodies, float h) {
  for (const int i : lone_) {
    if (!turnsAlone(bodies, i, h)) continue;
    Island island;
    island.first = int(members_.size());
    island.count = 1;
    island.held = island.alone = true;
    islands_.push_back(island);
    members_.push_back(i);
    begun_.push_back(begunOf(bodies, i));
  }
}

bool EnergyBound::turnsFar(const Bodies& bodies, int i, float h) const {
  const float least = marks_[size_t(i)] & kJointed ? jointTurn_ : contactTurn_;
  return h * h * lengthSquared(bodies.states[i].angular) > least * least;
}

void EnergyBound::begin(const Bodies& bodies, const ContactCache& contacts,
                        std::span<const SolverRow> rows, float h, bool struck) {
  islands_.clear();
  members_.clear();
  begun_.clear();
  taken_.clear();
  lone_.clear();
  findPressed(rows);
  grouped_ = struck || !pressed_.empty() || !looped_.empty();
  bool turn = false;
  for (const int i : bodies.active()) {
    turn = turn || turnsAlone(bodies, i, h);
    grouped_ = grouped_ || (bodies.moves(i) && turnsFar(bodies, i, h));
    if (grouped_ && turn) break;
  }
  if (turn) findLone(bodies, contacts);
  if (!grouped_) {
    listLone(bodies, h);
    return;
  }
  findIslands(bodies, contacts);
  watchIslands(bodies, contacts, h, struck);
  listMembers(bodies);
}

/// Joints whose limits pushed in the substep before: several that are swept one after another may
/// feed each other.
void EnergyBound::findPressed(std::span<const SolverRow> rows) {
  pressed_.clear();
  for (const Limits& l : limited_) {
    const auto own = rows.subspan(size_t(l.first), size_t(l.count));
    if (std::ranges::any_of(own, [](const SolverRow& r) { return r.impulse != 0; }))
      pressed_.push_back(l.joint);
  }
}

/// Bodies that joints or contacts link, but by what does not move.
void EnergyBound::findIslands(const Bodies& bodies, const ContactCache& contacts) {
  startSets(roots_, bodies.size(), bodies.active());
  islandMarks_.resize(size_t(bodies.size()));
  for (const int i : bodies.active()) islandMarks_[size_t(i)] = 0;
  const auto link = [&](int a, int b) {
    if (bodies.canMove(a) && bodies.canMove(b)) unite(roots_, a, b);
  };
  for (const ActiveJoint& j : joints_) link(j.a, j.b);
  for (const Contact& c : contacts.active())
    if (c.count > 0 && !c.sensor) link(c.bodyA, c.bodyB);
}

/// What of them is held, driven, and to be watched.
void EnergyBound::watchIslands(const Bodies& bodies, const ContactCache& contacts, float h,
                               bool struck) {
  const auto mark = [&](int body, uint8_t what) {
    islandMarks_[size_t(rootOf(roots_, body))] |= what;
  };
  const auto meet = [&](int body, int other, uint8_t what, uint8_t held) {
    if (!bodies.canMove(body)) return;
    mark(body, what);
    if (bodies.canMove(other)) return;
    const BodyState& s = bodies.states[other];
    mark(body, s.linear == Vec3{} && s.angular == Vec3{} ? held : uint8_t(kDriven));
  };
  for (const ActiveJoint& j : joints_) {
    meet(j.a, j.b, kLinked, kHeld), meet(j.b, j.a, kLinked, kHeld);
    if (!j.isGrounded()) continue;
    for (const int body : {j.a, j.b})
      if (bodies.canMove(body)) mark(body, kHeld);
  }
  for (const Contact& c : contacts.active()) {
    if (c.count == 0 || c.sensor) continue;
    const bool strikes =
        struck && c.met && ((marks_[size_t(c.bodyA)] | marks_[size_t(c.bodyB)]) & kJointed);
    const uint8_t what = strikes ? kLinked | kWatched : kLinked;
    meet(c.bodyA, c.bodyB, what, kTouched), meet(c.bodyB, c.bodyA, what, kTouched);
    if (!c.surface || !isDriven(bodies, c.bodyA, c.bodyB)) continue;
    for (const int body : {c.bodyA, c.bodyB})
      if (bodies.canMove(body)) mark(body, kDriven);
  }
  for (const int i : bodies.active()) {
    if (!bodies.moves(i)) continue;
    if (turnsFar(bodies, i, h)) mark(i, kWatched);
    if (marks_[size_t(i)] & kPowered) mark(i, kDriven);
    // The world holds its locked axes.
    if (bodies.isLocked(i)) mark(i, kHeld);
  }
  for (const int32_t k : pressed_) {
    const ActiveJoint& j = joints_[size_t(k)];
    const int body = bodies.canMove(j.a) ? j.a : j.b;
    if (bodies.canMove(body)) mark(body, kWatched);
  }
  for (const int32_t i : looped_) mark(i, kWatched);
  for (const int i : lone_)
    if (turnsAlone(bodies, i, h) && !(islandMarks_[size_t(rootOf(roots_, i))] & kWatched))
      mark(i, kWatched | kAlone);
}

bool EnergyBound::isWatched(int root) const {
  constexpr uint8_t kAll = kWatched | kLinked;
  return (islandMarks_[size_t(root)] & (kAll | kDriven)) == kAll;
}

bool EnergyBound::watches(const Bodies& bodies, int i) const {
  return grouped_ && bodies.canMove(i) && islandOf(i) >= 0;
}

void EnergyBound::listMembers(const Bodies& bodies) {
  const auto active = bodies.active();
  for (const int i : active) roots_[size_t(i)] = rootOf(roots_, i);
  for (const int i : active) {
    int& root = roots_[size_t(i)];
    if (root != i) continue;
    root = -1;
    if (!isWatched(i)) continue;
    root = -2 - int(islands_.size());
    Island island;
    const uint8_t marks = islandMarks_[size_t(i)];
    island.held = marks & (kHeld | kTouched);
    island.alone = marks & kAlone;
    island.leans = (marks & (kHeld | kAlone)) == 0;
    islands_.push_back(island);
  }
  for (const int i : active)
    if (const int at = islandOf(i); at >= 0) ++islands_[size_t(at)].count;
  int first = 0;
  for (Island& island : islands_) {
    island.first = first;
    first += std::exchange(island.count, 0);
  }
  members_.resize(size_t(first));
  begun_.resize(size_t(first));
  for (const int i : active) {
    const int at = islandOf(i);
    if (at < 0) continue;
    Island& island = islands_[size_t(at)];
    const size_t place = size_t(island.first + island.count++);
    members_[place] = i;
    begun_[place] = begunOf(bodies, i);
  }
}

int EnergyBound::islandOf(int body) const {
  int at = roots_[size_t(body)];
  if (at >= 0) at = roots_[size_t(at)];
  return -2 - at;
}

/// With the velocity that belongs to the place: the stored one lags.
double EnergyBound::movingEnergy(const Bodies& bodies, int i, Vec3 linear, float h) const {
  const Vec3 now = linear + storedLag_ * h * bodies.accelerationOf(i, gravity_);
  return 0.5 * double(bodies.masses[i].mass) * lengthSquared(toDouble(now));
}

int EnergyBound::islandOf(const Bodies& bodies, const ActiveJoint& j) const {
  if (!grouped_) return -1;
  const int body = bodies.canMove(j.a) ? j.a : j.b;
  return bodies.canMove(body) ? islandOf(body) : -1;
}

void EnergyBound::measureSprings(const Bodies& bodies) {
  if (islands_.empty()) return;
  for (const int32_t i : springs_) {
    const ActiveJoint& j = joints_[size_t(i)];
    const int island = islandOf(bodies, j);
    if (island < 0) continue;
    taken_.push_back({island, JointSprings(*j.def, *j.frames, j.a, j.b, bodies)});
    islands_[size_t(island)].stored += taken_.back().springs.energy(bodies);
  }
}

void EnergyBound::measure(const Bodies& bodies, float h) {
  measureSprings(bodies);
  for (Island& island : islands_) {
    double credit = 0;
    for (int k = island.first; k < island.first + island.count; ++k) {
      const Begun& m = begun_[size_t(k)];
      const int body = members_[size_t(k)];
      const BodyState& s = bodies.states[body];
      // Gravity works along the way that is to come; other forces as if no impulse acted.
      const Vec3 given = s.linear - m.linear - h * bodies.accelerationOf(body, gravity_);
      const double work =
          double(0.5f * bodies.masses[body].mass * dot(given, s.linear + m.linear)) +
          double(0.5f * h * dot(bodies.torques[body], s.angular + m.angular));
      island.kinetic +=
          movingEnergy(bodies, body, m.linear, h) + turningEnergy(bodies, body, m.angular);
      island.before += work;
      credit += double(bodies.energyCredits[size_t(body)]);
      if (size_t(body) < bodies.energiesLost.size())
        island.lost += double(bodies.energiesLost[size_t(body)]);
    }
    island.lost *= max(0.0, 1 - double(h) / kTornMemory);
    island.before += island.kinetic + island.stored;
    const bool remembers = island.alone && credit < 0.5 * double(kHuge);
    if (!remembers)
      island.credit = min(credit, mostCredit(island.kinetic, island.stored));
    else  // what is owed stays owed
      island.credit = credit > 0 ? max(0.0, 1 - double(h) / kLoneMemory) * credit : credit;
  }
}

void EnergyBound::noteMomenta(const Bodies& bodies) {
  for (Island& island : islands_) {
    if (island.held) continue;
    const Whole whole = wholeOf(bodies, membersOf(island));
    island.momentum = whole.momentum;
    island.angular = whole.angular;
  }
}

void EnergyBound::dropStopped(const Bodies& bodies) {
  Island none;
  none.held = true;
  for (Island& island : islands_)
    if (std::ranges::any_of(membersOf(island), [&](int i) { return bodies.isStopped(i); }))
      island = none;
}

void EnergyBound::returnMomenta(Bodies& bodies) const {
  for (const Island& island : islands_) {
    if (island.held) continue;
    const auto members = membersOf(island);
    const Whole now = wholeOf(bodies, members);
    giveMomenta(bodies, members, now, island.momentum, island.angular);
  }
}

/// What an island's kinetic energy may be where it stands now; finds what it is.
double EnergyBound::kineticMost(const Bodies& bodies, Island& island, float h) const {
  double most = island.before + island.credit - island.storedAfter;
  island.after = 0;
  for (int k = island.first; k < island.first + island.count; ++k) {
    const int i = members_[size_t(k)];
    const BodyState& s = bodies.states[i];
    const Vec3d way = toDouble(bodies.poseNow(i).position - begun_[size_t(k)].place);
    const Vec3d acceleration = toDouble(bodies.accelerationOf(i, gravity_));
    most += double(bodies.masses[i].mass) * dot(acceleration, way);
    island.after += movingEnergy(bodies, i, s.linear, h) + turningEnergy(bodies, i, s.angular);
  }
  return max(0.0, most);
}

/// A motor pushes towards its velocity, which is the most at which it gives energy.
void EnergyBound::addMotorWork(const Bodies& bodies, std::span<const SolverRow> rows) {
  if (islands_.empty()) return;
  for (const int32_t i : motors_) {
    const ActiveJoint& j = joints_[size_t(i)];
    const int island = islandOf(bodies, j);
    if (island < 0) continue;
    islands_[size_t(island)].motored = true;
    for (int k = j.motor >= 0 ? j.motor : j.equations; k < j.count; ++k) {
      const SolverRow& r = rows[size_t(j.first + k)];
      islands_[size_t(island)].before += double(abs(r.impulse)) * double(abs(r.row.velocity));
    }
  }
}

void EnergyBound::keepCredit(Bodies& bodies, const Island& island, double most) const {
  const auto members = membersOf(island);
  double credit = mostCredit(island.after, island.storedAfter);
  if (island.alone) credit = max(kLoneCredit * island.after, island.credit);
  // What it has beyond is of what it lost.
  const double beyond = min(max(0.0, island.after - most), island.lost);
  const double left = max(-island.after, most - island.after + beyond);
  for (const int i : members)
    bodies.energyCredits[size_t(i)] = float(min(left, credit) / island.count);
  if (island.alone) return;
  // A motor's work is counted at its most: what is left of that was never there.
  const double lost = island.lost - beyond + (island.motored ? 0 : max(0.0, left - credit));
  std::vector<float>& all = bodies.energiesLost;
  if (lost > 0 && all.size() < size_t(bodies.size())) all.resize(size_t(bodies.size()));
  for (const int i : members)
    if (size_t(i) < all.size()) all[size_t(i)] = float(lost / island.count);
}

bool EnergyBound::finish(Bodies& bodies, float h) {
  bool diverged = false;
  for (Island& island : islands_) island.storedAfter = 0;
  for (const Springs& s : taken_)
    islands_[size_t(s.island)].storedAfter += s.springs.energy(bodies);
  for (Island& island : islands_) {
    if (island.count == 0) continue;
    const double most = kineticMost(bodies, island, h);
    if (!(island.after <= most)) {
      diverged |= !island.alone && !(island.after <= kDiverged * island.kinetic);
      takeGain(bodies, island, most, h);
    }
    keepCredit(bodies, island, most);
  }
  return diverged;
}

/// Leaves an island the kinetic energy `most`, of its inner motion as little as that takes. Torn
/// joints may draw one together like a skater's arms, which turns faster then: it owes that, but
/// far beyond what it should have its turning gives way too, and with it its angular momentum.
/// Gravity gave speed for a whole substep to what an impact stopped within it: that gives way last.
[[gnu::cold]] void EnergyBound::takeGain(Bodies& bodies, Island& island, double most,
                                         float h) const {
  const auto members = membersOf(island);
  RigidMotion motion, kept;
  if (!island.held) {
    const Whole now = wholeOf(bodies, members);
    motion = {now.center, (1 / now.mass) * now.momentum, inverse(now.inertia) * now.angular};
    const RigidMotion straight{motion.center, motion.linear, {}};
    const double whole = energyAs(bodies, members, motion, h);
    const double least = energyAs(bodies, members, straight, h);
    const double had = most + island.lost;
    const bool owesTooMuch = whole - least > kMostOwed * (had - least);
    kept = owesTooMuch ? straight : motion;
    if (owesTooMuch && had > least)
      kept.angular = std::sqrt((had - least) / (whole - least)) * motion.angular;
    else if (owesTooMuch)
      kept.linear = std::sqrt(most / least) * motion.linear;
  } else if (island.leans) {
    motion.linear = keptVelocity(bodies, island);
    kept = motion;
    const double whole = energyAs(bodies, members, motion, h);
    if (whole > most) kept.linear = std::sqrt(most / whole) * motion.linear;
  }
  const double left = slow(bodies, members, motion, kept, most, h);
  island.after = max(left, min(island.after, most));
}

/// Of the velocity that an island had as a whole, what it still has of it.
[[gnu::cold]] Vec3d EnergyBound::keptVelocity(const Bodies& bodies, const Island& island) const {
  Vec3d had, has;
  double mass = 0;
  for (int k = island.first; k < island.first + island.count; ++k) {
    const int i = members_[size_t(k)];
    const double m = bodies.masses[i].mass;
    had += m * toDouble(begun_[size_t(k)].linear);
    has += m * toDouble(bodies.states[i].linear);
    mass += m;
  }
  const double square = lengthSquared(had);
  if (!(square > 0)) return {};
  return (std::clamp(dot(has, had) / square, 0.0, 1.0) / mass) * had;
}

/// The kinetic energy of bodies that all moved as one [J].
[[gnu::cold]] double EnergyBound::energyAs(const Bodies& bodies, std::span<const int> members,
                                           const RigidMotion& motion, float h) const {
  double sum = 0;
  for (const int i : members) {
    const Vec3d r = toDouble(bodies.poseNow(i).position) - motion.center;
    const Vec3d lag = toDouble(storedLag_ * h * bodies.accelerationOf(i, gravity_));
    const Vec3d linear = motion.linear + cross(motion.angular, r) + lag;
    sum += 0.5 * double(bodies.masses[i].mass) * lengthSquared(linear) +
           turningEnergy(bodies, i, toFloat(motion.angular));
  }
  return sum;
}

/// Changes the motion as a whole from one to another, and slows down the rest as much as `most`
/// asks for. The energy of the former, which is all that is left where it is too much alone.
[[gnu::cold]] double EnergyBound::slow(Bodies& bodies, std::span<const int> members,
                                       const RigidMotion& from, const RigidMotion& to, double most,
                                       float h) const {
  const auto at = [&](const RigidMotion& motion, int i) {
    const Vec3d r = toDouble(bodies.poseNow(i).position) - motion.center;
    return motion.linear + cross(motion.angular, r);
  };
  // With the share s of the inner motion: s² a + s b + c.
  double a = 0, b = 0;
  const double c = energyAs(bodies, members, to, h);
  for (const int i : members) {
    const BodyState& s = bodies.states[i];
    const double mass = bodies.masses[i].mass;
    const Vec3d inner = toDouble(s.linear) - at(from, i);
    const Vec3d lag = toDouble(storedLag_ * h * bodies.accelerationOf(i, gravity_));
    const Vec3d whole = at(to, i) + lag;
    const Vec3 turning = s.angular - toFloat(from.angular);
    a += 0.5 * mass * lengthSquared(inner) + turningEnergy(bodies, i, turning);
    b += mass * dot(inner, whole) + dot(bodies.inertiaNow(i) * toDouble(turning), to.angular);
  }
  // What is not a number has nothing to be kept.
  const double root = b * b - 4 * a * (c - most);
  const bool fits = c <= most && std::isfinite(root);
  double share = 0;
  if (fits) share = a + b + c <= most ? 1 : (std::sqrt(root) - b) / (2 * a);
  for (const int i : members) {
    BodyState& s = bodies.states[i];
    const Vec3d whole = at(to, i);
    s.linear = toFloat(fits ? whole + share * (toDouble(s.linear) - at(from, i)) : whole);
    s.angular =
        toFloat(fits ? to.angular + share * (toDouble(s.angular) - from.angular) : to.angular);
  }
  return c;
}

}  // namespace holonom
