// Attachments and grabs as they come, are changed and go.
#include <utility>

#include "world/check.h"
#include "world/world.h"

namespace holonom {

Result<AttachmentId> World::addAttachment(AttachmentDef def) {
  if (Status bad = ties.check(soft, bodies, def)) return *bad;
  soft.clothChanged = soft.clothChanged || def.toParticles();
  ++version;
  return ties.attachments.add({def, {}, {}});
}

AttachmentDef World::describe(AttachmentId id) const { return ties.attachments[indexOf(id)].def; }

Status World::redefine(AttachmentId id, AttachmentDef def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkFields(def, "")) return bad;
  if (Status bad = Ties::placeAnchor(soft, bodies, def)) return bad;
  if (def.body) wake(indexOf(*def.body));
  ties.attachments[i].def = std::move(def);
  ++version;
  return {};
}

Vec3 World::forceOf(AttachmentId id) const {
  const double h2 = course_.lastSubstep * course_.lastStep;
  return h2 > 0 ? toFloat((1 / h2) * toDouble(ties.attachments[indexOf(id)].stepLambda)) : Vec3{};
}

Result<GrabId> World::addGrab(GrabDef def) {
  if (Status bad = ties.check(soft, bodies, def)) return *bad;
  if (def.body) wake(indexOf(*def.body));
  ++version;
  return ties.grabs.add(def);
}

GrabDef World::describe(GrabId id) const {
  GrabDef def = ties.grabs[indexOf(id)];
  if (def.body) def.anchor = transformPoint(bodies.poses[indexOf(*def.body)], *def.anchor);
  return def;
}

Status World::redefine(GrabId id, const GrabDef& def) {
  const int i = indexOf(id);
  if (i < 0) return stale("id", id.bits);
  if (Status bad = checkFields(def, "")) return bad;
  const std::optional<Vec3> anchor = ties.grabs[i].anchor;
  ties.grabs[i] = def;
  ties.grabs[i].anchor = anchor;
  ++version;
  return {};
}

void World::removeAttachmentAt(int i) {
  soft.clothChanged = soft.clothChanged || ties.attachments[i].def.toParticles();
  ties.attachments.removeAt(i);
}

bool World::remove(AttachmentId id) {
  return removeAt(indexOf(id), [&](int i) { removeAttachmentAt(i); });
}

bool World::remove(GrabId id) {
  return removeAt(indexOf(id), [&](int i) { ties.grabs.removeAt(i); });
}

}  // namespace holonom
