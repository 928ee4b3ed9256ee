#pragma once
// What the air does to a triangle of a cloth or net.
#include <cstdint>
#include <span>

#include "world/wind.h"

namespace holonom {

/// Of four triangles at a time: the force on each of the three corners x of one that moves at
/// `velocity` [N]. Where it meets
/// the wind u at its center with area A: drag ½ ρ c A |u·n| (u·n) n, and lift
/// ½ ρ c A |u·n| (|u| n − (u·n) u/|u|), n along u. Bounded over `dt`: all triangles of a light
/// corner together may take it along with the air, not beyond; `mobility` is the largest inverse
/// mass of the corners times the triangles that one may have.
Vec3x4 airOnCorners(const Vec3x4 (&x)[3], Vec3x4 velocity, f32x4 mobility, float drag, float lift,
                    const Wind& wind, float dt);

/// How many of the triangles meet at the point that has most.
int mostTrianglesAtPoint(std::span<const uint32_t> indices, size_t points);

}  // namespace holonom
