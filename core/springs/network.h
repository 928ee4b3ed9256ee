#pragma once
// Mass-spring networks in double precision: nodes, springs, and what holds nodes from outside.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/pins.h"
#include "geometry/surface_def.h"
#include "geometry/tet_mesh.h"
#include "math/mat3.h"
#include "springs/factor.h"
#include "springs/integrators/list.h"

namespace holonom {

enum class LinearSolverType { Pcg, Ldlt, Dense };
template <>
struct EnumNames<LinearSolverType> {
  static constexpr const char* names[] = {"pcg", "ldlt", "dense"};
};

struct SpringListsDef {
  std::vector<double> positions;
  std::vector<uint32_t> springs;

  static constexpr const char* name = "lists";
  static constexpr const char* help = "Nodes and springs as lists.";
  static constexpr auto fields() {
    using L = SpringListsDef;
    return std::make_tuple(
        field("positions", &L::positions, "m", "Node positions, x, y, z each.", {}, kFixed),
        field("springs", &L::springs, "", "Node indices of the springs, two each.", {}, kFixed));
  }
};

struct SpringNetworkDef {
  std::string name;
  std::optional<GridDef> grid;
  std::optional<MeshDef> mesh;
  std::optional<TetrahedraDef> tetrahedra;
  std::optional<SpringListsDef> lists;
  Vec3d position;
  Quat rotation;
  double mass = 1;
  double stiffness = 1000;
  double damping = 0.1;
  double pointDamping = 0;
  bool structuralSprings = true;
  bool shearSprings = true;
  bool bendSprings = false;
  IntegratorType integrator = IntegratorType::BackwardEuler;
  LinearSolverType linearSolver = LinearSolverType::Pcg;
  double tolerance = 1e-6;
  int maxIterations = 200;
  int newtonIterations = 1;
  int sweeps = 1;
  double share = 1;
  double hybridWeight = 0.5;
  bool clampCompression = true;
  bool axialDamping = false;
  bool asPrinted = false;
  float radius = 0.02f;
  float friction = 0.5f;
  float drag = 0;
  float lift = 0;
  Pins pins;
  std::vector<double> stiffnesses, dampings, restLengths;
  std::vector<double> masses;
  std::vector<double> forces;
  std::vector<double> positions;
  std::vector<double> velocities;

