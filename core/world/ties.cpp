// Attachments and grabs as they come and are changed; what they do in a step is in step/ties.cpp.
#include "world/ties.h"

#include "world/check.h"

namespace holonom {

namespace {

template <class Tied>
int tiedTo(const Tied& def) {
  return def.cloth.has_value() + def.rope.has_value() + def.grains.has_value() +
         def.softBody.has_value() + def.rod.has_value() + def.springNetwork.has_value();
}
/// Which of those that are given is one too many; `missing` where there is none.
template <class Tied>
const char* nameOfExtra(const Tied& def, const char* missing) {
  if (tiedTo(def) == 0) return missing;
  if (def.springNetwork) return "springNetwork";
  if (def.rod) return "rod";
  return def.softBody ? "softBody" : def.grains ? "grains" : def.rope ? "rope" : "cloth";
}

Status checkSources(const SoftObjects& soft, std::optional<ClothId> cloth,
                    std::optional<RopeId> rope, std::optional<GrainsId> grains,
                    std::optional<SoftBodyId> softBody, std::optional<RodId> rod) {
  using Source = ParticleDef::Source;
  const auto check = [&](const auto& id, Source source, const char* name) -> Status {
    if (!id) return {};
    const int i = soft.cloths.indexOf(clothOf(*id));
    if (i >= 0 && soft.cloths[i].def.source == source) return {};
    return stale(name, id->bits);
  };
  if (Status bad = check(cloth, Source::Cloth, "cloth")) return bad;
  if (Status bad = check(rope, Source::Rope, "rope")) return bad;
  if (Status bad = check(grains, Source::Grains, "grains")) return bad;
  if (Status bad = check(softBody, Source::SoftBody, "softBody")) return bad;
  return check(rod, Source::Rod, "rod");
}

/// Of fields that are checked; fills in the weights so that they add up to one.
[[gnu::cold]] Status checkTriangle(const SoftObjects& soft, const std::optional<ClothId>& cloth,
                                   const std::optional<int>& triangle,
                                   std::optional<Vec3>& weights) {
  if (!triangle) {
    if (!weights) return {};
    return Error{ErrorCode::Missing, "triangle", Value(), Rule::WeightsTriangle};
  }
  if (!cloth) return Error{ErrorCode::Type, "triangle", double(*triangle), Rule::NetworkPoint};
  const size_t count = soft.at(*cloth).indices.size() / 3;
  if (size_t(*triangle) >= count)
    return Error{ErrorCode::Range, "triangle", double(*triangle),
                 count == 0 ? Rule::ClothTriangles : Rule::IntegerFromTo,
                 count == 0 ? std::vector<Value>{} : std::vector<Value>{0.0, double(count - 1)}};
  const Vec3 given = weights.value_or(Vec3{1, 1, 1});
  const float sum = given.x + given.y + given.z;
  if (!(sum > 1e-6f))
    return Error{ErrorCode::Range, "weights", Value::ofNumbers({given.x, given.y, given.z}),
                 Rule::WeightsNotZero};
  // Those that add up already keep their bits, so that a saved tie loads unchanged.
  weights = abs(sum - 1) < 1e-6f ? given : (1 / sum) * given;
  return {};
}

/// The object that it is tied to, and the point of it: fields that begin with "to".
[[gnu::cold]] Status checkOther(const SoftObjects& soft, AttachmentDef& def) {
  const std::optional<ClothId> to = def.toParticles();
  if (!to) {
    const char* path = def.toTriangle ? "toTriangle" : def.toWeights ? "toWeights" : nullptr;
    if (!path) return {};
    return Error{ErrorCode::Missing, "toCloth", Value(), Rule::ClothOf, {path}};
  }
  const char* name = def.toRod        ? "toRod"
                     : def.toSoftBody ? "toSoftBody"
                     : def.toRope     ? "toRope"
                     : def.toGrains   ? "toGrains"
                                      : "toCloth";
  if (!def.particles()) return Error{ErrorCode::Type, name, double(to->bits), Rule::PointsOfCloth};
  if (def.body.has_value() + def.toCloth.has_value() + def.toRope.has_value() +
          def.toGrains.has_value() + def.toSoftBody.has_value() + def.toRod.has_value() >
      1)
    return Error{ErrorCode::Type,
                 name,
                 double(to->bits),
                 Rule::AtMostOne,
                 {listOf({"body", "toCloth", "toRope", "toGrains", "toSoftBody", "toRod"})}};
  Status bad = checkSources(soft, def.toCloth, def.toRope, def.toGrains, def.toSoftBody, def.toRod);
  if (!bad) bad = soft.checkPoint(to, {}, def.toPoint);
  if (!bad) bad = checkTriangle(soft, to, def.toTriangle, def.toWeights);
  if (bad) {
    std::string& path = bad->path;
    path[0] = char(path[0] - 'a' + 'A');
    path.insert(0, "to");
    return bad;
  }
  const HeldPoint held = soft.heldPoint(def), other = soft.otherPoint(def);
  for (int i = 0; i < held.count; ++i)
    for (int k = 0; k < other.count; ++k)
      if (held.index[i] == other.index[k])
        return def.toTriangle
                   ? Error{ErrorCode::Range, "toTriangle", double(*def.toTriangle),
                           Rule::OtherTriangle}
                   : Error{ErrorCode::Range, "toPoint", double(def.toPoint), Rule::OtherParticle};
  return {};
}

}  // namespace

Status Ties::placeAnchor(const SoftObjects& soft, const Bodies& bodies, AttachmentDef& def) {
  if (def.toParticles() && def.anchor)
    return Error{ErrorCode::Type, "anchor",
                 Value::ofNumbers({def.anchor->x, def.anchor->y, def.anchor->z}),
                 Rule::AnchorOfCloth};
  if (def.toParticles() || def.anchor) return {};
  const Vec3 p = soft.positionOf(def);
  def.anchor =
      def.body ? inverseTransformPoint(bodies.bodyPose(bodies.ids.indexOf(*def.body)), p) : p;
  return checkMember(*def.anchor, "anchor", {}, 0);
}

Status Ties::check(const SoftObjects& soft, const Bodies& bodies, AttachmentDef& def) const {
  if (Status bad = checkFields(def, "")) return bad;
  if (tiedTo(def) != 1)
    return Error{ErrorCode::Missing,
                 nameOfExtra(def, "cloth"),
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"cloth", "rope", "grains", "softBody", "rod", "springNetwork"})}};
  if (Status bad = checkSources(soft, def.cloth, def.rope, def.grains, def.softBody, def.rod))
    return bad;
  if (Status bad = soft.checkPoint(def.particles(), def.springNetwork, def.point)) return bad;
  if (Status bad = checkTriangle(soft, def.particles(), def.triangle, def.weights)) return bad;
  if (Status bad = checkOther(soft, def)) return bad;
  if (def.body && bodies.ids.indexOf(*def.body) < 0) return stale("body", def.body->bits);
  for (const Attachment& other : attachments)
    if (def.springNetwork && other.def.springNetwork == def.springNetwork &&
        other.def.point == def.point && !soft.isPinned(def))
      return Error{ErrorCode::Range, "point", double(def.point), Rule::FreeNode};
  if (attachments.full()) return full(attachments.size());
  return placeAnchor(soft, bodies, def);
}

