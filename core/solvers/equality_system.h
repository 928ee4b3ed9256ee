#pragma once
// The equations of many joints solved together and exactly: (J M⁻¹ Jᵀ + Γ) Δλ = −(J v + b + Γ λ),
// by a block-sparse LDLᵀ factorisation in double whose cost grows with the number of joints for
// chains and trees, and with the fill for loops [Baraff 1996, "Linear-Time Dynamics using Lagrange
// Multipliers"].
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/elimination_order.h"
#include "solvers/point_equations.h"
#include "solvers/precise_body.h"
#include "solvers/row_solver.h"

namespace holonom {

/// The equality rows [first, first + count) of one joint; at most 6. Their linear parts are
/// opposite, what pushes A pushes B back, unless it is grounded.
struct RowBlock {
  int a, b;  ///< dense body indices; either may be nobody() or immovable
  int first, count;
  bool holdsPoint = false;  ///< its equations are given as PointEquations, not as rows
  bool isGrounded = false;  ///< it also pulls on the world, as a pulley or locked axes
  /// A single row may be of more bodies: they are b of so many blocks after this one, without rows.
  int further = 0;
  bool operator==(const RowBlock&) const = default;
};

/// A row beside its joint's equations: what it pushes so that they stay met. Its effective mass is
/// that of what they let move, which far from the center of a body is many times its own.
struct HeldRow {
  Row push;            ///< J plus the equations' J times `reactions`
  float reactions[6];  ///< impulses of the equations per impulse of the row
  int count;           ///< of reactions
};

/// Which assemblies are meant: those with any of these marks, or all where none are given. Blocks
/// of an assembly are marked alike.
struct Choice {
  std::span<const uint8_t> marks;  ///< one a block
  uint8_t any = 0;
  bool has(int block) const { return marks.empty() || (marks[size_t(block)] & any) != 0; }
};

/// Redundant rows (closed loops, a door on two hinges) are allowed: a pivot p with p/a below
/// kSmallPivot, a being the row's own diagonal, fades out as p³ / (p⁴ + (kSmallPivot a)⁴).
/// Consistent redundant rows then still meet their equations, contradicting ones get bounded
/// impulses.
class EqualitySystem {
 public:
  /// Whether the last analysis still holds for these joints.
  bool matches(const Bodies& bodies, std::span<const RowBlock> blocks) const;
  /// Orders the elimination; allocates. Leaves out joints that no dynamic body feels, and
  /// assemblies beyond the limits.
  void analyze(const Bodies& bodies, std::span<const RowBlock> blocks,
               const FactorLimits& limits = {});
  /// Until it is called again, assemblies of the blocks so marked are only solved at impacts:
  /// something else solves their rows. Blocks of an assembly are marked alike.
  void leaveOut(std::span<const uint8_t> blocks);
  /// False for a block whose rows this system does not solve.
  bool covers(int block) const { return order_.covered[size_t(block)] != 0; }

  /// Starts from the impulses of the rows; they go back with `giveImpulses`.
  void takeImpulses(std::span<const SolverRow> rows);
  void giveImpulses(std::span<SolverRow> rows) const;
  /// Factors the equations at the present poses: of blocks that hold a point `points`, one a block;
  /// of others the rows, all but their impulse: J, error, velocity and `soft`, whose massScale and
  /// impulseScale are 1 and 0 for a rigid row.
  void factor(const Bodies& bodies, std::span<const SolverRow> rows,
              std::span<const PointEquations> points);
  /// After the bodies moved: the same equations measure and push at these rows and points, and by
  /// the inertia that has turned, so that momenta stay; the factor is that of before.
  void move(const Bodies& bodies, std::span<const SolverRow> rows,
            std::span<const PointEquations> points);
  /// Reduces further rows of a block that this system covers, as its limits, by the block's own
  /// equations as factored last (their Schur complement); springs are left aside: they give way.
  /// Writes one of `held` and the effective mass for each.
  void hold(int block, std::span<SolverRow> rows, HeldRow* held) const;
  /// Counts what a held row's impulse made the equations push.
  void addImpulses(int block, const HeldRow& row, float impulse);
  /// Applies the impulses so far, at the rows factored last. Assemblies that are not `chosen` start
  /// from none instead: what is solved at once needs no start.
  void warmStart(Bodies& bodies, const Choice& chosen);
  /// Makes the velocities of those chosen meet the rows. Without bias, errors are left alone except
  /// by springs (rows with a frequency).
  void solve(Bodies& bodies, bool useBias, const Choice& chosen = {});
  /// As `solve` with bias, right after it or itself: leaves out the assemblies whose velocities
  /// nothing has changed since.
  void solveChanged(Bodies& bodies);
  /// The same with up to two refinements; returns the largest |J v + b + Γ λ| [m/s or rad/s]
  /// before the velocities are rounded to float.
  double solveExactly(Bodies& bodies, bool useBias);

