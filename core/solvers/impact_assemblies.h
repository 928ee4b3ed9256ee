#pragma once
// Joined bodies in an impact: joints push in the same instant, so a blow on one body moves all that
// joints link to it, its assembly. The answer to an impulse is found by the factorisation of the
// joints' equations. Springs, motors and drives have finite forces and so no part in it.
#include <span>
#include <vector>

#include "rigid/bodies.h"
#include "solvers/joint_solver.h"

namespace holonom {

/// What an impulse at one contact point does to an assembly.
struct ImpactAnswer {
  int assembly = -1;               ///< among the open ones; −1: no joints
  int memberA = -1, memberB = -1;  ///< the bodies of the contact that belong to it
  int first = -1;  ///< of the velocities per unit impulse along three axes; −1: not stored
};

class ImpactAssemblies {
 public:
  /// Before the impacts of a substep.
  void begin();
  /// As a round of them begins: no answer outlives it.
  void forgetAnswers() { answers_.clear(); }
  /// Opens the assembly of a body, if it has one: its velocities meet the joints' equations until
  /// `close`. Allocates only while capacities grow.
  void open(Bodies& bodies, JointSolver& joints, int body);
  /// Finds what impulses along three axes do, on B at `armB` and opposite on A at `armA`; both must
  /// be open. Writes the answers of the assemblies of A and B; where those are one, only the first.
  void answer(const Bodies& bodies, JointSolver& joints, int a, int b, Vec3 armA, Vec3 armB,
              const Vec3* axes, ImpactAnswer* out);
  /// Relative velocity of the two points of contact per unit impulse along an axis [1/kg].
  Vec3 relativeVelocity(const ImpactAnswer& answer, int axis, Vec3 armA, Vec3 armB) const;
  /// Moves the velocities by an impulse, given along the three axes and as a vector.
  void push(Bodies& bodies, const ImpactAnswer& answer, const float* along, Vec3 impulse, Vec3 armA,
            Vec3 armB);
  std::span<const int32_t> bodiesOf(const ImpactAnswer& answer) const {
    const Open& open = open_[size_t(answer.assembly)];
    return std::span(bodies_).subspan(size_t(open.first), size_t(open.count));
  }
  /// Leaves the velocities as the solver had them, changed by the impacts and the joints' answer.
  void close(Bodies& bodies, JointSolver& joints);

 private:
  struct Open {
    int assembly;
    int first, count;  // of its members
    bool pushed;
  };
  struct Motion {
    Vec3 linear, angular;
  };
  int find(int assembly) const;
  int memberOf(const JointSolver& joints, int open, int body) const;

  std::vector<Open> open_;
  std::vector<Motion> starts_;         // of each member, before it was opened
  std::vector<BodyVelocity> given_;    // what contacts alone gave each member
  std::vector<int32_t> bodies_;        // the members
  std::vector<Motion> answers_;        // axis by axis, member by member
  std::vector<BodyVelocity> scratch_;  // of one assembly
};

}  // namespace holonom
