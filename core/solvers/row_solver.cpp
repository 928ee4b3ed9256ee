#include "solvers/row_solver.h"

#include <cmath>

namespace holonom {

void applyRow(const Row& row, int ofA, int ofB, Bodies& bodies, float impulse) {
  BodyState &a = bodies.states[ofA], &b = bodies.states[ofB];
  a.linear += (bodies.masses[ofA].inverseMass * impulse) * row.linearA;
  a.angular += impulse * (bodies.inverseInertia(ofA) * row.angularA);
  if (ofB == bodies.nobody()) return;
  b.linear += (bodies.masses[ofB].inverseMass * impulse) * row.linearB;
  b.angular += impulse * (bodies.inverseInertia(ofB) * row.angularB);
}

// Rare: not to be inlined among the rest.
[[gnu::cold, gnu::noinline]] void applyFurther(const SolverRow& r, Bodies& bodies, float impulse) {
  for (const RowEnd& e : r.more) {
    BodyState& s = bodies.states[e.body];
    s.linear += (bodies.masses[e.body].inverseMass * impulse) * e.linear;
    s.angular += impulse * (bodies.inverseInertia(e.body) * e.angular);
  }
}

[[gnu::cold, gnu::noinline]] float speedFurther(const SolverRow& r, const Bodies& bodies) {
  float sum = 0;
  for (const RowEnd& e : r.more)
    sum +=
        dot(e.linear, bodies.states[e.body].linear) + dot(e.angular, bodies.states[e.body].angular);
  return sum;
}

namespace {

/// On all bodies of a row.
void applyAlong(const SolverRow& r, Bodies& bodies, float impulse) {
  applyRow(r.row, r.a, r.b, bodies, impulse);
  if (!r.more.empty()) applyFurther(r, bodies, impulse);
}

}  // namespace

Row movedBy(const SolverRow& r, const Bodies& bodies) {
  Row moved;
  moved.linearA = bodies.masses[r.a].inverseMass * r.row.linearA;
  moved.angularA = bodies.inverseInertia(r.a) * r.row.angularA;
  if (r.b == bodies.nobody()) return moved;
  moved.linearB = bodies.masses[r.b].inverseMass * r.row.linearB;
  moved.angularB = bodies.inverseInertia(r.b) * r.row.angularB;
  return moved;
}

[[gnu::cold, gnu::noinline]] double movedFurther(const SolverRow& r, const Bodies& bodies) {
  double sum = 0;
  for (const RowEnd& e : r.more)
    sum += double(bodies.masses[e.body].inverseMass * lengthSquared(e.linear) +
                  dot(e.angular, bodies.inverseInertia(e.body) * e.angular));
  return sum;
}

double alongRow(const Row& row, const Row& moved) {
  return double(dot(row.linearA, moved.linearA) + dot(row.angularA, moved.angularA)) +
         double(dot(row.linearB, moved.linearB) + dot(row.angularB, moved.angularB));
}

float rowSpeed(const SolverRow& r, const Bodies& bodies) {
  const BodyState &a = bodies.states[r.a], &b = bodies.states[r.b];
  float ofA = dot(r.row.linearA, a.linear) + dot(r.row.angularA, a.angular);
  if (!r.more.empty()) ofA += speedFurther(r, bodies);
  if (r.b == bodies.nobody()) return ofA;
  return ofA + (dot(r.row.linearB, b.linear) + dot(r.row.angularB, b.angular));
}

[[gnu::noinline]] void keepLocks(SolverRow& r, const Bodies& bodies) {
  const bool both = r.b != bodies.nobody();
  if (!bodies.isLocked(r.a) && !bodies.isLocked(r.b)) return;
  Row& row = r.row;
  if (r.more.empty() && bodies.isHeldAlong(r.a, row.linearA, row.angularA) &&
      bodies.isHeldAlong(r.b, row.linearB, row.angularB))
    row.linearA = row.angularA = row.linearB = row.angularB = {};
  row.linearA = bodies.freeLinear(r.a, row.linearA);
  if (both) row.linearB = bodies.freeLinear(r.b, row.linearB);
}

void keepStiffness(SolverRow& r, const Bodies& bodies) {
  if (!(r.row.frequency > 0) || !(bodies.isLocked(r.a) || bodies.isLocked(r.b))) return;
  float free = 0, whole = 0;
  const auto add = [&](int body, Vec3 linear, Vec3 angular) {
    if (body == bodies.nobody() || !bodies.isDynamic(body)) return;
    const float turning = dot(angular, bodies.inverseInertia(body) * angular);
    const float mass = bodies.masses[body].inverseMass;
    free += mass * lengthSquared(bodies.freeLinear(body, linear)) + turning;
    whole += mass * lengthSquared(linear) + turning;
  };
  add(r.a, r.row.linearA, r.row.angularA);
  add(r.b, r.row.linearB, r.row.angularB);
  if (!(free > 0)) return;
  const float share = std::sqrt(free / whole);
  r.row.frequency *= share, r.row.dampingRatio *= share;
}

void prepareRow(SolverRow& r, const Bodies& bodies) {
  keepLocks(r, bodies);
  float k = bodies.masses[r.a].inverseMass * lengthSquared(r.row.linearA) +
            dot(r.row.angularA, bodies.inverseInertia(r.a) * r.row.angularA);
  if (r.b != bodies.nobody())
    k += bodies.masses[r.b].inverseMass * lengthSquared(r.row.linearB) +
         dot(r.row.angularB, bodies.inverseInertia(r.b) * r.row.angularB);
  if (!r.more.empty()) k += float(movedFurther(r, bodies));
  r.mass = k > 0 ? 1 / k : 0;
}

void warmStartRow(const SolverRow& r, Bodies& bodies) {
  if (r.impulse != 0) applyAlong(r, bodies, r.impulse);
}

float solvedImpulse(const SolverRow& r, const Bodies& bodies, float h, bool useBias,
                    float maxPush) {
  const float jv = rowSpeed(r, bodies);
  const float bias = rowBias(r.row, r.soft, h, maxPush, useBias);
  const bool soft = useBias || r.row.frequency > 0;
  const float massScale = soft ? r.soft.massScale : 1;
  const float impulseScale = soft ? r.soft.impulseScale : 0;
  const float change = -r.mass * massScale * (jv + bias) - impulseScale * r.impulse;
  return max(r.row.lower * h, min(r.row.upper * h, r.impulse + change));
}

void solveRow(SolverRow& r, Bodies& bodies, float h, bool useBias, float maxPush) {
  setRowImpulse(r, bodies, solvedImpulse(r, bodies, h, useBias, maxPush));
}

void setRowImpulse(SolverRow& r, Bodies& bodies, float total) {
  // Most limits are far and push nothing.
  if (total == r.impulse) return;
  applyAlong(r, bodies, total - r.impulse);
  r.impulse = total;
}

}  // namespace holonom
