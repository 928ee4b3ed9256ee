#include "particles/bdf2.h"

namespace holonom {

namespace {

/// x = xₙ + third (xₙ − xₙ₋₁) + share h v, and v from vₙ + third (vₙ − vₙ₋₁) likewise; Euler's with
/// 0 and 1.
struct Weights {
  float third, share;
};
Weights weightsOf(const Quad& move, float h) {
  return move.w == h ? Weights{1.0f / 3, 2.0f / 3} : Weights{0, 1};
}

}  // namespace

float velocityShareBdf2(const Particles& p, int i, float h) {
  // A move x makes a velocity x/(share h), and the momentum of share² times the present mass.
  return weightsOf(p.moves[i], h).share;
}

void predictBdf2(Particles& p, int first, int count, Vec3 gravity, float decay, float h) {
  p.keepMoves();
  p.assertRange(first, count);
  for (int i = first; i < first + count; ++i) {
    Quad &x = p.positions[i], &v = p.velocities[i], &before = p.velocitiesBefore[i];
    p.previous[i] = x;
    if (x.w == 0) continue;
    const auto [third, share] = weightsOf(p.moves[i], h);
    const Vec3 from = v.xyz() + third * (v.xyz() - before.xyz());
    before.setXyz(v.xyz());
    const Vec3 next =
        (1 / (1 + share * h * decay)) * (from + (share * h) * (gravity + p.accelerations[i].xyz()));
    v.setXyz(next);
    x.setXyz(x.xyz() + (third * p.moves[i].xyz() + (share * h) * next));
    x.w *= share * share;
  }
}

void updateVelocitiesBdf2(Particles& p, int first, int count, float h) {
  p.assertRange(first, count);
  for (int i = first; i < first + count; ++i) {
    Quad &x = p.positions[i], &v = p.velocities[i], &move = p.moves[i];
    x.w = p.previous[i].w;
    if (x.w == 0) {
      v.setXyz({});
      continue;
    }
    const auto [third, share] = weightsOf(move, h);
    // As with Euler, what constraints changed is added to what was predicted.
    const Vec3 predicted = third * move.xyz() + (share * h) * v.xyz();
    const Vec3 change = x.xyz() - (p.previous[i].xyz() + predicted);
    v.setXyz(v.xyz() + (1 / (share * h)) * change);
    move = {0, 0, 0, h};
    move.setXyz(predicted + change);
  }
}

}  // namespace holonom
