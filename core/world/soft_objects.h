#pragma once
// Cloth, ropes, grains and spring networks of a world, and the points of them that ties name.
#include <optional>
#include <span>

#include "base/handle.h"
#include "base/objects.h"
#include "constraints/attachment_def.h"
#include "solvers/grain_contacts.h"
#include "world/cloth.h"
#include "world/cloth_collision.h"
#include "world/spring_object.h"

namespace holonom {

/// Which soft object a point belongs to, by dense index.
struct PointRef {
  enum class Kind : uint8_t { Cloth, Springs } kind = Kind::Cloth;
  int object = 0;
  int point = 0;  ///< within the object
};

/// A point of cloth that an attachment holds: its particles, and their shares in it.
struct HeldPoint {
  int count = 0;
  int index[3] = {};  ///< in the store
  float weight[3] = {};
};

struct SoftObjects {
  Particles particles;
  Objects<Cloth, ClothId> cloths;  ///< and ropes and grains
  Objects<SpringObject, SpringNetworkId> springs;
  ClothCollision clothCollision;
  GrainContacts grainContacts;
  bool clothChanged = true;  ///< or a tie of it: came, went or was redefined since the last step

  // Of what is live.
  Cloth& at(ClothId id) { return cloths[size_t(cloths.indexOf(id))]; }
  const Cloth& at(ClothId id) const { return cloths[size_t(cloths.indexOf(id))]; }
  SpringObject& at(SpringNetworkId id) { return springs[size_t(springs.indexOf(id))]; }
  const SpringObject& at(SpringNetworkId id) const { return springs[size_t(springs.indexOf(id))]; }

  /// Another, of particles that were added after all, takes its place.
  void replaceCloth(int index, Cloth cloth);
  /// The memory of particles serves others, once no cloth is left.
  void removeCloth(int index);

  /// The point that a tie names.
  PointRef refOf(const std::optional<ClothId>& cloth, const std::optional<SpringNetworkId>& network,
                 int point) const;
  /// Of an attachment of a cloth.
  HeldPoint heldPoint(const AttachmentDef& def) const;
  /// Of the cloth that it is tied to.
  HeldPoint otherPoint(const AttachmentDef& def) const;
  /// Whether what ties name is there, and has such a point.
  Status checkPoint(const std::optional<ClothId>& cloth,
                    const std::optional<SpringNetworkId>& network, int point) const;
  /// A pinned node: a tie holds the body at it, not it at the body.
  bool isPinned(const AttachmentDef& def) const;

  // World positions [m].
  Vec3 positionOf(const PointRef& point) const;
  Vec3 positionOf(const HeldPoint& point) const;
  Vec3 positionOf(const AttachmentDef& def) const;

  /// Some triangles of a particle get a copy of it; see `splitParticle`.
  Status splitCloth(int index, int particle, std::span<const int32_t> triangles);
  void removeParticles(int first, int count);

  template <class A>
  void archive(A& ar) {
    auto& [particles, cloths, springs, clothCollision, grainContacts, clothChanged] = *this;
    ar(particles, cloths, springs, clothCollision, grainContacts, clothChanged);
  }
};

}  // namespace holonom
