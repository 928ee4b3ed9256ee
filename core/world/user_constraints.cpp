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
  if (failed || index.empty()) return;
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
  UserConstraint& c = all_.emplace_back();
  c.def = std::move(def);
  c.functions = functions;
  c.index.reserve(c.def.particles.size());
  c.x.resize(c.def.particles.size());
  c.gradient.resize(c.def.particles.size());
  return ids_.insert();
}

bool UserConstraints::remove(UserConstraintId id) {
  const int i = ids_.indexOf(id);
  if (i < 0) return false;
  if (i + 1 < static_cast<int>(all_.size())) all_[i] = std::move(all_.back());
  all_.pop_back();
  ids_.removeAt(i);
  return true;
}

UserConstraint* UserConstraints::find(UserConstraintId id) {
  const int i = ids_.indexOf(id);
  return i < 0 ? nullptr : &all_[i];
}

void UserConstraints::begin(const std::vector<Cloth>& cloths, const IdPool<ClothId>& ids,
                            int substep) {
  for (UserConstraint& c : all_) {
    c.lambda = c.force = 0;
    if (substep > 0) continue;
    c.failed = false;
    c.index.clear();
    for (const ClothParticle& p : c.def.particles) {
      const int cloth = ids.indexOf(p.cloth);
      // A restored world may hold another cloth by that handle.
      if (cloth < 0 || p.point >= cloths[cloth].count) break;
      c.index.push_back(cloths[cloth].first + p.point);
    }
    if (c.index.size() < c.def.particles.size()) c.index.clear();
  }
}

Result<UserConstraintId> World::addUserConstraint(UserConstraintDef def, UserFunctions functions) {
  if (Status bad = checkCompliance(def.compliance)) return *bad;
  if (def.particles.empty())
    return Error{ErrorCode::Missing, "particles", Value::array(), Rule::ParticleNeeded};
  const auto refused = [](size_t i, Error error) {
    error.path = "particles[" + std::to_string(i) + "]." + error.path;
    return error;
  };
  keyed_.clear();
  for (const ClothParticle& p : def.particles) {
    if (Status bad = checkPoint(p.cloth, {}, p.point)) return refused(keyed_.size(), *bad);
    keyed_.push_back({keyOf(p.cloth.bits, uint32_t(p.point)), uint32_t(keyed_.size())});
  }
  sortByKey(keyed_, keyedScratch_);
  for (size_t k = 1; k < keyed_.size(); ++k)
    if (keyed_[k].key == keyed_[k - 1].key) {
      const size_t i = keyed_[k].index;
      return refused(
          i, {ErrorCode::Range, "point", double(def.particles[i].point), Rule::NewParticle});
    }
  return userConstraints_.add(std::move(def), functions);
}

Status World::setCompliance(UserConstraintId id, float compliance) {
  UserConstraint* c = userConstraints_.find(id);
  if (!c) return Error{ErrorCode::Stale, "id", double(id.bits), Rule::ExistingKind, {"constraint"}};
  if (Status bad = checkCompliance(compliance)) return bad;
  c->def.compliance = compliance;
  return {};
}

}  // namespace holonom
