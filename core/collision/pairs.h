#pragma once
// The table of shape pairs. `a` is always the shape of lower type.
#include "collision/manifold.h"
#include "geometry/shape.h"

namespace holonom {

/// Points nearer than `margin` [m] of two shapes, normal from A to B. Empty when they are apart.
using CollideFunction = void (*)(const Shape& a, const Transform& ta, const Shape& b,
                                 const Transform& tb, float margin, Manifold& out);

/// The function for an ordered pair of types. Null for a pair that never meets, and for meshes and
/// compounds, whose pieces meet others.
CollideFunction collideFunction(ShapeType a, ShapeType b);

// Of any shape with a cylinder, cone or ellipsoid; that is `b` but for planes.
void collideSphereCurved(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                         float margin, Manifold& out);
void collideCapsuleCurved(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                          float margin, Manifold& out);
void collideCurved(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                   float margin, Manifold& out);
void collideCurvedPlane(const Shape& a, const Transform& ta, const Shape& b, const Transform& tb,
                        float margin, Manifold& out);

void collideSpheres(const Sphere& a, const Transform& ta, const Sphere& b, const Transform& tb,
                    float margin, Manifold& out);
void collideSphereCapsule(const Sphere& a, const Transform& ta, const Capsule& b,
                          const Transform& tb, float margin, Manifold& out);
void collideSphereBox(const Sphere& a, const Transform& ta, const Box& b, const Transform& tb,
                      float margin, Manifold& out);
void collideSphereHull(const Sphere& a, const Transform& ta, const Hull& b, const Transform& tb,
                       float margin, Manifold& out);
void collideSpherePlane(const Sphere& a, const Transform& ta, const Plane& b, const Transform& tb,
                        float margin, Manifold& out);
void collideCapsules(const Capsule& a, const Transform& ta, const Capsule& b, const Transform& tb,
                     float margin, Manifold& out);
void collideCapsuleBox(const Capsule& a, const Transform& ta, const Box& b, const Transform& tb,
                       float margin, Manifold& out);
void collideCapsuleHull(const Capsule& a, const Transform& ta, const Hull& b, const Transform& tb,
                        float margin, Manifold& out);
void collideCapsulePlane(const Capsule& a, const Transform& ta, const Plane& b, const Transform& tb,
                         float margin, Manifold& out);
void collideBoxes(const Box& a, const Transform& ta, const Box& b, const Transform& tb,
                  float margin, Manifold& out);
void collideBoxHull(const Box& a, const Transform& ta, const Hull& b, const Transform& tb,
                    float margin, Manifold& out);
void collideBoxPlane(const Box& a, const Transform& ta, const Plane& b, const Transform& tb,
                     float margin, Manifold& out);
void collideHulls(const Hull& a, const Transform& ta, const Hull& b, const Transform& tb,
                  float margin, Manifold& out);
void collideHullPlane(const Hull& a, const Transform& ta, const Plane& b, const Transform& tb,
                      float margin, Manifold& out);

}  // namespace holonom
