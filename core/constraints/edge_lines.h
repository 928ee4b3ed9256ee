#pragma once
// Edges of a cloth in straight lines, to be solved whole.
#include <vector>

#include "constraints/coloring.h"
#include "constraints/particle_distance.h"

namespace holonom {

/// Edges of a line at most: what a solve holds of it is on the stack.
inline constexpr int kLongestLine = 256;

/// An edge of each of four lines; where one is over, its last particle is at both ends.
struct LineBlock {
  int32_t index[2][4];  ///< begins where the edge in the block before ended
  int32_t place[4];     ///< of the edge in its batch: 4 · block + lane; or −1
  f32x4 rest, lambda;
};

/// Four lines side by side.
struct LineFour {
  int32_t count;  ///< blocks
  f32x4 held;     ///< 1 where neither end moves, else 0
};

struct EdgeLines {
  std::vector<LineBlock> blocks;  ///< four lines after four, those of a color together
  std::vector<LineFour> fours;
  Colors colors;        ///< of the fours
  int32_t longest = 0;  ///< of them
};

/// Chains edges as they run straight on at `rest`, and colors the lines into fours that share no
/// particle that moves.
EdgeLines buildEdgeLines(const ConstraintBatch<ParticleDistance>& edges,
                         const std::vector<Vec3>& rest, const std::vector<Quad>& points);

}  // namespace holonom