Status Ties::check(const SoftObjects& soft, const Bodies& bodies, GrabDef& def) const {
  if (Status bad = checkFields(def, "")) return bad;
  if (def.body.has_value() + tiedTo(def) != 1)
    return Error{ErrorCode::Missing,
                 nameOfExtra(def, "body"),
                 Value(),
                 Rule::ExactlyOne,
                 {listOf({"body", "cloth", "rope", "grains", "softBody", "rod", "springNetwork"})}};
  if (def.body) {
    const int i = bodies.ids.indexOf(*def.body);
    if (i < 0) return stale("body", def.body->bits);
    def.anchor = def.anchor ? inverseTransformPoint(bodies.poses[i], *def.anchor) : Vec3{};
  } else if (Status bad =
                 checkSources(soft, def.cloth, def.rope, def.grains, def.softBody, def.rod)) {
    return bad;
  } else if (Status wrong = soft.checkPoint(def.particles(), def.springNetwork, def.point)) {
    return wrong;
  }
  if (grabs.full()) return full(grabs.size());
  return {};
}

void Ties::movePoints(ClothId from, int first, ClothId to) {
  const auto move = [&](auto& handle, int& point) {
    if (!handle || clothOf(*handle) != from || point <= first) return;
    *handle = {to.bits};
    point -= first;
  };
  for (Attachment& a : attachments) {
    move(a.def.rope, a.def.point);
    move(a.def.toRope, a.def.toPoint);
  }
  for (GrabDef& g : grabs) move(g.rope, g.point);
}

Vec3 Ties::anchorOf(const SoftObjects& soft, const Bodies& bodies, const AttachmentDef& def) {
  if (def.toParticles()) return soft.positionOf(soft.otherPoint(def));
  return def.body ? transformPoint(bodies.bodyPose(bodies.ids.indexOf(*def.body)), *def.anchor)
                  : *def.anchor;
}

}  // namespace holonom
