#pragma once
// The kinds of object: a row each, through which all that goes by number and name finds the kind.
#include "world/world.h"

namespace holonom {

/// As numbers for bindings.
enum class Kind {
  World,
  Body,
  Cloth,
  Rope,
  Grains,
  SoftBody,
  Rod,
  SpringNetwork,
  Attachment,
  Grab,
  Joint,
  Force
};
inline constexpr const char* kKindNames[] = {"world",      "body",     "cloth", "rope",
                                             "grains",     "softBody", "rod",   "springNetwork",
                                             "attachment", "grab",     "joint", "force"};
inline constexpr int kKinds = std::size(kKindNames);
/// Their lists in scene files, in the order in which they are read; null where they are in none.
inline constexpr const char* kSceneLists[kKinds] = {
    nullptr, "bodies",         "cloths",      "ropes", "grains", "softBodies",
    "rods",  "springNetworks", "attachments", nullptr, "joints", "forces"};

/// An object's handle, and how one of its kind is added.
template <class Id, class Def>
struct KindRow {
  using Definition = Def;
  Id handle;
  Result<Id> (World::*add)(Def);
};
template <class Id, class Def>
KindRow(Id, Result<Id> (World::*)(Def)) -> KindRow<Id, Def>;

/// Calls `f` with the row of a kind; the world itself has none.
template <class F>
auto withKind(Kind kind, uint32_t id, F&& f) {
  switch (kind) {
    case Kind::Cloth:
      return f(KindRow{ClothId{id}, &World::addCloth});
    case Kind::Rope:
      return f(KindRow{RopeId{id}, &World::addRope});
    case Kind::Grains:
      return f(KindRow{GrainsId{id}, &World::addGrains});
    case Kind::SoftBody:
      return f(KindRow{SoftBodyId{id}, &World::addSoftBody});
    case Kind::Rod:
      return f(KindRow{RodId{id}, &World::addRod});
    case Kind::SpringNetwork:
      return f(KindRow{SpringNetworkId{id}, &World::addSpringNetwork});
    case Kind::Attachment:
      return f(KindRow{AttachmentId{id}, &World::addAttachment});
    case Kind::Grab:
      return f(KindRow{GrabId{id}, &World::addGrab});
    case Kind::Joint:
      return f(KindRow{JointId{id}, &World::addJoint});
    case Kind::Force:
      return f(KindRow{ForceId{id}, &World::addForce});
    default:
      return f(KindRow{BodyId{id}, &World::addBody});
  }
}

/// Whether objects of several kinds lie in the store of this one.
template <class Def>
inline constexpr bool isShared = std::is_base_of_v<ParticleDef, Def>;

/// Whether what lies at an index of the store is of this kind.
template <class Def>
bool isOfKind(const World& world, int index) {
  if constexpr (isShared<Def>) return world.soft.cloths[index].def.source == Def::kSource;
  return true;
}

}  // namespace holonom
