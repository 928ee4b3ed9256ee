#include "springs/contacts.h"

namespace holonom {

namespace {

using State = NodeContact::State;

/// What does not give way gives way by this part of what the node does: little, yet far above what
/// rounding of the blocks' inverses hides.
constexpr double kHardest = 1e-4;

Sym3d outer(double s, Vec3d u) {
  return {s * u.x * u.x, s * u.y * u.y, s * u.z * u.z, s * u.x * u.y, s * u.x * u.z, s * u.y * u.z};
}

/// Velocity at which the node would neither rub nor come closer than it may.
Vec3d wanted(const NodeContact& c) { return c.velocity + c.least * c.normal; }

}  // namespace

bool solvesContacts(const SpringNetworkDef& s) {
  using enum IntegratorType;
  const IntegratorType i = s.integrator;
  return !s.asPrinted && (i == BackwardEuler || i == Jacobi || i == Hybrid || i == Imex);
}

void startContacts(SpringNetwork& n) {
  for (NodeContact& c : n.contacts) {
    c.block = n.diagonalBlocks[c.node];
    c.force = n.force[c.node];
    const Sym3d& d = c.block;
    const double mass = n.masses[c.node];  // the least, where compression is not clamped
    c.along = max(mass, dot(c.normal, d * c.normal));
    c.across = max(mass, (d.xx + d.yy + d.zz) / 3);
    const double alone = dot(c.normal, n.velocities[c.node] - c.velocity + (1 / c.along) * c.force);
    c.need = max(0.0, c.along * (c.least - alone));
    c.state = alone >= c.least ? State::Apart : c.friction > 0 ? State::Sticks : State::Slips;
    c.rub = {};
  }
}

void addContacts(SpringNetwork& n) {
  // Nodes on the same body share its mass, so that together they can't overreact.
  for (const NodeContact& c : n.contacts) n.sharing[c.body] = 0;
  for (const NodeContact& c : n.contacts) n.sharing[c.body] += c.state != State::Apart;
  for (NodeContact& c : n.contacts) {
    c.mass = {};
    if (c.state == State::Apart) continue;
    const Sym3d gives = double(n.sharing[c.body]) * c.inverseMass + diagonal(kHardest / c.across) +
                        outer(kHardest / c.along - kHardest / c.across, c.normal);
    c.mass = c.state == State::Sticks ? inverse(gives)
                                      : outer(1 / dot(c.normal, gives * c.normal), c.normal);
    n.diagonalBlocks[c.node] = n.diagonalBlocks[c.node] + c.mass;
    n.force[c.node] += c.mass * (wanted(c) - n.velocities[c.node]) + c.rub;
  }
}

void takeContactsOff(SpringNetwork& n) {
  for (const NodeContact& c : n.contacts) {
    n.diagonalBlocks[c.node] = c.block;
    n.force[c.node] = c.force;
  }
}

bool reviseContacts(SpringNetwork& n) {
  bool changed = false;
  for (NodeContact& c : n.contacts) {
    const State before = c.state;
    const Vec3d v = n.velocities[c.node] + n.deltaVelocity[c.node];
    const Vec3d lacks = wanted(c) - v;
    c.impulse = c.mass * lacks + c.rub;
    const double push = dot(c.normal, c.impulse);
    if (c.state == State::Apart) {
      if (dot(c.normal, lacks) > 0) c.state = c.friction > 0 ? State::Sticks : State::Slips;
    } else if (push < 0) {
      c.state = State::Apart;
    } else if (c.state == State::Sticks) {
      const Vec3d hold = c.impulse - push * c.normal;
      const double held = length(hold);
      if (held > c.friction * push) {
        // Others on the node may be at odds with what it wants: no more than it needs alone.
        c.state = State::Slips;
        c.rub = (c.friction * min(push, c.need) / held) * hold;
      }
    } else if (c.friction > 0) {
      const Vec3d slip = (v - c.velocity) - dot(c.normal, v - c.velocity) * c.normal;
      const double speed = length(slip);
      if (dot(slip, c.rub) > 0)
        c.state = State::Sticks;  // what is to resist would drive
      else if (speed > 0)
        c.rub = -min(c.friction * push / speed, c.across) * slip;
    }
    if (c.state != State::Slips) c.rub = {};
    changed |= c.state != before;
  }
  return changed;
}

double loadSquared(SpringNetwork& n) {
  n.z = n.force;
  for (const NodeContact& c : n.contacts) n.z[c.node] = c.force;
  for (const NodeContact& c : n.contacts) {
    if (c.state == State::Apart) continue;
    const double share = min(1.0, c.along / dot(c.normal, c.mass * c.normal));
    n.z[c.node] += share * (c.mass * (wanted(c) - n.velocities[c.node])) + c.rub;
  }
  double sum = 0;
  for (const Vec3d& f : n.z) sum += lengthSquared(f);
  return sum;
}

}  // namespace holonom
