#pragma once
// A spring network of the world, and how its definition is taken over.
#include <vector>

#include "base/error.h"
#include "springs/network.h"
#include "world/wind.h"

namespace holonom {

/// A spring network of the world.
struct SpringObject {
  SpringNetworkDef def;
  SpringNetwork network;
  std::vector<uint32_t> indices;  ///< triangles, for drawing and air; empty for lists
  int mostTriangles = 0;          ///< at one node
  std::vector<double> distances;  ///< of the springs' nodes as built: rest lengths, if not given
  bool stopped = false;           ///< it blew up; it stands still where it last was finite
  int64_t stoppedStep = 0;        ///< the step in which it did, from 1
  int stoppedSpring = -1;         ///< the one that was strained most then

  template <class A>
  void archive(A& ar) {
    auto& [def, network, indices, mostTriangles, distances, stopped, stoppedStep, stoppedSpring] =
        *this;
    ar(def, network, indices, mostTriangles, distances, stopped, stoppedStep, stoppedSpring);
  }
};
/// Nodes and springs of a definition whose fields are checked.
Result<SpringObject> buildSprings(const SpringNetworkDef& def);
/// Makes ready what solves its equations.
Status prepareFactor(SpringNetwork& network, const SpringNetworkDef& def);
/// Takes over the settings of a definition; refused, nothing has changed.
Status takeSettings(SpringObject& object, const SpringNetworkDef& def);
/// Fixed nodes have no velocity, whatever was said of it.
void stopFixedNodes(SpringNetwork& network);
/// The forces of its definition and of the air, held over the step.
void computeOuterForces(SpringObject& object, const Wind& wind, float dt);

}  // namespace holonom
