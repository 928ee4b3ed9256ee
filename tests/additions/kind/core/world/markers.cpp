#include "world/check.h"
#include "world/world.h"

namespace holonom {

Result<MarkerId> World::addMarker(MarkerDef def) {
  if (Status bad = checkFields(def, "")) return *bad;
  if (markers.full()) return full(markers.size());
  ++version;
  return markers.add(std::move(def));
}

Status World::redefine(MarkerId id, MarkerDef def) {
  if (indexOf(id) < 0) return stale("id", id.bits);
  if (Status bad = checkFields(def, "")) return bad;
  markers[indexOf(id)] = std::move(def);
  ++version;
  return {};
}

bool World::remove(MarkerId id) {
  return removeAt(indexOf(id), [&](int i) { markers.removeAt(i); });
}

}  // namespace holonom
