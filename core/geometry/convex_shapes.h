#pragma once
// The list of convex shapes, which compounds may hold: a new one is its file and its name here.
#include <variant>

#include "geometry/box.h"
#include "geometry/capsule.h"
#include "geometry/curved/cone.h"
#include "geometry/curved/cylinder.h"
#include "geometry/curved/ellipsoid.h"
#include "geometry/hull.h"
#include "geometry/sphere.h"

namespace holonom {

/// Shapes that are not curved first, which have pairs of their own.
using ConvexShape = std::variant<Sphere, Capsule, Box, Hull, Cylinder, Cone, Ellipsoid>;

}  // namespace holonom