  // Impacts, which act in an instant on one assembly: bodies that joints of this system link.
  /// The assembly of a body; −1 without such joints.
  int assemblyOf(int body) const {
    const int32_t slot = size_t(body) < slotsOfBodies_.size() ? slotsOfBodies_[size_t(body)] : -1;
    return slot < 0 || !slots_[size_t(slot)].movable ? -1 : owners_[size_t(slot)];
  }
  /// Its movable bodies.
  std::span<const int32_t> bodiesOf(int assembly) const {
    const size_t first = size_t(memberStarts_[size_t(assembly)]);
    return std::span(members_).subspan(first, size_t(memberStarts_[size_t(assembly) + 1]) - first);
  }
  /// Factors one assembly as `factor` does, but for springs: what gives has no impulse in an
  /// instant. `factor` must follow before the equations are solved otherwise.
  void factorForImpact(const Bodies& bodies, std::span<const SolverRow> rows,
                       std::span<const PointEquations> points, int assembly);
  /// Makes velocities, one for each of `bodiesOf`, meet the equations, without bias. What does not
  /// move has its own velocity, or none where `still`.
  void meetEquations(const Bodies& bodies, int assembly, std::span<BodyVelocity> velocities,
                     bool still);
  /// Changes velocities, one for each of `bodiesOf`, so that the equations' rates change by so
  /// much: one number for each row of the blocks in the order of `forEachBlock` [m/s or rad/s].
  void changeRates(const Bodies& bodies, int assembly, std::span<BodyVelocity> velocities,
                   std::span<const double> changes);
  int assemblyCount() const { return int(assemblies_.size()); }
  /// Calls `f(block, rows)` for those of an assembly.
  template <class F>
  void forEachBlock(int assembly, F&& f) const {
    for (const Joint& joint : jointsOf(assemblies_[size_t(assembly)])) f(joint.block, joint.count);
  }
  /// The impulses of that, by block and row: calls `add(block, row, impulse)`.
  template <class Add>
  void forEachImpactImpulse(int assembly, Add&& add) const {
    const Assembly& range = assemblies_[size_t(assembly)];
    for (int32_t p = range.joint; p < range.jointEnd; ++p)
      for (int32_t k = 0; k < joints_[size_t(p)].count; ++k)
        add(joints_[size_t(p)].block, k, values_[size_t(joints_[size_t(p)].value + k)]);
  }

  /// Numbers in the factor.
  size_t factorSize() const { return diagonals_.size() + offDiagonals_.size(); }

 private:
  // One joint at its place in the elimination. Vectors over its rows are padded to even length.
  struct Joint {
    int32_t block;  // in the caller's order
    int32_t first;  // of its rows in the caller's span
    int32_t count, stride;
    int32_t packed;             // its first row among all in elimination order
    int32_t value;              // its place in padded vectors
    int32_t diagonal;           // offset of its count × stride block
    int32_t bodies[2];          // slots
    int32_t column, columnEnd;  // its entries
    bool holdsPoint, isGrounded;
    int32_t further, furtherEnd;  // its bodies beyond two
  };
  // A body of a row beyond two. It counts as opposite, like B.
  struct Further {
    int32_t slot;
    Vec3d linear, turn, weighted;
  };
  // Joints that can't be parted, and what couples them.
  struct Assembly {
    int32_t joint, jointEnd;
    int32_t coupling, couplingEnd;
    int32_t offDiagonal, offDiagonalEnd;
    bool left = false;  // see `leaveOut`
  };
  // A row J = (e, t_a, −e, −t_b).
  struct Part {
    Vec3d linear, turn[2];
  };
  struct Arms {
    Vec3d a, b;
  };
  struct Push {
    Vec3d impulse, turnA, turnB;
  };
  // Block of the factor below a diagonal, transposed: rows of the column × padded rows of the row.
  struct Entry {
    int32_t row;
    int32_t offset;
  };
  // Two joints on one movable body: a block of J M⁻¹ Jᵀ.
  struct Coupling {
    int32_t column, row;
    int32_t columnSide, rowSide;  // which of its bodies is shared
    int32_t offset;
  };

