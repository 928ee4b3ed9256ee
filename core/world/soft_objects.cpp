#include "world/soft_objects.h"

#include "world/check.h"

namespace holonom {

namespace {

HeldPoint heldPoint(const Cloth& cloth, int point, const std::optional<int>& triangle,
                    const std::optional<Vec3>& weights) {
  if (!triangle) return {1, {cloth.first + point}, {1}};
  HeldPoint held{3};
  for (int k = 0; k < 3; ++k) {
    held.index[k] = cloth.first + int(cloth.indices[3 * size_t(*triangle) + size_t(k)]);
    held.weight[k] = at(*weights, k);
  }
  return held;
}

}  // namespace

void SoftObjects::removeParticles(int first, int count) {
  particles.remove(first, count);
  for (Cloth& c : cloths)
    if (c.first > first) c.first -= count + 1;
  grainContacts.renumber(first + count + 1, -count - 1);
}

Status SoftObjects::splitCloth(int index, int particle, std::span<const int32_t> triangles) {
  Cloth& cloth = cloths[index];
  if (Status bad = checkSplit(cloth, particle, triangles)) return bad;
  if (Status bad = splitParticle(cloth, particles, particle, triangles)) return bad;
  const int copy = cloth.first + cloth.count - 1;
  for (Cloth& c : cloths)
    if (c.first > cloth.first) ++c.first;
  grainContacts.renumber(copy, 1);
  clothChanged = true;
  return {};
}

void SoftObjects::replaceCloth(int index, Cloth cloth) {
  const int first = cloths[index].first, count = cloths[index].count;
  cloth.stoppedStep = cloths[index].stoppedStep;
  cloths[index] = std::move(cloth);
  removeParticles(first, count);
  clothChanged = true;
}

void SoftObjects::removeCloth(int index) {
  removeParticles(cloths[index].first, cloths[index].count);
  cloths.removeAt(index);
  if (cloths.empty()) {
    particles = {};
    clothCollision = {};
    grainContacts = {};
  }
  clothChanged = true;
}

PointRef SoftObjects::refOf(const std::optional<ClothId>& cloth,
                            const std::optional<SpringNetworkId>& network, int point) const {
  if (cloth) return {PointRef::Kind::Cloth, cloths.indexOf(*cloth), point};
  return {PointRef::Kind::Springs, springs.indexOf(*network), point};
}

HeldPoint SoftObjects::heldPoint(const AttachmentDef& def) const {
  return holonom::heldPoint(at(*def.particles()), def.point, def.triangle, def.weights);
}

HeldPoint SoftObjects::otherPoint(const AttachmentDef& def) const {
  return holonom::heldPoint(at(*def.toParticles()), def.toPoint, def.toTriangle, def.toWeights);
}

Status SoftObjects::checkPoint(const std::optional<ClothId>& cloth,
                               const std::optional<SpringNetworkId>& network, int point) const {
  int count = 0;
  if (cloth) {
    if (cloths.indexOf(*cloth) < 0) return stale("cloth", cloth->bits);
    count = at(*cloth).count;
  } else {
    if (springs.indexOf(*network) < 0) return stale("springNetwork", network->bits);
    count = at(*network).network.size();
  }
  if (point < 0 || point >= count)
    return Error{
        ErrorCode::Range, "point", double(point), Rule::IntegerFromTo, {0.0, double(count - 1)}};
  return {};
}

bool SoftObjects::isPinned(const AttachmentDef& def) const {
  return def.springNetwork && at(*def.springNetwork).network.inverseMasses[def.point] == 0;
}

Vec3 SoftObjects::positionOf(const PointRef& p) const {
  return p.kind == PointRef::Kind::Cloth
             ? particles.positions[cloths[p.object].first + p.point].xyz()
             : toFloat(springs[p.object].network.positions[p.point]);
}

Vec3 SoftObjects::positionOf(const HeldPoint& point) const {
  Vec3 sum{};
  for (int k = 0; k < point.count; ++k)
    sum += point.weight[k] * particles.positions[point.index[k]].xyz();
  return sum;
}

Vec3 SoftObjects::positionOf(const AttachmentDef& def) const {
  return def.particles() ? positionOf(heldPoint(def))
                         : positionOf(refOf({}, def.springNetwork, def.point));
}

}  // namespace holonom
