#pragma once
// Bodies and joint rows without a world, for tests of the solvers of rows.
#include <vector>

#include "solvers/equality_system.h"

namespace holonom {

struct RowScene {
  Bodies bodies;
  std::vector<SolverRow> rows;
  std::vector<RowBlock> blocks;

  /// A box of half a side `half` [m] at a place; `mass` 0 makes it static.
  int addBox(Vec3 position, float mass, Vec3 half = {0.1f, 0.1f, 0.1f}) {
    BodyDef def;
    def.position = position;
    def.shape = Box{half};
    if (mass > 0)
      def.mass = mass;
    else
      def.type = BodyType::Static;
    return bodies.add(def);
  }

  /// Holds the points of a and b nearest to `anchor` [world, m] together: 3 rows; with `axes`
  /// further rows that keep the relative rotation about x, y, z: 6 make the joint rigid. b may be
  /// −1: the world (nobody() is known once all bodies are added, so add bodies first).
  void addJoint(int a, int b, Vec3 anchor, int count = 3) {
    if (b < 0) b = bodies.nobody();
    const Vec3 armA = anchor - bodies.poses[a].position;
    const Vec3 armB = b == bodies.nobody() ? Vec3{} : anchor - bodies.poses[b].position;
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    blocks.push_back({a, b, int(rows.size()), count});
    for (int k = 0; k < count; ++k) {
      SolverRow r;
      r.a = a, r.b = b;
      const Vec3 u = axes[k % 3];
      if (k < 3) {
        r.row.linearA = -u, r.row.angularA = -cross(armA, u);
        r.row.linearB = u, r.row.angularB = cross(armB, u);
      } else {
        r.row.angularA = -u, r.row.angularB = u;
      }
      r.soft = {0, 1, 0};
      rows.push_back(r);
    }
  }

  /// J v of a row at the present velocities, in double.
  double speed(const SolverRow& r) const {
    const BodyState &a = bodies.states[r.a], &b = bodies.states[r.b];
    return dot(toDouble(r.row.linearA), toDouble(a.linear)) +
           dot(toDouble(r.row.angularA), toDouble(a.angular)) +
           dot(toDouble(r.row.linearB), toDouble(b.linear)) +
           dot(toDouble(r.row.angularB), toDouble(b.angular));
  }
  double largestSpeed() const {
    double largest = 0;
    for (const SolverRow& r : rows) largest = max(largest, abs(speed(r)));
    return largest;
  }

  /// Makes the velocities meet the rows factored last, starting from their impulses.
  void solve(EqualitySystem& system, bool useBias) {
    system.takeImpulses(rows);
    system.solve(bodies, useBias);
    system.giveImpulses(rows);
  }
  double solveExactly(EqualitySystem& system) {
    system.takeImpulses(rows);
    const double residual = system.solveExactly(bodies, true);
    system.giveImpulses(rows);
    return residual;
  }

  void accelerate(Vec3 change) {
    for (int i = 0; i < bodies.size(); ++i)
      if (bodies.isDynamic(i)) bodies.states[i].linear += change;
  }
};

}  // namespace holonom
