#pragma once
// Flat arrays for renderers and readers, filled when asked for and the world has changed.
// A view stays valid until the world next changes.
#include <limits>
#include <span>
#include <vector>

#include "world/world.h"

namespace holonom {

/// What debug lines show; flags are or-ed.
enum DebugFlags : unsigned {
  kDebugContacts = 1,
  kDebugBoxes = 2,
  kDebugAxes = 4,
  kDebugTies = 8,
  kDebugJoints = 16
};

/// Names of `WorldViews::diagnostics`, in order; stage times in ms follow as `ms.` and their names.
inline constexpr const char* kDiagnostics[] = {"time",
                                               "steps",
                                               "kinetic",
                                               "potential",
                                               "elastic",
                                               "total",
                                               "px",
                                               "py",
                                               "pz",
                                               "lx",
                                               "ly",
                                               "lz",
                                               "contacts",
                                               "deepestPenetration",
                                               "stoppedNetworks",
                                               "stoppedBodies",
                                               "stoppedCloths",
                                               "residual",
                                               "boundViolation",
                                               "solverIterations",
                                               "solverRows",
                                               "solverFallbacks",
                                               "sleepingBodies",
                                               "islands"};

/// Mass and moments of a body that nothing moves.
inline constexpr float kInfiniteMass = std::numeric_limits<float>::infinity();

class WorldViews {
 public:
  explicit WorldViews(const World& world) : world_(world) {}

  /// Makes room for every view of the objects there are, so that filling one does not move memory
  /// under another. Call after adding objects.
  void reserve();

  /// 16 floats a body: position of its axes, mass, rotation, linear velocity of the center of mass,
  /// 1 if awake, angular velocity, _. The mass of a body that nothing moves is infinite.
  std::span<const float> bodyStates();
  /// Of a body: center of mass in world axes and in its own, principal moments, and the rotation
  /// from their axes to its own. The moments of a body that nothing moves are infinite.
  std::span<const float> bodyMass(int body);
  /// Of a body: mean linear and angular acceleration over the last step [m/s²], [rad/s²].
  std::span<const float> bodyAcceleration(int body);
  /// How far the farthest point that a hull leaves out stands out of it; 0 for other shapes [m].
  float hullDeviation(int body, int part) const;
  /// All shapes of one type, those in compounds too.
  struct Instances {
    /// Column major; the size of spheres and boxes is their scale.
    std::vector<float> matrices;
    std::vector<float> sizes;      ///< of capsules: radius and half height [m]
    std::vector<uint32_t> bodies;  ///< handles of the bodies they belong to
    std::vector<uint32_t> parts;   ///< their place in a compound, otherwise 0

    void clear() { matrices.clear(), sizes.clear(), bodies.clear(), parts.clear(); }
  };
  const Instances& instances(ShapeType type);
  /// Of a hull or mesh, x y z each, in the axes of its instance; empty for other shapes.
  std::span<const float> geometryVertices(int body, int part);
  /// Three a triangle, counter-clockwise from outside.
  std::span<const uint32_t> geometryIndices(int body, int part);

  /// Of each event: 0 begin or 1 end, bodies A and B, which are sensors, point, normal, impulse,
  /// approach speed.
  static constexpr size_t kEventStride = 12;
  std::span<const double> contactEvents();
  /// Of each: 0 sleep, 1 wake, 2 blow-up or 3 break, and the handle.
  std::span<const double> objectEvents();
  /// The step in which an object was stopped, as a list of one.
  std::span<const double> stop(int64_t step) {
    stop_ = double(step);
    return {&stop_, 1};
  }
  /// Of each pair of shapes that touch: bodies A and B, sensor, count of points, normal, friction
  /// force on B; then for four points: position, separation, normal force.
  static constexpr size_t kContactStride = 30;
  std::span<const double> contacts();
  std::span<const double> diagnostics();
  /// x y z r g b per vertex, two vertices a line.
  std::span<const float> debugLines(unsigned flags);

  /// Of a joint after the last step: how many coordinates and rows there are, then coordinate and
  /// rate of each, reaction force and torque, force and error of each row.
  std::span<const float> jointReadout(int joint);

  std::span<const float> clothPositions(int cloth);
  std::span<const float> clothVelocities(int cloth);
  std::span<const float> clothNormals(int cloth);
  std::span<const float> clothInverseMasses(int cloth);
  /// Of a rod, as its description lists them; else nothing.
  std::span<const float> clothRotations(int cloth);
  std::span<const float> clothSpins(int cloth);
  /// See `readConstraints`; nothing for a kind that no cloth has.
  const ConstraintReadout& clothConstraints(int cloth, const std::string& kind);
  std::span<const float> springPositions(int object);
  std::span<const float> springNormals(int object);
  std::span<const double> springPositions64(int object);
  std::span<const double> springVelocities64(int object);
  std::span<const uint32_t> springEdges(int object);
  std::span<const float> springInverseMasses(int object);
  /// Kinetic, potential and elastic energy, P, L; iterations and residual of the solver; the
  /// shortest h_c, the largest h/h_c and how many of them are about whole; the largest strain and
  /// its spring; step and spring of the blow-up, or 0 and −1.
  std::span<const double> springDiagnostics(int object);
  /// h/h_c of each spring, for the last substep.
  std::span<const double> springTimeRatios(int object);

 private:
  template <class T>
  struct Buffer {
    std::vector<T> data;
    uint64_t version = ~uint64_t(0);
  };
  struct Surface {
    Buffer<float> positions, velocities, normals, inverseMasses, spins;
    Buffer<uint32_t> edges;
    Buffer<double> timeRatios;
  };
  /// Whether the buffer is older than the world; marks it as new.
  template <class T>
  bool stale(Buffer<T>& buffer) {
    if (buffer.version == world_.version) return false;
    buffer.version = world_.version;
    buffer.data.clear();
    return true;
  }
  void addInstance(const Shape& shape, const Transform& pose, uint32_t body, int part);
  void fillInstances();
  void reserveSurface(Surface& surface, size_t points);
  Surface& surfaceOf(std::vector<Surface>& all, int index);

  const World& world_;
  Buffer<float> bodyStates_, lines_;
  std::vector<float> mass_, acceleration_, joint_, vertices_;
  std::vector<uint32_t> indices_;
  std::vector<double> events_, contacts_;
  Instances instances_[kShapeTypes];
  uint64_t instancesVersion_ = ~uint64_t(0);
  Buffer<double> diagnostics_;
  std::vector<double> network_;
  double stop_ = 0;
  unsigned lineFlags_ = 0;
  std::vector<Surface> cloths_, springs_;
  ConstraintReadout constraints_;
};

}  // namespace holonom
