#include "world/user_constraints.h"

#include <algorithm>
#include <cmath>

#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Half of what a coordinate is moved by to see how the value changes [m]: the error is its square
/// on the scale of a meter, and rounding stays below 1e-9 of the value per meter.
constexpr double kProbe = 1e-6;

double& coordinate(Vec3d& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

Status checkCompliance(float compliance) {
  return checkNumber(double(compliance), "compliance", kAnyPositive, 0, false);
}

}  // namespace

/// Fills the gradient; false where the functions give none.
bool UserConstraint::differentiate() {
  if (functions.gradient) {
    functions.gradient(functions.user, x, gradient);
  } else {
    for (size_t i = 0; i < x.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        double& c = coordinate(x[i], k);
        const double from = c, above = from + kProbe, below = from - kProbe;
        c = above;
        const double upper = functions.value(functions.user, x);
        c = below;
        const double lower = functions.value(functions.user, x);
        c = from;
        coordinate(gradient[i], k) = (upper - lower) / (above - below);
      }
  }
  return std::all_of(gradient.begin(), gradient.end(),
                     [](Vec3d g) { return std::isfinite(g.x + g.y + g.z); });
}

void UserConstraint::project(Particles& particles, float h) {
  if (failed || index.empty() || !def.bodies.empty()) return;
  for (size_t i = 0; i < x.size(); ++i) x[i] = toDouble(particles.positions[index[i]].xyz());
  value = functions.value(functions.user, x);
  // One that is kept without a force asks for no gradient.
  if (def.inequality && value >= 0 && lambda == 0) return;
  failed = !std::isfinite(value) || !differentiate();
  if (failed) {
    force = 0;
    return;
  }
  double mobility = 0, farthest = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double w = double(particles.positions[index[i]].w), slope = dot(gradient[i], gradient[i]);
    mobility += w * slope;
    farthest = max(farthest, w * std::sqrt(slope));
  }
  const double compliance = double(def.compliance) / (double(h) * double(h));
  if (!(mobility + compliance > 0)) return;
  double change = -(value + compliance * lambda) / (mobility + compliance);
  if (def.inequality) change = max(change, -lambda);
  // Where the value hardly changes with the places, there is no way to go.
  if (!(farthest * std::abs(change) < kLargest)) return;
  lambda += change;
  force = lambda / (double(h) * double(h));
  for (size_t i = 0; i < x.size(); ++i) {
    Quad& p = particles.positions[index[i]];
    if (p.w > 0) p.setXyz(toFloat(x[i] + (double(p.w) * change) * gradient[i]));
  }
}

UserConstraintId UserConstraints::add(UserConstraintDef def, UserFunctions functions) {
  UserConstraint c;
  c.def = std::move(def);
  c.functions = functions;
  c.index.reserve(c.def.particles.size() + c.def.bodies.size());
  c.row.reserve(c.def, functions);
  c.x.resize(c.def.particles.size());
  c.gradient.resize(c.def.particles.size());
  return all_.add(std::move(c));
}

bool UserConstraints::remove(UserConstraintId id) {
  const int i = all_.indexOf(id);
  if (i < 0) return false;
  all_.removeAt(i);
  return true;
}

UserConstraint* UserConstraints::find(UserConstraintId id) {
  const int i = all_.indexOf(id);
  return i < 0 ? nullptr : &all_[i];
}

void UserConstraints::begin(const Objects<Cloth, ClothId>& cloths, int substep) {
  for (UserConstraint& c : all_) {
    if (!c.def.bodies.empty()) continue;
    c.lambda = c.force = 0;
    if (substep > 0) continue;
    c.failed = false;
    c.index.clear();
    for (const ClothParticle& p : c.def.particles) {
      const int cloth = cloths.indexOf(p.cloth);
      // A restored world may hold another cloth by that handle.
      if (cloth < 0 || p.point >= cloths[cloth].count) break;
      c.index.push_back(cloths[cloth].first + p.point);
    }
    if (c.index.size() < c.def.particles.size()) c.index.clear();
  }
}

/// False where it has none, or one is gone.
bool UserConstraints::findBodies(UserConstraint& c, const Bodies& bodies) {
  if (c.def.bodies.empty()) return false;
  c.index.clear();
  for (const BodyId id : c.def.bodies) {
    c.index.push_back(bodies.ids.indexOf(id));
    if (c.index.back() < 0) return false;
  }
  return true;
}

/// Finds their bodies too.
void UserConstraints::align(const Bodies& bodies) {
  aligned_.clear();
  for (size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].def.bodies.empty()) continue;
    const UserConstraintId id = all_.idAt(int(i));
    const auto found = std::ranges::find(impulses_, id, &UserImpulse::id);
    const bool there = found != impulses_.end() && findBodies(all_[i], bodies);
    aligned_.push_back(there ? *found : UserImpulse{id});
  }
  impulses_.swap(aligned_);
}

void UserConstraints::scale(float ratio) {
  for (UserImpulse& each : impulses_) each.impulse *= ratio;
}

void UserConstraints::finish(double seconds) {
  for (const UserImpulse& k : impulses_) {
    UserConstraint& c = all_[size_t(all_.indexOf(k.id))];
    c.value = c.row.value, c.failed = c.row.failed;
    c.force = (c.row.isOpposite() ? -1 : 1) * double(k.stepImpulse) / seconds;
  }
}