  bool isSolved(const Assembly& assembly, const Choice& chosen) const {
    return !assembly.left && chosen.has(joints_[size_t(assembly.joint)].block);
  }
  std::span<const Joint> jointsOf(const Assembly& assembly) const {
    return std::span(joints_).subspan(size_t(assembly.joint),
                                      size_t(assembly.jointEnd - assembly.joint));
  }
  void factor(const Assembly& assembly, std::span<const SolverRow> rows,
              std::span<const PointEquations> points);
  template <int N>
  void assemble(const Joint& joint, const PointEquations& equations);
  void assemble(const Joint& joint, const SolverRow* rows);
  static Part partOf(const Row& row);
  void setParts(const Joint& joint, const SolverRow* rows);
  Vec3d linearOf(const Joint& joint, int row, int side) const;
  const Further& furtherOf(const Joint& joint, int side) const {
    return further_[size_t(joint.further + side - 2)];
  }
  /// Calls `f(slot, side)` for each of its bodies.
  template <class F>
  void forEachSlot(const Joint& joint, F&& f) const {
    f(joint.bodies[0], 0), f(joint.bodies[1], 1);
    for (int32_t i = joint.further; i < joint.furtherEnd; ++i)
      f(further_[size_t(i)].slot, i - joint.further + 2);
  }
  static Part partOf(const PointEquations::Turn& turn);
  double movedFurther(const Joint& joint) const;
  double speedFurther(const Joint& joint) const;
  void pushFurther(const Joint& joint, double impulse);
  template <int N>
  void multiply(const Joint& joint, double* block) const;
  void soften(size_t value, double& diagonal, const Softness& soft);
  void couple(const Coupling& coupling);
  template <int N>
  void eliminate(const Joint& joint);
  template <int N>
  void forward(const Joint& joint);
  template <int N>
  void backward(const Joint& joint);
  int32_t findEntry(int32_t column, int32_t row) const;
  void listAssemblies();
  void listMembers();
  void loadVelocities(const Bodies& bodies);
  void moveAndStore(Bodies& bodies);
  template <int N>
  void measure(const Joint& joint, const double* biases);
  void measure(const Assembly& assembly, bool useBias);
  Push pushOf(const Joint& joint, int count, const double* impulses) const;
  void push(const Joint& joint, int count, const double* impulses);
  template <class Fill>
  void solveInstant(const Bodies& bodies, int assembly, std::span<BodyVelocity> velocities,
                    bool still, Fill&& fill);
  void substitute(const Assembly& assembly);
  double largestValue() const;

  EliminationOrder order_;
  std::vector<RowBlock> blocks_;
  std::vector<uint8_t> movable_;  // per block: bit 0 for a, bit 1 for b
  std::vector<Joint> joints_;
  std::vector<int32_t> places_;  // of the covered blocks among them
  std::vector<Entry> entries_;
  std::vector<Coupling> couplings_;
  std::vector<PreciseBody> slots_;
  std::vector<Assembly> assemblies_;
  std::vector<int32_t> slotsOfBodies_;           // -1: not here
  std::vector<int32_t> owners_;                  // of each slot: its assembly if it is movable
  std::vector<int32_t> memberStarts_, members_;  // movable bodies, assembly by assembly
  bool instant_ = false;                         // springs are left out of the factor
  // Per packed row, but for those that hold a point, whose arms are kept per joint: e and t.
  std::vector<Part> parts_;
  std::vector<Arms> arms_;
  std::vector<Further> further_;
  std::vector<Vec3d> grounds_;  // per packed row of grounded joints: the sum of both linear parts
  struct Turned {
    Vec3d side[2];
  };
  std::vector<Turned> weighted_;  // per packed row: I⁻¹ t of either side
  std::vector<double> diagonals_, offDiagonals_;
  std::vector<double> columnScratch_;  // D⁻¹ times the blocks of a column
  // Padded vectors: b with and without bias, Γ, the diagonal of J M⁻¹ Jᵀ + Γ, λ, and the
  // right-hand side that becomes Δλ.
  std::vector<double> biases_, stillBiases_, gammas_, scales_, totals_, values_;
  std::vector<double> savedTotals_;
};

}  // namespace holonom
