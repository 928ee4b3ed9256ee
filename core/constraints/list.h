#pragma once
// The one line per constraint: tests loop over these lists.
#include "base/type_list.h"
#include "constraints/dihedral_bend.h"
#include "constraints/grab.h"
#include "constraints/isometric_bend.h"
#include "constraints/joints/joint_def.h"
#include "constraints/oriented_constraint.h"
#include "constraints/particle_distance.h"
#include "constraints/particle_seam.h"
#include "constraints/particle_tether.h"
#include "constraints/rod.h"
#include "constraints/solid_tetrahedron.h"
#include "constraints/surface_volume.h"
#include "constraints/triangle_area.h"
#include "constraints/triangle_strain.h"

namespace holonom {

using ParticleConstraints =
    TypeList<ParticleDistance, ParticleTether, DihedralBend, IsometricBend, TriangleArea,
             TriangleStretch, TriangleShear, HydrostaticTetrahedron, DeviatoricTetrahedron,
             StrainTetrahedron, DilatationTetrahedron, ParticleSeam>;
/// Of any number of particles.
using WideConstraints = TypeList<SurfaceVolume>;
/// Of particles with orientations.
using OrientedConstraints = TypeList<RodStretch, RodBend>;
/// Constraints of bodies that are solved as rows, beside `Joints`; contacts have their own kernels.
using RowConstraints = TypeList<Grab>;

}  // namespace holonom
