#pragma once
// What a soft body is made of.
#include "constraints/particle_batches.h"
#include "particles/particle_def.h"

namespace holonom {

/// Its tetrahedra in its own axes, checked, each with a positive volume.
Result<TetrahedraDef> solidOf(const ParticleDef& def);
/// Of its particles [kg]: a quarter of each tetrahedron's at every corner.
std::vector<double> solidMasses(const TetrahedraDef& solid, const ParticleDef& def);
/// The constraints of its model.
void addElasticity(const TetrahedraDef& solid, const ParticleDef& def,
                   const std::vector<Quad>& points, ParticleBatches& batches);
/// Their compliances, by its moduli.
void applyModuli(const ParticleDef& def, ParticleBatches& batches);

}  // namespace holonom
