#pragma once
// When two moving shapes first touch. Conservative advancement with rotation: Mirtich,
// "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996), §2.3.
#include "collision/collider.h"

namespace holonom {

/// A body that moves with constant velocities from a pose.
struct BodyMotion {
  Transform start;  ///< of its principal axes
  Vec3 linear;      ///< [m/s]
  Vec3 angular;     ///< world axes [rad/s]

  Transform at(float time) const;
};

/// The moving shape: its collider and, where that is a mesh, the triangle.
struct MovingShape {
  const Collider& collider;
  int triangle;
  const BodyMotion& motion;
  /// Below 1 of its core: the shape shrunk by this factor about its middle, of slender ones not as
  /// much lengthwise. 0: the middle.
  float core = 1;
};

/// Distance of a point that rotation moves from the axis; 0 for a ball, whose surface stays.
float turningReach(const Collider& collider);

/// First time from 0 to `most` [s] at which two shapes are at most `tolerance` [m] apart; negative
/// if there is none. At least one is convex; the other may be a half-space. 0 where they touch at
/// the start.
float timeOfImpact(const MovingShape& a, const MovingShape& b, float most, float tolerance);

/// Time at which two balls touch whose centers are `between` apart and that move past each other at
/// `velocity` [m/s]; `reach`: the sum of their radii. 0 if they touch now and come closer, negative
/// if they never will.
float timeOfBalls(Vec3 between, Vec3 velocity, float reach);

}  // namespace holonom