  /// Of these fields a description gives exactly one.
  static constexpr const char* oneOf[] = {"grid", "mesh", "tetrahedra", "lists"};
  static constexpr const char* help =
      "Point masses and springs in double precision, with a choice of integrators.";
  static constexpr auto fields() {
    using N = SpringNetworkDef;
    return std::make_tuple(
        field("name", &N::name, "", "Name of the object. Need not be unique."),
        field("grid", &N::grid, "",
              "Network from a grid. Give one of grid, mesh, tetrahedra and lists.", {}, kFixed),
        field("mesh", &N::mesh, "", "Network from the vertices and edges of a triangle mesh.", {},
              kFixed),
        field("tetrahedra", &N::tetrahedra, "",
              "Network from the vertices and edges of a tetrahedral mesh.", {}, kFixed),
        field("lists", &N::lists, "", "Network from lists of nodes and springs.", {}, kFixed),
        field("position", &N::position, "m", "Position of the origin at creation, in world axes.",
              {}, kPlaces),
        field("rotation", &N::rotation, "",
              "Rotation at creation, as a unit quaternion x, y, z, w.", {}, kPlaces),
        field("mass", &N::mass, "kg",
              "Total mass, divided equally among the nodes, at least 1e-30 each. Unused with "
              "`masses`.",
              kPositive, kExclusiveMin | kFixed),
        field("stiffness", &N::stiffness, "N/m",
              "Stiffness κ of every spring, at most 1e15. Unused with `stiffnesses`.", kAnyPositive,
              kExclusiveMin),
        field("damping", &N::damping, "N s/m",
              "Damping coefficient c of every spring, on the relative velocity of its ends. Unused "
              "with `dampings`.",
              kPositive),
        field("pointDamping", &N::pointDamping, "N s/m",
              "Damping coefficient c of every node, on its velocity against the world. The force "
              "is −c v.",
              kPositive),
        field("structuralSprings", &N::structuralSprings, "",
              "Springs along the lines of a grid, or the edges of a mesh.", {}, kFixed),
        field("shearSprings", &N::shearSprings, "", "Diagonal springs in the cells of a grid.", {},
              kFixed),
        field("bendSprings", &N::bendSprings, "",
              "Springs to the second neighbor in a grid, or across the edge shared by two "
              "triangles of a mesh.",
              {}, kFixed),
        field("integrator", &N::integrator, "", "Integrator of the network."),
        field("linearSolver", &N::linearSolver, "",
              "Linear solver of backward-euler and imex: conjugate gradients (pcg), or a sparse "
              "(ldlt) or dense (dense) factorization. A factor of more than 256 MB or 1e9 products "
              "is refused; a dense one reaches that at 600 nodes."),
        field("tolerance", &N::tolerance, "",
              "Relative residual at which pcg and Newton's method stop.", {1e-14, 1}),
        field("maxIterations", &N::maxIterations, "", "Maximum iterations of pcg per solve.",
              {1, 100000}),
        field("newtonIterations", &N::newtonIterations, "",
              "Maximum Newton iterations per substep of backward-euler. 1 is the linear step.",
              {1, 100}),
        field("sweeps", &N::sweeps, "",
              "Iterations of jacobi after its initial guess, b divided by the diagonal.",
              {0, 10000}),
        field("share", &N::share, "",
              "Fraction of the exact impulse that harmonic and hybrid apply. 1 is exact for two "
              "masses.",
              {0, 1}),
        field("hybridWeight", &N::hybridWeight, "",
              "Weight w of backward Euler's right-hand side in hybrid, Δv = D⁻¹ (w b + (1 − w) φ). "
              "The harmonic impulses φ have the rest.",
              {0, 1}),
        field("clampCompression", &N::clampCompression, "",
              "Omits the transverse stiffness of compressed springs from the implicit matrix, "
              "since it can make the matrix indefinite."),
        field("axialDamping", &N::axialDamping, "",
              "Damping acts along the springs only and does not slow rotation."),
        field("asPrinted", &N::asPrinted, "",
              "Kang's formulas with their misprints, for comparison: backward-euler, jacobi, "
              "harmonic and hybrid. backward-euler then inverts a dense matrix, which takes "
              "minutes for 1,600 nodes; 2,700 are refused."),
        field("radius", &N::radius, "m", "Contact radius of the nodes.", kPositive),
        field("friction", &N::friction, "",
              "Friction coefficient, static and kinetic. A pair uses the geometric mean of both.",
              kPositive),
        field("drag", &N::drag, "",
              "Air drag coefficient of the triangles; 0 feels no wind. Lists have no triangles.",
              kPositive),
        field("lift", &N::lift, "",
              "Air lift coefficient of the triangles: force across the wind where it meets them at "
              "an angle.",
              kPositive),
        field("pins", &N::pins, "", "Pinned nodes: indices, or names of a grid's sides."),
        field("stiffnesses", &N::stiffnesses, "N/m",
              "Stiffness κ of each spring, in the order of `edges`, at most 1e15. Empty if all use "
              "`stiffness`.",
              kAnyPositive, kExclusiveMin | kState),
        field("dampings", &N::dampings, "N s/m",
              "Damping coefficient c of each spring. Empty if all use `damping`.", kPositive,
              kState),
        field("restLengths", &N::restLengths, "m",
              "Rest length l₀ of each spring, in place of the initial distance of its nodes.",
              kPositive, kState),
        field("masses", &N::masses, "kg",
              "Mass of each node, at least 1e-30. Empty if all have the same.", kPositive,
              kExclusiveMin | kState),
        field("forces", &N::forces, "N",
              "External force on each node, in world axes, x, y, z each. Acts until it is changed. "
              "Empty for none.",
              {}, kState),
        field("positions", &N::positions, "m",
              "Node positions now, in world axes, x, y, z each. A network is stopped beyond 1e7 m.",
              {}, kState),
        field("velocities", &N::velocities, "m/s",
              "Node velocities now, in world axes, x, y, z each.", {}, kState));
  }
};

struct Spring {
  int32_t a, b;
  double restLength;                  ///< l₀ [m]
  double stiffness = 0, damping = 0;  ///< κ [N/m], c [N s/m]
  using Packed = PackedOf<int32_t, int32_t, double, double, double>;
};

/// A node pulled to a point in space by a spring of its own: a grab, or a compliant attachment.
struct Anchor {
  int node = 0;
  Vec3d target;
  double stiffness = 0;  ///< [N/m]
  double damping = 0;    ///< [N s/m]
  double implicit = 0;   ///< its part of the implicit matrix [kg]
  Vec3d impulse{};       ///< on the node in the last substep [N s]
  Vec3d velocity{};      ///< of the target [m/s]
};

/// A node welded to something of finite mass: its motion must move that mass too.
struct Weld {
  int node = 0;
  Sym3d mass{};     ///< of what the node carries along [kg]
  Vec3d impulse{};  ///< handed on in the last substep [N s]
  Vec3d gravity{};  ///< that the mass gets by itself after the springs' turn [m/s²]
};

/// A node that a body is near to, and may meet within the substep.
struct NodeContact {
  int node = 0, body = 0;
  Vec3d normal;         ///< from the body to the node, unit
  Vec3d velocity;       ///< of the body there, as it will be without the contact [m/s]
  Sym3d inverseMass{};  ///< of the body there; zero where it does not give way [1/kg]
  double least = 0;     ///< speed along the normal that the gap allows, or that closes it [m/s]
  double friction = 0;
  Vec3d impulse{};  ///< on the node in the last substep [N s]

