// Attachments and grabs as they come, are changed and go; what they do in a step is in
// step/ties.cpp.
#include <utility>

#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

template <class Tied>
int tiedTo(const Tied& def) {
  return def.cloth.has_value() + def.rope.has_value() + def.grains.has_value() +
         def.springNetwork.has_value();
}
/// Which of those that are given is one too many; `missing` where there is none.
template <class Tied>
const char* nameOfExtra(const Tied& def, const char* missing) {
  if (tiedTo(def) == 0) return missing;
  return def.springNetwork ? "springNetwork" : def.grains ? "grains" : def.rope ? "rope" : "cloth";
}

}  // namespace

Status World::checkSources(std::optional<ClothId> cloth, std::optional<RopeId> rope,
                           std::optional<GrainsId> grains) const {
  using Source = ParticleDef::Source;
  const auto check = [&](const auto& id, Source source, const char* name) -> Status {
    if (!id) return {};
    const int i = cloths.indexOf(clothOf(*id));
    if (i >= 0 && cloths[i].def.source == source) return {};
    return stale(name, id->bits);
  };
  if (Status bad = check(cloth, Source::Cloth, "cloth")) return bad;
  if (Status bad = check(rope, Source::Rope, "rope")) return bad;
  return check(grains, Source::Grains, "grains");
}

Status World::checkPoint(const std::optional<ClothId>& cloth,
                         const std::optional<SpringNetworkId>& springs, int point) const {
  int count = 0;
  if (cloth) {
    if (indexOf(*cloth) < 0) return stale("cloth", cloth->bits);
    count = cloths[indexOf(*cloth)].count;
  } else {
    if (indexOf(*springs) < 0) return stale("springNetwork", springs->bits);
    count = springObjects[indexOf(*springs)].network.size();
  }
  if (point < 0 || point >= count)
    return Error{
        ErrorCode::Range, "point", double(point), Rule::IntegerFromTo, {0.0, double(count - 1)}};
  return {};
}

PointRef World::refOf(const std::optional<ClothId>& cloth,
                      const std::optional<SpringNetworkId>& springs, int point) const {
  if (cloth) return {PointRef::Kind::Cloth, indexOf(*cloth), point};
  return {PointRef::Kind::Springs, indexOf(*springs), point};
}

Vec3 World::positionOf(const PointRef& p) const {
  return p.kind == PointRef::Kind::Cloth
             ? particles.positions[cloths[p.object].first + p.point].xyz()
             : toFloat(springObjects[p.object].network.positions[p.point]);
}

/// An anchor that is absent is where the point is now.
Status World::placeAnchor(AttachmentDef& def) const {
  if (def.toParticles() && def.anchor)
    return Error{ErrorCode::Type, "anchor",
                 Value::ofNumbers({def.anchor->x, def.anchor->y, def.anchor->z}),
                 Rule::AnchorOfCloth};
  if (def.toParticles() || def.anchor) return {};
  const Vec3 p = positionOf(def);
  def.anchor = def.body ? inverseTransformPoint(bodies.bodyPose(indexOf(*def.body)), p) : p;
  return checkMember(*def.anchor, "anchor", {}, 0);
}

Result<AttachmentId> World::addAttachment(AttachmentDef def) {
  if (Status bad = checkFields(def, "")) return *bad;
  if (tiedTo(def) != 1)
    return Error{ErrorCode::Missing,
                 nameOfExtra(def, "cloth"),
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"cloth", "rope", "grains", "springNetwork"})}};
  if (Status bad = checkSources(def.cloth, def.rope, def.grains)) return *bad;
  if (Status bad = checkPoint(def.particles(), def.springNetwork, def.point)) return *bad;
  if (Status bad = checkTriangle(def.particles(), def.triangle, def.weights)) return *bad;
  if (Status bad = checkOther(def)) return *bad;
  if (def.body && indexOf(*def.body) < 0) return stale("body", def.body->bits);
  for (const Attachment& other : attachments)
    if (def.springNetwork && other.def.springNetwork == def.springNetwork &&
        other.def.point == def.point && !isPinned(def))
      return Error{ErrorCode::Range, "point", double(def.point), Rule::FreeNode};
  if (attachments.full()) return full(attachments.size());
  if (Status bad = placeAnchor(def)) return *bad;
  clothChanged_ = clothChanged_ || def.toParticles();
  ++version;
  return attachments.add({def, {}, {}});
}

AttachmentDef World::describe(AttachmentId id) const { return attachments[indexOf(id)].def; }

Status World::redefine(AttachmentId id, AttachmentDef def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkFields(def, "")) return bad;
  if (Status bad = placeAnchor(def)) return bad;
  if (def.body) wake(indexOf(*def.body));
  attachments[i].def = std::move(def);
  ++version;
  return {};
}

Result<GrabId> World::addGrab(GrabDef def) {
  if (Status bad = checkFields(def, "")) return *bad;
  if (def.body.has_value() + tiedTo(def) != 1)
    return Error{ErrorCode::Missing,
                 nameOfExtra(def, "body"),
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"body", "cloth", "rope", "grains", "springNetwork"})}};
  if (def.body) {
    const int i = indexOf(*def.body);
    if (i < 0) return stale("body", def.body->bits);
    def.anchor = def.anchor ? inverseTransformPoint(bodies.poses[i], *def.anchor) : Vec3{};
  } else if (Status bad = checkSources(def.cloth, def.rope, def.grains)) {
    return *bad;
  } else if (Status bad = checkPoint(def.particles(), def.springNetwork, def.point)) {
    return *bad;
  }
  if (grabs.full()) return full(grabs.size());
  if (def.body) wake(indexOf(*def.body));
  ++version;
  return grabs.add(def);
}

GrabDef World::describe(GrabId id) const {
  GrabDef def = grabs[indexOf(id)];
  if (def.body) def.anchor = transformPoint(bodies.poses[indexOf(*def.body)], *def.anchor);
  return def;
}

Status World::redefine(GrabId id, const GrabDef& def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkFields(def, "")) return bad;
  const std::optional<Vec3> anchor = grabs[i].anchor;
  grabs[i] = def;
  grabs[i].anchor = anchor;
  ++version;
  return {};
}

void World::removeAttachmentAt(int i) {
  clothChanged_ = clothChanged_ || attachments[i].def.toParticles();
  attachments.removeAt(i);
}

bool World::remove(AttachmentId id) {
  return removeAt(indexOf(id), [&](int i) { removeAttachmentAt(i); });
}

bool World::remove(GrabId id) {
  return removeAt(indexOf(id), [&](int i) { grabs.removeAt(i); });
}

}  // namespace holonom
