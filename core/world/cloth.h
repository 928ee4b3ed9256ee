#pragma once
// A cloth of the world: its range of particles and its batches of constraints.
#include <vector>

#include "constraints/colouring.h"
#include "constraints/list.h"
#include "particles/cloth_def.h"
#include "particles/particles.h"

namespace holonom {

struct Cloth {
  ClothDef def;
  int first = 0, count = 0;       ///< range in the particle store
  float mass = 0;                 ///< of all particles [kg]
  float meanLength = 0;           ///< of the edges at rest [m]
  std::vector<uint32_t> indices;  ///< triangles, from the cloth's first particle
  std::vector<float> uvs;         ///< two per particle; empty without a grid
  ConstraintBatch<ParticleDistance> distance;
  ConstraintBatch<ParticleTether> tether;
  ConstraintBatch<DihedralBend> bend;
  float bendMobility = 0;  ///< mean Σ w|∇φ|² at rest [rad²/(kg m²)]
};

/// Checks the definition, then adds its particles to `particles`.
Result<Cloth> buildCloth(const ClothDef& def, Particles& particles);
/// The batches take the compliances of the definition.
void applyCompliance(Cloth& cloth);

/// Advances a cloth's particles to the end of the substep, before contacts.
void predictCloth(const Cloth& cloth, Particles& particles, Vec3 gravity, float h);
/// One sweep over its constraints, in a substep of a step that has `substeps` of them.
/// Soft bending is slow against stretching and takes part once a step, with the impulse of all its
/// substeps (multiple time steps: Tuckerman, Berne, Martyna 1992); stiff bending takes part in
/// each.
void projectCloth(Cloth& cloth, Particles& particles, float h, int substep, int substeps,
                  bool firstSweep);
/// Accelerations by air drag, held over the step: pressure ½ ρ c (v_rel·n)² on each triangle.
void computeDrag(const Cloth& cloth, Particles& particles, Vec3 wind, float dt);
/// ½ C²/α over its compliant constraints [J]. Nearly rigid ones that are not solved to the end hold
/// much.
double elasticEnergy(const Cloth& cloth, const Particles& particles);

}  // namespace holonom
