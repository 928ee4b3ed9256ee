#pragma once
// Contacts at internal edges: where two solids that stand still lie flush, as the tiles of a floor,
// the edges between them belong to neither surface. A contact there would be a ghost collision.
#include <cstdint>
#include <vector>

#include "base/keyed.h"

namespace holonom {

/// The contacts of moving bodies with boxes and hulls that don't move, of bodies with several.
struct SolidContacts {
  std::vector<uint8_t> counts;  ///< of each body, up to 2
  std::vector<Keyed> entries;   ///< indices of contacts, sorted by body, then by contact
  std::vector<Keyed> scratch;
};

}  // namespace holonom
