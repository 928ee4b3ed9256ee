// The hierarchy of a cloth: of the edges of its triangles, or of what joins a rope.
#include <algorithm>

#include "world/cloth.h"

namespace holonom {

void sweepLevels(Cloth& cloth, Particles& particles) {
  if (!cloth.hierarchy.isBuilt()) {
    std::vector<Keyed> edges;
    const auto add = [&](uint32_t a, uint32_t b) {
      edges.push_back({keyOf(std::min(a, b), std::max(a, b)), 0});
    };
    for (size_t t = 0; t < cloth.indices.size(); ++t)
      add(cloth.indices[t], cloth.indices[t % 3 == 2 ? t - 2 : t + 1]);
    for (uint32_t i = 1; cloth.def.isRope() && i < uint32_t(cloth.count); ++i) add(i - 1, i);
    // With the masses as the substep began: bdf2 writes them down meanwhile.
    // Straight ways lead through a rectangle, but not past holes and cuts.
    cloth.hierarchy.build(particles.previous.data() + cloth.first, cloth.rest,
                          cloth.def.grid || cloth.def.isRope(), std::move(edges));
  }
  cloth.hierarchy.sweep(particles.positions.data() + cloth.first);
}

}  // namespace holonom
