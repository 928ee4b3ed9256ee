#pragma once
// Distances along whole lines of edges, four lines at a time: an edge of a line couples with its
// neighbors only, so that one pass there and back solves the line (Thomas' algorithm), and a
// stretch travels along it in one sweep. [line relaxation; a linear solve of a chain's XPBD
// constraints: Deul et al. 2018, "Direct Position-Based Solver for Stiff Rods"]
#include "constraints/edge_lines.h"

namespace holonom {

/// One sweep; otherwise as `projectBatch`.
void projectLines(EdgeLines& lines, ConstraintBatch<ParticleDistance>& edges, Quad* x,
                  const Quad* previous, float h, bool firstSweep);
/// The edges, from which the lines were built, take their λ.
void returnLambdas(const EdgeLines& lines, ConstraintBatch<ParticleDistance>& edges);

}  // namespace holonom
