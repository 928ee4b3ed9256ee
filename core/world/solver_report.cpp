// How well the last step was solved: the same measure for every solver, from the state it left.
#include <algorithm>
#include <cmath>

#include "solvers/soft_basis.h"
#include "world/world.h"

namespace holonom {

namespace {

/// A body as the last substep's rows saw it.
Transform poseBefore(const Bodies& bodies, int i, float h) {
  if (i == bodies.nobody()) return {};
  const Transform& now = bodies.poses[i];
  if (!bodies.isAwake(i)) return now;
  const BodyState& s = bodies.states[i];
  return {now.position - h * s.linear, integrateRotation(now.rotation, -h * s.angular)};
}

SolverRow reportRow(const Bodies& bodies, const Row& row, int a, int b, float impulse) {
  SolverRow r;
  r.row = row;
  r.a = a, r.b = b;
  r.impulse = impulse;
  keepStiffness(r, bodies);
  prepareRow(r, bodies);
  return r;
}

/// The bound of a contact's friction, whatever its normal force [N].
float constantFriction(const Bodies& bodies, const Contact& c, float friction, float gravity) {
  const float a = bodies.masses[c.bodyA].mass, b = bodies.masses[c.bodyB].mass;
  return friction * gravity * (a > 0 && b > 0 ? min(a, b) : max(a, b));
}

}  // namespace

SolverReport World::solverReport() const {
  SolverReport report;
  report.iterations = solving_.counts.iterations, report.fallbacks = solving_.counts.fallbacks;
  report.clothVisits = solving_.counts.clothVisits;
  report.products = solving_.counts.products;
  const auto h = static_cast<float>(course_.lastSubstep);
  if (!(h > 0)) return report;
  // What overflows, as rows of a body of 1e-30 kg at 1e7 m, has no measure.
  const auto raise = [](double& most, double value) {
    if (std::isfinite(value)) most = max(most, value);
  };
  const auto measure = [&](const SolverRow& r) {
    ++report.rows;
    if (!(r.mass > 0)) return;
    const double m = double(r.mass), lambda = double(r.impulse);
    const double lower = double(r.row.lower) * h, upper = double(r.row.upper) * h;
    double w = double(rowSpeed(r, bodies)) + double(rowBias(r.row, r.soft, h, {}, false));
    if (r.row.frequency > 0 && r.soft.massScale > 0)
      w += lambda * double(r.soft.impulseScale) / (double(r.soft.massScale) * m);
    const double mapped = std::clamp(lambda - m * w, lower, upper);
    raise(report.residual, abs(lambda - mapped) / m);
    raise(report.boundViolation, max(lower - lambda, lambda - upper) / double(h));
  };

  const auto measureSprings = [&](std::span<SolverRow> equations) {
    report.rows += int(equations.size());
    const SoftBasis basis(equations, bodies);
    basis.changeRows(equations);
    basis.changeImpulses(equations);
    float left[6];
    for (size_t k = 0; k < equations.size(); ++k) {
      const SolverRow& r = equations[k];
      left[k] = rowSpeed(r, bodies) + rowBias(r.row, r.soft, h, {}, false) +
                r.impulse * (r.soft.impulseScale / r.soft.massScale);
    }
    basis.restoreErrors({left, equations.size()});
    for (size_t k = 0; k < equations.size(); ++k) raise(report.residual, double(abs(left[k])));
  };

  for (const Joint& j : joints.all) {
    if (!bodies.moves(j.bodyA) && (j.bodyB == bodies.nobody() || !bodies.moves(j.bodyB))) continue;
    Row rows[kMaxJointRows];
    const int count = evaluateJoint(j.def, j.frames, poseBefore(bodies, j.bodyA, h),
                                    poseBefore(bodies, j.bodyB, h), rows);
    const int equations = equalityCount(j.def);
    if (const int motor = freeMotorRow(j.def); motor >= 0) {
      rows[motor].upper = solving_.joints.strengthOf(j.def), rows[motor].lower = -rows[motor].upper;
      stopAtLimits(rows[motor], RowSlots(rows) + (motor + 1), count - motor - 1, {0, 0, h});
    }
    SolverRow solved[kMaxJointRows];
    const bool locked = bodies.isLocked(j.bodyA) || bodies.isLocked(j.bodyB);
    const int springs = !locked && isSoftBlock(j.def) ? equations : 0;
    for (int k = 0; k < count; ++k) {
      SolverRow& r = solved[k];
      r = reportRow(bodies, rows[k], j.bodyA, j.bodyB, j.impulses[k]);
      r.soft = softness(r.row.frequency, r.row.dampingRatio, h);
    }
    if (springs > 0) measureSprings({solved, size_t(springs)});
    for (int k = springs; k < count; ++k) measure(solved[k]);
  }

  // A contact's friction as one force at its middle.
  const auto measureFriction = [&](const Contact& c, Vec3 normal, Vec3 centerA, Vec3 centerB,
                                   float pressure) {
    const ContactPatch& patch = collision.contacts.patchOf(c);
    const Vec3 t[2] = {anyPerpendicular(normal), cross(normal, anyPerpendicular(normal))};
    double bound = double(patch.friction) * double(pressure);
    if (settings.friction == FrictionModel::Constant)
      bound =
          pressure > 0
              ? double(constantFriction(bodies, c, patch.friction, length(settings.gravity)) * h)
              : 0;
    double lambda[2], tried[2], m[2];
    for (int d = 0; d < 2; ++d) {
      const SolverRow r = reportRow(bodies, pointRow(centerA, centerB, t[d]), c.bodyA, c.bodyB,
                                    dot(patch.tangentImpulse, t[d]));
      m[d] = double(r.mass), lambda[d] = double(r.impulse);
      tried[d] = lambda[d] - m[d] * double(rowSpeed(r, bodies));
    }
    report.rows += 2 * c.count;
    if (!(m[0] > 0 && m[1] > 0)) return;
    const bool box = settings.friction == FrictionModel::Pyramid;
    const double size = std::sqrt(tried[0] * tried[0] + tried[1] * tried[1]);
    const double scale = size > bound ? bound / size : 1;
    for (int d = 0; d < 2; ++d) {
      const double mapped = box ? std::clamp(tried[d], -bound, bound) : scale * tried[d];
      raise(report.residual, abs(lambda[d] - mapped) / m[d]);
    }
    const double force = box ? max(abs(lambda[0]), abs(lambda[1]))
                             : std::sqrt(lambda[0] * lambda[0] + lambda[1] * lambda[1]);
    raise(report.boundViolation, (force - bound) / double(h));
  };
  for (const Contact& c : collision.contacts.all()) {
    const ContactPatch& patch = collision.contacts.patchOf(c);
    const int a = c.bodyA, b = c.bodyB;
    if (c.count == 0 || c.sensor || (!bodies.moves(a) && !bodies.moves(b))) continue;
    if (patch.restitution > 0 && patch.approachSpeed > settings.restitutionThreshold) continue;
    const Transform poseA = poseBefore(bodies, a, h), poseB = poseBefore(bodies, b, h);
    const Manifold manifold = manifoldOf(c, patch, poseA.rotation, poseB.rotation);
    float sum = 0;
    Vec3 centerA{}, centerB{};
    for (int k = 0; k < manifold.count; ++k) {
      const Vec3 armA = manifold.points[k].onA, armB = manifold.points[k].onB;
      Row row = pointRow(armA, armB, manifold.normal);
      row.lower = 0;
      // Pushing out of penetration is not wanted speed, closing a gap is.
      row.error = dot(poseB.position + armB - poseA.position - armA, manifold.normal);
      measure(reportRow(bodies, row, a, b, patch.points()[k].impulse));
      sum += patch.points()[k].impulse;
      centerA += (1.0f / float(manifold.count)) * armA;
      centerB += (1.0f / float(manifold.count)) * armB;
    }
    if (!(patch.friction > 0)) continue;
    measureFriction(c, manifold.normal, centerA, centerB, sum);
  }
  return report;
}

int World::sleepingCount() const {
  int count = 0;
  for (int i = 0; i < bodies.size(); ++i) count += bodies.isDynamic(i) && !bodies.isAwake(i);
  return count;
}

int World::islandCount() const {
  std::vector<int> parents(static_cast<size_t>(bodies.size()));
  int count = 0;
  for (int i = 0; i < bodies.size(); ++i) {
    parents[i] = i;
    count += bodies.moves(i);
  }
  const auto rootOf = [&](int i) {
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
  };
  const auto join = [&](int a, int b) {
    if (a == bodies.nobody() || b == bodies.nobody() || !bodies.moves(a) || !bodies.moves(b))
      return;
    const int ra = rootOf(a), rb = rootOf(b);
    count -= ra != rb;
    parents[ra] = rb;
  };
  for (const Contact& c : collision.contacts.all())
    if (c.count > 0 && !c.sensor) join(c.bodyA, c.bodyB);
  for (const Joint& j : joints.all) join(j.bodyA, j.bodyB);
  for (const auto& [a, b] : userConstraints_.links(bodies)) join(a, b);
  return count;
}

}  // namespace holonom
