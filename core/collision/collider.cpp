#include "collision/collider.h"

namespace holonom {

int partCount(const Shape& shape) {
  const Compound* compound = std::get_if<Compound>(&shape);
  return compound ? static_cast<int>(compound->parts.size()) : 1;
}

Transform partPlace(const Shape& shape, int part) {
  const Compound* compound = std::get_if<Compound>(&shape);
  if (!compound) return {};
  const CompoundPart& p = compound->parts[size_t(part)];
  return {p.position, p.rotation};
}

Shape partOf(const Shape& shape, int part) {
  if (const Mesh* mesh = std::get_if<Mesh>(&shape)) {
    Mesh out;
    out.geometry = mesh->geometry;
    return out;
  }
  Shape out = shape;
  if (const Compound* compound = std::get_if<Compound>(&shape))
    std::visit([&](const auto& each) { out = each; }, compound->parts[size_t(part)].shape);
  if (Hull* hull = std::get_if<Hull>(&out)) hull->points = {};
  return out;
}

}  // namespace holonom
