#pragma once
// What a rod is made of. The frame of a segment is that of its first particle; the last particle
// has the frame of the clamp at its end, and the sink that of the clamp at the first end.
#include "world/cloth.h"

namespace holonom {

/// The points of its rest shape in the world.
Result<TriangleMesh> buildRod(const std::vector<float>& points, const Transform& placement);
/// Whether each is apart from the one before, also as the world rounds them.
Status checkApart(const std::vector<Vec3>& points, const ParticleDef& def);
/// Of its particles [kg]: half a segment's at each end.
std::vector<double> rodMasses(const std::vector<Vec3>& points, const ParticleDef& def);
/// The particles at its clamped ends, which are those of `row`.
Result<std::vector<uint32_t>> clampedEnds(const Pins& clamps, const GridDef* row, int count);
/// Whether `rotations` and `angularVelocities` have the length that they need, if any.
Status checkOrientations(const ParticleDef& def, size_t particles);
/// Its constraints; `points` are at rest.
void addRod(const std::vector<Vec3>& points, const std::vector<uint32_t>& clamps, Cloth& cloth);
/// Gives its particles, which are in the store, their frames.
void orientRod(const Cloth& rod, const ParticleDef& def, Particles& particles);
/// Frames and angular velocities of a definition that gives them.
void placeRotations(const Cloth& rod, const ParticleDef& def, Particles& particles);
/// A clamp that `rod` does not have yet holds the direction that its end has now.
void holdNewClamps(const Cloth& rod, const Cloth& changed, Particles& particles);
void applyRodModuli(const ParticleDef& def, ParticleBatches& batches);
/// ½ Cᵀ α⁻¹ C of all its constraints [J].
double rodEnergy(const Cloth& rod, const Particles& particles);

}  // namespace holonom
