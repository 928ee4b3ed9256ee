#pragma once
// Everything that has a mass: the shapes that fill space, and closed meshes.
#include <variant>

#include "base/type_list.h"
#include "geometry/closed_mesh.h"
#include "geometry/compound.h"

namespace holonom {

/// Everything with a volume.
using Solid = Extended<ConvexShape, Compound, ClosedMesh>;

/// Mass properties of any solid, hulls built; only a closed mesh can be refused, under `path`.
inline Result<MassProperties> massOf(const Solid& solid, const std::string& path) {
  return std::visit(
      [&]<class S>(const S& s) -> Result<MassProperties> {
        if constexpr (std::is_same_v<S, ClosedMesh>)
          return massOfMesh(s, path);
        else
          return massOf(s);
      },
      solid);
}

}  // namespace holonom
