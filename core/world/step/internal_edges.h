#pragma once
// Contacts at internal edges: where two solids that stand still lie flush, as the tiles of a floor,
// the edges between them belong to neither surface. A contact there would be a ghost collision.
#include <vector>

namespace holonom {

/// The contacts of each moving body with boxes and hulls that don't move, as linked lists.
struct SolidContacts {
  std::vector<int> first;  ///< of each body, by its index; -1: none
  std::vector<int> next;   ///< of each contact; -1: the last
};

}  // namespace holonom
