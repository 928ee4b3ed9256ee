#pragma once
// In which order to eliminate joints, and which blocks of the factor that fills.
#include <cstdint>
#include <span>
#include <vector>

namespace holonom {

/// A joint as the elimination sees it: `rows` unknowns between two movable bodies.
struct JointEdge {
  int a, b;  ///< movable bodies, counted from 0; -1: immovable
  int rows;
};

/// What one connected assembly of joints may cost; those beyond are left out.
struct FactorLimits {
  double values = 4e6;  ///< of the factor
  double work = 4e7;    ///< multiplications of one factorisation
};

/// Columns of the block factor. Two joints are coupled when they share a movable body.
struct EliminationOrder {
  std::vector<int32_t> joints;        ///< edge at each position
  std::vector<int32_t> columnStarts;  ///< positions.size() + 1 entries into `columnRows`
  std::vector<int32_t> columnRows;    ///< later positions coupled to each, ascending
  std::vector<uint8_t> covered;       ///< per edge: in the order; costly assemblies are not
};

/// Least local fill, then minimum degree [George and Liu 1989, "The Evolution of the Minimum Degree
/// Ordering Algorithm"] with bodies as the elements of the quotient graph: eliminating a joint
/// merges its two bodies, so a joint never has more than two elements. Trees are ordered without
/// fill.
EliminationOrder eliminationOrder(std::span<const JointEdge> edges, int bodyCount,
                                  const FactorLimits& limits);

}  // namespace holonom
