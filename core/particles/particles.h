#pragma once
// The particle store: positions with inverse masses, velocities; one contiguous range per object,
// followed by its sink, a particle of infinite mass that unused SIMD lanes name.
#include <vector>

#include "math/vec3.h"

namespace holonom {

struct Particles {
  std::vector<Quad> positions;      ///< x y z [m], w = inverse mass [1/kg]
  std::vector<Quad> previous;       ///< at the start of the substep
  std::vector<Quad> velocities;     ///< [m/s]
  std::vector<Quad> accelerations;  ///< of air, over this step [m/s²]
  /// Of bdf2, none where it does not run: the motion of the last substep [m], w = its length [s];
  /// and the velocity as it began.
  std::vector<Quad> moves, velocitiesBefore;

  /// Of particles with orientations, none where no object has them: unit quaternions; angular
  /// velocities [rad/s], w = inverse moment of inertia, the same about all axes [1/(kg m²)]; and by
  /// what constraints turned them in this substep [rad].
  std::vector<Quad> rotations, spins, turns;

  int size() const { return static_cast<int>(positions.size()); }
  /// Whether bdf2 has its arrays.
  bool hasMoves() const { return !moves.empty(); }
  bool areOriented() const { return !rotations.empty(); }
  /// Gives all an orientation: along the world's axes, and turned by nothing.
  void orient();
  /// Gives bdf2 its arrays, one entry for each particle; zero where they are new.
  void keepMoves();
  /// For where bdf2 does not run.
  void forgetMoves();
  /// Appends a range and its sink; returns the first index.
  int add(const std::vector<Quad>& points);
  /// A copy of a particle, before another one; later ones move up.
  void duplicate(int particle, int before);
  /// All but positions with their masses and velocities, of a range for another.
  void copyMotion(int from, int to, int count);
  /// Puts a range back to where it was as the substep began, at rest.
  void stop(int first, int count);
  /// Removes a range and its sink; later ranges move down.
  void remove(int first, int count);

  template <class A>
  void archive(A& ar) {
    auto& [positions, previous, velocities, accelerations, moves, velocitiesBefore, rotations,
           spins, turns] = *this;
    ar(positions, previous, velocities, accelerations, moves, velocitiesBefore, rotations, spins);
    if (ar.reading()) turns.assign(rotations.size(), {});
  }

  /// Asserts that a range and its sink lie within every array.
  void assertRange(int first, int count) const;

 private:
  /// Every array, in one list: they change size together. Those of bdf2 only while it runs, and
  /// those of orientations where there are any.
  template <class F>
  void forEachArray(F&& f) {
    for (auto* array : {&positions, &previous, &velocities, &accelerations}) f(*array);
    if (hasMoves())
      for (auto* array : {&moves, &velocitiesBefore}) f(*array);
    if (areOriented())
      for (auto* array : {&rotations, &spins, &turns}) f(*array);
  }
};

/// First half of a step of position based dynamics [Müller et al. 2007, algorithm 1]: v += h w f,
/// x* = x + h v. `decay` is the damping rate [1/s].
void predict(Particles& particles, int first, int count, Vec3 gravity, float decay, float h);
/// Second half: v = (x* − x)/h, from the predicted velocity and the change of x* since.
void updateVelocities(Particles& particles, int first, int count, float h);
/// Σ m u and Σ m x × u over the free particles.
struct RigidSums {
  Vec3d linear{}, angular{};
  using Packed = PackedOf<Vec3d, Vec3d>;
  friend RigidSums operator+(const RigidSums& a, const RigidSums& b) {
    return {a.linear + b.linear, a.angular + b.angular};
  }
  friend RigidSums operator*(double s, const RigidSums& a) { return {s * a.linear, s * a.angular}; }
};
/// Of the motion of a substep so far, with the arms it began with. What constraints between the
/// particles add to it is an error: of rounding, and of gradients that turned meanwhile.
RigidSums sumsOfMotion(const Particles& particles, int first, int count);
/// Changes momentum and angular momentum by `change`, as a rigid motion does, and pulls velocities
/// toward the rigid motion that has both, at a rate [1/s]. [Müller et al. 2007, section 3.5]
void dampToRigidMotion(Particles& particles, int first, int count, const RigidSums& change,
                       float rate, float h);
/// Whether positions or velocities are numbers that a description may give.
bool areWithinBounds(const std::vector<Quad>& numbers, int first, int count);

}  // namespace holonom
