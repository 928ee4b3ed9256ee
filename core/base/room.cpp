#include "base/room.h"

#include <cstdint>
#include <cstdlib>

namespace holonom {

bool hasRoom(size_t bytes) {
  if (bytes > SIZE_MAX - kSpareRoom) return false;
  // Volatile: else the compiler takes the pair of calls for one without effect.
  void* volatile room = std::malloc(bytes + kSpareRoom);
  std::free(room);
  return room != nullptr;
}

}  // namespace holonom
