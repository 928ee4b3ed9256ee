#pragma once
// Incremental manifolds: the deepest point of each search joins a cache of at most four points,
// which fills over the steps. Persistent manifolds of Bullet work alike.
#include "collision/contact_cache.h"

namespace holonom {

/// Replaces the manifold just found by the cached points and its deepest one. Cached points are
/// updated to these poses of the bodies; those that are farther apart than `margin` [m], or that
/// drifted so far along the surface, are dropped. A point near a cached one takes its feature, and
/// so its impulses.
void cacheDeepest(const Contact& contact, const ContactPatch& patch, float margin,
                  const Transform& a, const Transform& b, Manifold& manifold);

}  // namespace holonom
