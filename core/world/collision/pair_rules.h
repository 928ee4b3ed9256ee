#pragma once
// What the definitions of two bodies say of their contact.
#include "collision/contact_cache.h"
#include "world/collision/colliders.h"

namespace holonom {

bool mayCollide(const BodyDef& a, const BodyDef& b);
/// Whether what moves far in a step is followed on its way.
bool wantsSweeps(const BodyDef& d);
void setMaterial(ContactPatch& patch, const BodyDef& a, const BodyDef& b);
/// Of shapes of revolution about a principal axis; an ellipsoid counts as a ball.
unsigned rollingOf(const Collider& c);

}  // namespace holonom
