#pragma once
// Contacts at internal edges: where two solids that stand still lie flush, as the tiles of a floor,
// the edges between them belong to neither surface. A contact there would be a ghost collision.
#include <vector>

namespace holonom {

/// The contacts of each moving body with boxes and hulls that don't move, as linked lists.
struct SolidContacts {
  struct Entry {
    int contact;
    int next;  ///< entry; -1: the last
  };
  std::vector<Entry> entries;
  std::vector<int> first;  ///< entry of each body; -1: none. Empty without entries.
};

}  // namespace holonom
