#pragma once
// Mass properties of a described solid.
#include "base/error.h"

namespace holonom {

/// Reads one solid under its name, as in `{ cylinder: { radius: 0.1, halfHeight: 1 }, density: 7800
/// }`: sphere, capsule, box, hull, compound, cylinder, cone, ellipsoid or closedMesh, with
/// `density` [kg/m³] (1000 where neither is given) or `mass` [kg]. Gives `mass` [kg], `volume`
/// [m³], `center` [m, in the solid's axes], `inertia` about the center along those axes [kg m², row
/// by row], `principalMoments` [kg m²] and `principalRotation` [x, y, z, w] from the principal axes
/// to the solid's. Errors name the field, as in `closedMesh.indices[4]`.
Result<Value> massPropertiesOf(const Value& solid);

}  // namespace holonom
