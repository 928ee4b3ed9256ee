#pragma once
// A cloth, a rope, grains, a soft body or a rod of the world: a range of particles and batches of
// constraints.
#include <span>
#include <utility>
#include <vector>

#include "collision/surface_tree.h"
#include "constraints/coloring.h"
#include "constraints/edge_lines.h"
#include "constraints/particle_batches.h"
#include "particles/particle_def.h"
#include "particles/particles.h"
#include "solvers/particle_hierarchy.h"
#include "solvers/particle_rows.h"
#include "solvers/point_contact.h"
#include "solvers/rod_solve.h"
#include "world/settings.h"
#include "world/wind.h"

namespace holonom {

struct Cloth {
  ParticleDef def;
  int first = 0, count = 0;          ///< range in the particle store
  float mass = 0;                    ///< of all particles [kg]
  float meanLength = 0;              ///< of the edges at rest [m]
  std::vector<uint32_t> indices;     ///< triangles, from the cloth's first particle
  std::vector<uint32_t> tetrahedra;  ///< likewise, of a soft body
  int mostTriangles = 0;             ///< at one particle
  std::vector<float> uvs;            ///< two per particle, or none
  std::vector<Vec3> rest;            ///< where its particles are at rest [m]
  SurfaceTree surface;               ///< of its triangles, or pieces of a rope, or grains
  ParticleBatches batches;
  int64_t stoppedStep = 0;  ///< in which it left the numbers and was stopped, from 1; 0: it was not
  RigidSums momentumError;  ///< of its constraints in this substep, times its length [s]
  float bendMobility = 0;   ///< mean Σ w|∇C|² of bending at rest [1/(kg m²)]
  ParticleRows rows;        ///< of its batches, listed when first asked for
  ParticleHierarchy hierarchy;    ///< of its edges, likewise
  EdgeLines lines;                ///< likewise
  RodSolve rod;                   ///< likewise
  std::vector<int32_t> carriers;  ///< of its particles: those that carry bodies in this substep
  std::vector<float> residuals;   ///< after each sweep of the last substep, if measured [m]

  template <class A>
  void archive(A& ar) {
    auto& [def, first, count, mass, meanLength, indices, tetrahedra, mostTriangles, uvs, rest,
           surface, batches, stoppedStep, momentumError, bendMobility, rows, hierarchy, lines, rod,
           carriers, residuals] = *this;
    ar(def, first, count, mass, meanLength, indices, tetrahedra, mostTriangles, uvs, rest, surface,
       batches, stoppedStep, momentumError, bendMobility);
  }
  bool isStopped() const { return stoppedStep != 0; }
};

/// What its particles keep from bodies [m].
inline float radiusOf(const ParticleDef& def) {
  return def.isGrains() || def.isRod() ? def.radius : def.thickness;
}
/// How thick it is where it lies on its like [m].
inline float layerOf(const ParticleDef& def) {
  return def.isGrains() || def.isRod() ? 2 * def.radius : def.thickness;
}
inline PointFriction frictionOf(const ParticleDef& def) {
  return {max(def.friction, def.staticFriction.value_or(0)), def.friction};
}

/// Checks the definition, then adds its particles to `particles`.
Result<Cloth> buildCloth(const ParticleDef& def, Particles& particles);
/// Other pins and seams, those of `def`: its particles stay where they are, and its constraints are
/// listed anew.
Status rebuildCloth(Cloth& cloth, const ParticleDef& def, Particles& particles);
/// Where particles are and how they move, as a definition lists it.
void describeMotion(const Particles& particles, int first, int count, ParticleDef& def);
/// Whether these triangles of a particle, some but not all that it has, can go to a copy of it.
Status checkSplit(const Cloth& cloth, int particle, std::span<const int32_t> triangles);
/// They do: the copy is the last particle, and is not pinned. Pins and seams stay with the first.
Status splitParticle(Cloth& cloth, Particles& particles, int particle,
                     std::span<const int32_t> triangles);
/// What a rope is on either side of a particle, which is an end of both.
std::pair<ParticleDef, ParticleDef> splitRope(const Cloth& rope, const Particles& particles,
                                              int particle);
/// The batches take the compliances of the definition.
void applyCompliance(Cloth& cloth);

/// What each constraint of a kind (a name of `ParticleBatches::forEach`) is and does, in one order.
struct ConstraintReadout {
  std::vector<uint32_t> particles;  ///< as many as the kind has, of each constraint
  std::vector<float> values;        ///< C: what is left of its error now
  std::vector<float> forces;  ///< −λ/h²: its force is that times −∇C, positive in tension
};
void readConstraints(const Cloth& cloth, const Particles& particles, const std::string& kind,
                     ConstraintReadout& out);

/// Whether nothing lets its edges give, so that tethers may stand for many of them.
inline bool isTaut(const ParticleDef& def) {
  if (def.isSoftBody()) return false;
  const float stretch = def.strain ? max(def.strain->warpCompliance, def.strain->weftCompliance)
                                   : def.stretchCompliance;
  return def.stiffness ? *def.stiffness == 1 : stretch == 0;
}

/// Whether `momentumError` is found and given back. Of what carries bodies it is given to them.
bool keepsMomentum(const Cloth& cloth);

/// Whether its bending is solved ahead of the substeps: where once a step is enough, but not as an
/// impulse. Not by solvers that take constraints as rows, not with bdf2, whose order it would
/// spoil, and not where momentum is kept to the last digit.
bool bendsAhead(const Cloth& cloth, const WorldSettings& settings, float h);
/// Adds the accelerations of its bending over a step, found where its particles would be after it
/// (backward Euler).
void bendAhead(Cloth& cloth, Particles& particles, float dt);

/// One of `count` sweeps over the constraints, in a substep of a step that has `substeps` of them.
struct Sweep {
  float h;  ///< of the substep [s]
  int substep, substeps;
  int index, count;
  ParticleSolver solver;
  bool bentAhead = false;
};
/// Stops the cloth where it was as the substep began: it stands still until its definition is set.
void stopCloth(Cloth& cloth, Particles& particles, int64_t step);
/// One sweep over its constraints.
/// Soft bending is slow against stretching and takes part once a step, with the impulse of all its
/// substeps (multiple time steps: Tuckerman, Berne, Martyna 1992); stiff bending takes part in
/// each.
void projectCloth(Cloth& cloth, Particles& particles, const Sweep& sweep);
/// Keeps far parts of it from going apart, ahead of the sweep over edges.
void sweepLevels(Cloth& cloth, Particles& particles);
/// The same of all of them in each substep, by the solvers that take them as rows.
void sweepRows(Cloth& cloth, Particles& particles, const Sweep& sweep);
/// How far the constraints would each still move their particles: root of the mean square [m].
float measureResidual(Cloth& cloth, Particles& particles, float h);
/// Accelerations by air, held over the step.
void computeAir(const Cloth& cloth, Particles& particles, const Wind& wind, float dt);
/// ½ C²/α over its compliant constraints [J]. Nearly rigid ones that are not solved to the end hold
/// much.
double elasticEnergy(const Cloth& cloth, const Particles& particles);

}  // namespace holonom
