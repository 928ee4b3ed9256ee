#pragma once
// Flat arrays for renderers and readers, filled when asked for and the world has changed.
// A view stays valid until the world next changes.
#include <span>
#include <vector>

#include "world/world.h"

namespace holonom {

/// What debug lines show; flags are or-ed.
enum DebugFlags : unsigned { kDebugContacts = 1, kDebugBoxes = 2, kDebugAxes = 4, kDebugTies = 8 };

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
                                               "stoppedNetworks"};

class WorldViews {
 public:
  explicit WorldViews(const World& world) : world_(world) {}

  /// Makes room for every view of the objects there are, so that filling one does not move memory
  /// under another. Call after adding objects.
  void reserve();

  /// 16 floats a body: position mass, rotation, linear velocity _, angular velocity _.
  /// The mass of a body that nothing moves is infinite.
  std::span<const float> bodyStates();
  /// Column-major matrices of the bodies of one shape, with the shape's size as scale.
  std::span<const float> instanceMatrices(ShapeType type);
  /// Handles of those bodies, in the same order.
  std::span<const uint32_t> instanceBodies(ShapeType type);
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
  std::span<const float> springPositions(int object);
  std::span<const float> springNormals(int object);
  std::span<const double> springPositions64(int object);
  std::span<const double> springVelocities64(int object);
  std::span<const uint32_t> springEdges(int object);
  std::span<const float> springInverseMasses(int object);

 private:
  template <class T>
  struct Buffer {
    std::vector<T> data;
    uint64_t version = ~uint64_t(0);
  };
  struct Surface {
    Buffer<float> positions, velocities, normals, inverseMasses;
    Buffer<uint32_t> edges;
  };
  /// Whether the buffer is older than the world; marks it as new.
  template <class T>
  bool stale(Buffer<T>& buffer);
  void fillInstances();
  void reserveSurface(Surface& surface, size_t points);
  Surface& surfaceOf(std::vector<Surface>& all, int index);

  const World& world_;
  Buffer<float> bodyStates_, matrices_[kShapeTypes], lines_;
  std::vector<float> joint_;
  std::vector<uint32_t> instanceBodies_[kShapeTypes];
  Buffer<double> diagnostics_;
  unsigned lineFlags_ = 0;
  std::vector<Surface> cloths_, springs_;
};

}  // namespace holonom