const std::vector<std::pair<int, int>>& UserConstraints::links(const Bodies& bodies) {
  links_.clear();
  for (UserConstraint& c : all_) {
    if (!findBodies(c, bodies)) continue;
    const auto moves = [&](int body) { return bodies.isDynamic(body); };
    const auto first = std::ranges::find_if(c.index, moves);
    if (first == c.index.end()) continue;
    if (c.index.size() == 1) links_.push_back({*first, bodies.nobody()});
    for (const int body : c.index)
      if (body != *first) links_.push_back({*first, body});
  }
  return links_;
}

void UserConstraints::prepare(const Bodies& bodies, std::vector<ActiveJoint>& joints) {
  align(bodies);
  for (size_t k = 0; k < all_.size(); ++k) {
    UserConstraint& c = all_[k];
    if (!findBodies(c, bodies)) continue;
    const auto first = std::ranges::find_if(c.index, [&](int body) { return bodies.moves(body); });
    const bool rests = first == c.index.end();
    // What sleeps keeps what it had.
    if (rests && std::ranges::any_of(c.index, [&](int body) { return bodies.isDynamic(body); }))
      continue;
    UserImpulse& kept = *std::ranges::find(impulses_, all_.idAt(int(k)), &UserImpulse::id);
    kept.stepImpulse = 0;
    c.row.begin(c.index, rests ? 0 : int(first - c.index.begin()));
    if (rests) {
      c.row.measure(bodies);
      continue;
    }
    ActiveJoint active;
    active.a = active.b = *first;
    if (c.row.ends.size() == 1) active.b = bodies.nobody();
    for (size_t i = 1; i < std::max<size_t>(c.row.ends.size(), 2); ++i) {
      if (i < c.row.ends.size()) active.b = c.row.ends[i].body;
      active.user = i == 1 ? &c.row : nullptr;
      active.count = i == 1;
      active.compliance = c.def.compliance;
      active.impulses = &kept.impulse, active.stepImpulses = &kept.stepImpulse;
      joints.push_back(active);
    }
  }
}

Status World::checkUserBodies(const UserConstraintDef& def) const {
  for (size_t i = 0; i < def.bodies.size(); ++i) {
    const std::string path = "bodies[" + std::to_string(i) + "]";
    const double bits = def.bodies[i].bits;
    if (indexOf(def.bodies[i]) < 0)
      return Error{ErrorCode::Stale, path, bits, Rule::ExistingKind, {"body"}};
    if (std::find(def.bodies.begin(), def.bodies.begin() + std::ptrdiff_t(i), def.bodies[i]) !=
        def.bodies.begin() + std::ptrdiff_t(i))
      return Error{ErrorCode::Range, path, bits, Rule::NewBody};
  }
  if (!(def.lower <= 0))
    return Error{ErrorCode::Range, "bounds.lower", double(def.lower), Rule::LimitsInOrder, {"0"}};
  if (!(def.upper >= 0))
    return Error{
        ErrorCode::Range, "bounds.upper", double(def.upper), Rule::AnyNumberAtLeast, {0.0}};
  return {};
}

Result<UserConstraintId> World::addUserConstraint(UserConstraintDef def, UserFunctions functions) {
  if (Status bad = checkCompliance(def.compliance)) return *bad;
  if (!def.bodies.empty()) {
    if (!def.particles.empty())
      return Error{
          ErrorCode::Range, "bodies", double(def.bodies.size()), Rule::AbsentWhere, {"particles"}};
    if (Status bad = checkUserBodies(def)) return *bad;
    const UserConstraintId id = userConstraints_.add(std::move(def), functions);
    wakeUser(id);
    return id;
  }
  if (def.particles.empty())
    return Error{ErrorCode::Missing, "particles", Value::array(), Rule::ParticleNeeded};
  const auto refused = [](size_t i, Error error) {
    error.path = "particles[" + std::to_string(i) + "]." + error.path;
    return error;
  };
  std::vector<Keyed> keyed, scratch;
  for (const ClothParticle& p : def.particles) {
    if (Status bad = soft.checkPoint(p.cloth, {}, p.point)) return refused(keyed.size(), *bad);
    keyed.push_back({keyOf(p.cloth.bits, uint32_t(p.point)), uint32_t(keyed.size())});
  }
  sortByKey(keyed, scratch);
  for (size_t k = 1; k < keyed.size(); ++k)
    if (keyed[k].key == keyed[k - 1].key) {
      const size_t i = keyed[k].index;
      return refused(
          i, {ErrorCode::Range, "point", double(def.particles[i].point), Rule::NewParticle});
    }
  return userConstraints_.add(std::move(def), functions);
}

bool World::remove(UserConstraintId id) {
  wakeUser(id);
  return userConstraints_.remove(id);
}

/// What a constraint that came, went or changed pulls on wakes.
void World::wakeUser(UserConstraintId id) {
  const UserConstraint* const c = userConstraints_.find(id);
  if (!c) return;
  if (c->def.bodies.empty()) return;
  islands_.forgetTies();
  ++version;
  for (const BodyId body : c->def.bodies)
    if (const int i = indexOf(body); i >= 0) wake(i);
}

Status World::setCompliance(UserConstraintId id, float compliance) {
  UserConstraint* c = userConstraints_.find(id);
  if (!c) return Error{ErrorCode::Stale, "id", double(id.bits), Rule::ExistingKind, {"constraint"}};
  if (Status bad = checkCompliance(compliance)) return bad;
  wakeUser(id);
  c->def.compliance = compliance;
  return {};
}

}  // namespace holonom