  // While the substep is solved.
  enum class State : uint8_t { Apart, Sticks, Slips } state = State::Apart;
  Vec3d rub{};                   ///< impulse of sliding friction [N s]
  Sym3d mass{};                  ///< its part of the implicit matrix [kg]
  Sym3d block{};                 ///< of the node without contacts [kg]
  double along = 0, across = 0;  ///< what that is along the normal, and by and large [kg]
  double need = 0;               ///< impulse that would stop the node without its neighbors [N s]
  Vec3d force{};                 ///< right-hand side of the node without contacts [N s]
};

struct SpringNetwork {
  static constexpr double kUnmeasured = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kUnknown = -kInfinity;  ///< until a substep finds what energy there is

  std::vector<Vec3d> positions, velocities;
  std::vector<Vec3d> previous;                ///< positions when the substep began
  std::vector<double> masses, inverseMasses;  ///< inverse mass 0: pinned
  std::vector<Spring> springs;
  std::vector<Vec3d> outerForces;  ///< beside gravity, on each node, or none [N]
  bool axialDamping = false;
  double pointDamping = 0;      ///< of each node [N s/m]
  double pointImplicit = 0;     ///< its part of the implicit matrix [kg]
  double mass = 0;              ///< of all nodes [kg]
  double meanLength = 0;        ///< of the springs at rest [m]
  std::vector<Anchor> anchors;  ///< set by the world before each substep
  std::vector<Weld> welds;      ///< set by the world before each substep
  /// Set by the world before each substep of an integrator that solves contacts.
  std::vector<NodeContact> contacts;

  // Account of the energy [J].
  double explained = kUnknown;      ///< what the network had, and was given since
  double kinetic = 0, elastic = 0;  ///< the latter where the last substep began
  double freeMass = 0;              ///< of the nodes that are not pinned [kg]
  int iterations = 0;               ///< of the linear solver, last substep
  /// Relative, of the equations the last substep solved; NaN where none was measured.
  double residual = kUnmeasured;

  // Scratch of the integrators, kept so that a step allocates nothing.
  std::vector<Vec3d> force, deltaVelocity, r, z, p, ap;
  std::vector<Vec3d> velocitiesBefore;
  std::vector<Sym3d> diagonalBlocks, inverseBlocks;
  std::vector<int> sharing;  ///< how many contacts touch each body
  struct Linearized {
    Vec3d along;
    double across;  ///< spring matrix = across I + along alongᵀ [kg]
    int32_t a, b;   ///< its spring's: products read nothing else
  };
  std::vector<Linearized> linearized;
  Factor factor;

  int size() const { return static_cast<int>(positions.size()); }

  template <class A>
  void archive(A& ar) {
    auto& [positions, velocities, previous, masses, inverseMasses, springs, outerForces,
           axialDamping, pointDamping, pointImplicit, mass, meanLength, anchors, welds, contacts,
           explained, kinetic, elastic, freeMass, iterations, residual, force, deltaVelocity, r, z,
           p, ap, velocitiesBefore, diagonalBlocks, inverseBlocks, sharing, linearized, factor] =
        *this;
    // What holds and touches nodes is listed in each substep; the factor is laid out by
    // `prepareFactor`.
    ar(positions, velocities, previous, masses, inverseMasses, springs, outerForces, axialDamping,
       pointDamping, mass, meanLength, explained, kinetic, iterations, residual, deltaVelocity);
  }
};

/// Fills `out`, which has room, with h times m g plus the outer forces [N s].
void outerImpulses(const SpringNetwork& network, Vec3d gravity, double h, std::vector<Vec3d>& out);
/// Fills `force` with outer forces and those of springs and dampers at the present state [N];
/// returns the springs' energy [J].
double computeForces(SpringNetwork& network, Vec3d gravity);
/// What a spring adds to the force on its first end; d and v are those of the second less the
/// first's, u is d of length 1 or zero [N].
inline Vec3d springForce(const Spring& s, bool axialDamping, Vec3d u, double extension, Vec3d v) {
  return (s.stiffness * extension) * u + s.damping * (axialDamping ? dot(u, v) * u : v);
}

/// Makes room for what integrators compute at the nodes: allocates where it was not called before.
void makeRoom(SpringNetwork& network);
/// Of the nodes that are not pinned [J].
double kineticEnergy(const SpringNetwork& network);
/// Gives a node a velocity from outside, and notes the work.
void pushNode(SpringNetwork& network, int node, Vec3d velocity);
/// After a substep: what outer forces, ties, grabs and contacts gave.
void takeAccount(SpringNetwork& network, Vec3d gravity, double h);
/// Whether a position or velocity is not finite, a node has left the world, or there is far more
/// energy than explained. Asked after a substep, and again after what else moved nodes.
bool hasBlownUp(const SpringNetwork& network);
/// Returns to the positions before the substep, at rest.
void stopNetwork(SpringNetwork& network);

/// By the integrator that the settings choose.
Integrator stepNetwork;

}  // namespace holonom
