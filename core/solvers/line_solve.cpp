#include "solvers/line_solve.h"

#include "solvers/xpbd.h"

namespace holonom {

namespace {

/// Added to the diagonal, as a share of the coupling: what other lines will undo again need not be
/// met to the last, and lines that bend back on themselves stay solvable.
constexpr float kEase = 0.001f;

/// An edge of each of four lines, and the particle it leads to.
struct LineNode {
  Vec3x4 to, direction;
  f32x4 w, coupling, delta;  ///< delta = Δλ + coupling · Δλ of the next edge
};

}  // namespace

void projectLines(EdgeLines& lines, ConstraintBatch<ParticleDistance>& batch, Quad* x,
                  const Quad* previous, float h, bool firstSweep) {
  const float damping = batch.compliance > 0 ? batch.damping / h : 0;
  const f32x4 compliance = splat(batch.compliance / (h * h)), zero = splat(0), one = splat(1);
  const f32x4 stiffness = splat(batch.stiffness), damped = splat(1 + damping);
  batch.interval = h;
  LineNode nodes[kLongestLine];
  LineBlock* block = lines.blocks.data();
  for (const LineFour& four : lines.fours) {
    const int count = four.count;
    f32x4 w;
    const Vec3x4 first = gather(x, block->index[0], w);
    const f32x4 firstW = w;
    Vec3x4 from = first, before{zero, zero, zero};
    f32x4 pivot = one, right = zero, wild = zero;
    for (int k = 0; k < count; ++k) {
      LineNode& node = nodes[k];
      node.to = gather(x, block[k].index[1], node.w);
      const Vec3x4 d = node.to - from;
      const f32x4 l = length(d);
      const f32x4 mobility = damped * (w + node.w) + compliance;
      const auto moves = (l > splat(1e-9f)) & (l < splat(1e18f)) & (mobility > zero);
      const f32x4 inverse = one / select(moves, l, one);
      node.direction = {select(moves, d.x * inverse, zero), select(moves, d.y * inverse, zero),
                        select(moves, d.z * inverse, zero)};
      f32x4 value = l - block[k].rest;
      // Far from its length a line is not what its equations say: it keeps to its neighbors less.
      // Held at both ends it can't have its length at all, and pulls without end would throw it
      // about sideways: 4 λw/l is to stay below 1.
      const f32x4 strain = value * inverse, wilder = strain * strain + four.held * abs(strain);
      if (damping > 0)
        value += splat(damping) *
                 (dot(node.direction, d) - dot(node.direction, between(previous, block[k].index)));
      const f32x4 lambda = firstSweep ? zero : block[k].lambda;
      const f32x4 error = select(moves, stiffness * (-value - compliance * lambda), zero);
      const f32x4 off = -damped * w * dot(before, node.direction);
      const f32x4 ease = (splat(kEase) + min(wild + wilder, one)) * abs(off);
      const f32x4 share = one / (pivot + ease);
      const f32x4 coupling = off * share, delta = right * share;
      if (k > 0) nodes[k - 1].coupling = coupling, nodes[k - 1].delta = delta;
      pivot = select(moves, mobility + ease - off * coupling, one);
      right = error - off * delta;
      from = node.to, before = node.direction, w = node.w, wild = wilder;
      block[k].lambda = lambda;
    }
    f32x4 ahead = right / pivot;
    Vec3x4 pull{zero, zero, zero};  // of the edge after the particle
    for (int k = count - 1; k >= 0; --k) {
      const LineNode& node = nodes[k];
      if (k < count - 1) ahead = node.delta - node.coupling * ahead;
      block[k].lambda += ahead;
      const Vec3x4 own = ahead * node.direction;
      scatter(node.to + node.w * (own - pull), node.w, x, block[k].index[1]);
      pull = own;
    }
    scatter(first - firstW * pull, firstW, x, block->index[0]);
    block += count;
  }
}

void returnLambdas(const EdgeLines& lines, ConstraintBatch<ParticleDistance>& edges) {
  for (const LineBlock& b : lines.blocks)
    for (int lane = 0; lane < 4; ++lane)
      if (const int32_t place = b.place[lane]; place >= 0)
        edges.blocks[size_t(place) / 4].lambda[place % 4] = b.lambda[lane];
}

}  // namespace holonom
