// Attachments and grabs of particles and spring nodes, both ways.
#include <algorithm>

#include "solvers/point_contact.h"
#include "world/world.h"

namespace holonom {

namespace {

/// How far a tied node may be from where motion leads it, as a share of a spring's length.
constexpr double kDrift = 1e-3;

struct Pull {
  double stiffness, damping;  ///< [N/m], [N s/m]
};

/// No less than the largest velocity per impulse, and just that of a center.
double mobility(const Sym3d& k) {
  const auto sum = [](double a, double b, double c) { return abs(a) + abs(b) + abs(c); };
  return max(sum(k.xx, k.xy, k.xz), max(sum(k.xy, k.yy, k.yz), sum(k.xz, k.yz, k.zz)));
}

/// A grab as a spring scaled to the mass of the whole object, weakened where it would exceed
/// `maxForce`.
Pull pullOf(const GrabDef& grab, double mass, Vec3d toTarget, Vec3d velocity, double h) {
  const double omega = 6.283185307179586 * grab.frequency;
  const Pull pull{mass * omega * omega, 2 * grab.dampingRatio * mass * omega};
  const double force =
      length(pull.stiffness * toTarget - (pull.damping + h * pull.stiffness) * velocity);
  const double share = grab.maxForce && force > *grab.maxForce ? *grab.maxForce / force : 1;
  return {share * pull.stiffness, share * pull.damping};
}

}  // namespace

void World::pullGrabbedParticles(float h) {
  for (const GrabDef& g : grabs) {
    if (!g.particles()) continue;
    const Cloth& cloth = cloths[indexOf(*g.particles())];
    if (cloth.isStopped()) continue;
    const int i = cloth.first + g.point;
    Quad &x = particles.positions[i], &v = particles.velocities[i];
    const Vec3 toTarget = g.target - particles.previous[i].xyz();
    const Pull pull = pullOf(g, cloth.mass, toDouble(toTarget), toDouble(v.xyz()), double(h));
    const float k = float(pull.stiffness), c = float(pull.damping) + h * k;
    // Implicit at the particle: stable however light it is.
    const Vec3 change = (h * x.w / (1 + h * x.w * c)) * (k * toTarget - c * v.xyz());
    x.setXyz(x.xyz() + h * change);
  }
}

bool World::isPinned(const AttachmentDef& def) const {
  return def.springNetwork &&
         springObjects[indexOf(*def.springNetwork)].network.inverseMasses[def.point] == 0;
}

void World::solvePointTies(float h) {
  for (Attachment& a : attachments) {
    if (!a.def.particles() && !isPinned(a.def)) continue;
    const int body = a.def.body ? indexOf(*a.def.body) : bodies.nobody();
    const HeldPoint held = a.def.particles() ? heldPoint(a.def) : HeldPoint{};
    const HeldPoint other = a.def.toParticles() ? otherPoint(a.def) : HeldPoint{};
    Vec3 arm{}, anchor = a.def.toParticles() ? positionOf(other) : *a.def.anchor;
    if (a.def.body) {
      const Transform pose = bodies.poseNow(body);
      arm = rotate(pose.rotation, bodies.toPrincipal(body, anchor));
      anchor = pose.position + arm;
    }
    // A point moves with the inverse mass that its particles have together: Σ weight² w. One of a
    // cloth that was stopped stands like what is pinned.
    const bool gives = held.count > 0 && !cloths[indexOf(*a.def.particles())].isStopped();
    const bool otherGives = other.count > 0 && !cloths[indexOf(*a.def.toParticles())].isStopped();
    const auto inverseMassOf = [&](const HeldPoint& point) {
      float w = 0;
      for (int k = 0; k < point.count; ++k)
        w += point.weight[k] * point.weight[k] * particles.positions[point.index[k]].w;
      return w;
    };
    const float w = (gives ? inverseMassOf(held) : 0) + (otherGives ? inverseMassOf(other) : 0);
    const float softness = a.def.compliance / (h * h);
    // Two points that are pinned, and rigid: nothing gives.
    if (a.def.toParticles() && !(w + softness > 0)) continue;
    const Vec3 change = solvePointAttachment(bodies, body, arm, positionOf(a.def) - anchor, w,
                                             softness, a.lambda, h);
    const auto move = [&](const HeldPoint& point, Vec3 impulse) {
      for (int k = 0; k < point.count; ++k) {
        Quad& x = particles.positions[point.index[k]];
        x.setXyz(x.xyz() + (point.weight[k] * x.w) * impulse);
      }
    };
    if (gives) move(held, change);
    if (otherGives) move(other, -change);
  }
}

void World::tieNodes(double h) {
  for (SpringObject& o : springObjects) {
    o.network.anchors.clear();
    o.network.welds.clear();
  }
  nodesTied_.assign(size_t(bodies.size()), 0);
  for (const Attachment& a : attachments)
    if (a.def.springNetwork && a.def.body) ++nodesTied_[indexOf(*a.def.body)];
  for (Attachment& a : attachments) {
    a.weld = a.anchor = -1;
    if (!a.def.springNetwork || isPinned(a.def)) continue;
    const int object = indexOf(*a.def.springNetwork), node = a.def.point;
    SpringNetwork& n = springObjects[object].network;
    const int body = a.def.body ? indexOf(*a.def.body) : bodies.nobody();
    Vec3 arm{}, anchor = *a.def.anchor;
    if (a.def.body) {
      const Transform pose = bodies.poseNow(body);
      arm = rotate(pose.rotation, bodies.toPrincipal(body, anchor));
      anchor = pose.position + arm;
    }
    const Vec3d velocity = a.def.body ? toDouble(bodies.velocityAt(body, arm)) : Vec3d{};
    const bool gives = a.def.body && bodies.isDynamic(body);
    Sym3d inverseMass{};
    Vec3d gravity{};
    if (gives) {
      gravity =
          toDouble(bodies.freeLinear(body, bodies.masses[body].gravityScale * settings.gravity));
      const Sym3 k = bodies.pointInverseMass(body, arm);
      inverseMass = {k.xx, k.yy, k.zz, k.xy, k.xz, k.yz};
    }
    // On the node, if both were to go as one from now on.
    const Vec3d impulse =
        inverse(inverseMass + diagonal(1 / n.masses[node])) * (velocity - n.velocities[node]);
    const Vec3d together = n.velocities[node] + (1 / n.masses[node]) * impulse;
    // Nodes on the same body share its mass, so that together they can't overreact.
    const int sharing = gives ? nodesTied_[body] : 0;
    if (a.def.compliance > 0) {
      // Implicit at the body too, which is on its way to x + h (v + h g − n w p): however light it
      // is, it can't overreact, and it hangs as far down as the compliance says.
      const double give =
          double(a.def.compliance) + h * h * double(sharing) * mobility(inverseMass);
      a.anchor = static_cast<int>(n.anchors.size());
      const Vec3d ahead = velocity + h * gravity;
      n.anchors.push_back({node, toDouble(anchor) + h * ahead, 1 / give, 0, 0, {}, ahead});
      continue;
    }
    // Where no motion led there it was placed, and what that puts into springs is no blow-up.
    const double way =
        2 * h * max(length(velocity), length(n.velocities[node])) + kDrift * n.meanLength;
    if (length(toDouble(anchor) - n.positions[node]) > way) n.explained = SpringNetwork::kUnknown;
    n.positions[node] = toDouble(anchor);
    if (gives && !springObjects[object].stopped) {
      // What moved the body since must move the node along: their momentum is one.
      pushNode(n, node, together);
      bodies.applyImpulse(body, -toFloat(impulse), arm);
      a.weld = static_cast<int>(n.welds.size());
      n.welds.push_back({node, (1 / double(sharing)) * inverse(inverseMass), {}, gravity});
    } else {
      pushNode(n, node, springObjects[object].stopped ? Vec3d{} : velocity);
      n.inverseMasses[node] = 0;
      heldNodes_.push_back({object, node});
    }
  }
  for (const GrabDef& g : grabs) {
    if (!g.springNetwork) continue;
    SpringNetwork& n = springObjects[indexOf(*g.springNetwork)].network;
    const Vec3d target = toDouble(g.target);
    const Pull pull = pullOf(g, n.mass, target - n.positions[g.point], n.velocities[g.point], h);
    n.anchors.push_back({g.point, target, pull.stiffness, pull.damping, {}});
  }
}

void World::releaseHeldNodes() {
  for (const auto& [object, node] : heldNodes_) {
    SpringNetwork& n = springObjects[object].network;
    n.inverseMasses[node] = 1 / n.masses[node];
  }
  heldNodes_.clear();
}

void World::returnTieImpulses(double h) {
  for (Attachment& a : attachments) {
    if (a.weld < 0 && a.anchor < 0) continue;
    const SpringObject& object = springObjects[indexOf(*a.def.springNetwork)];
    const SpringNetwork& n = object.network;
    if (object.stopped) {
      a.lambda = {};
      continue;
    }
    const Vec3d impulse = a.weld >= 0 ? n.welds[a.weld].impulse : -n.anchors[a.anchor].impulse;
    a.lambda = toFloat(-h * impulse);
    const int body = a.def.body ? indexOf(*a.def.body) : bodies.nobody();
    if (body == bodies.nobody() || !bodies.isDynamic(body)) continue;
    bodies.applyImpulse(
        body, toFloat(impulse),
        rotate(bodies.poseNow(body).rotation, bodies.toPrincipal(body, *a.def.anchor)));
  }
}

HeldPoint World::heldPoint(ClothId id, int point, const std::optional<int>& triangle,
                           const std::optional<Vec3>& weights) const {
  const Cloth& cloth = cloths[indexOf(id)];
  if (!triangle) return {1, {cloth.first + point}, {1}};
  HeldPoint held{3};
  for (int k = 0; k < 3; ++k) {
    held.index[k] = cloth.first + int(cloth.indices[3 * size_t(*triangle) + size_t(k)]);
    held.weight[k] = at(*weights, k);
  }
  return held;
}

HeldPoint World::heldPoint(const AttachmentDef& def) const {
  return heldPoint(*def.particles(), def.point, def.triangle, def.weights);
}

HeldPoint World::otherPoint(const AttachmentDef& def) const {
  return heldPoint(*def.toParticles(), def.toPoint, def.toTriangle, def.toWeights);
}

Vec3 World::positionOf(const HeldPoint& point) const {
  Vec3 sum{};
  for (int k = 0; k < point.count; ++k)
    sum += point.weight[k] * particles.positions[point.index[k]].xyz();
  return sum;
}

Vec3 World::positionOf(const AttachmentDef& def) const {
  return def.particles() ? positionOf(heldPoint(def))
                         : positionOf(refOf({}, def.springNetwork, def.point));
}

Vec3 World::forceOf(AttachmentId id) const {
  const double h2 = lastSubstep_ * lastStep_;
  return h2 > 0 ? toFloat((1 / h2) * toDouble(attachments[indexOf(id)].stepLambda)) : Vec3{};
}

/// Of fields that are checked; fills in the weights so that they add up to one.
[[gnu::cold]] Status World::checkTriangle(const std::optional<ClothId>& cloth,
                                          const std::optional<int>& triangle,
                                          std::optional<Vec3>& weights) const {
  if (!triangle) {
    if (!weights) return {};
    return Error{ErrorCode::Missing, "triangle", Value(), Rule::WeightsTriangle};
  }
  if (!cloth) return Error{ErrorCode::Type, "triangle", double(*triangle), Rule::NetworkPoint};
  const size_t count = cloths[indexOf(*cloth)].indices.size() / 3;
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
[[gnu::cold]] Status World::checkOther(AttachmentDef& def) const {
  const std::optional<ClothId> to = def.toParticles();
  if (!to) {
    const char* path = def.toTriangle ? "toTriangle" : def.toWeights ? "toWeights" : nullptr;
    if (!path) return {};
    return Error{ErrorCode::Missing, "toCloth", Value(), Rule::ClothOf, {path}};
  }
  const char* name = def.toRope ? "toRope" : def.toGrains ? "toGrains" : "toCloth";
  if (!def.particles()) return Error{ErrorCode::Type, name, double(to->bits), Rule::PointsOfCloth};
  if (def.body.has_value() + def.toCloth.has_value() + def.toRope.has_value() +
          def.toGrains.has_value() >
      1)
    return Error{ErrorCode::Type,
                 name,
                 double(to->bits),
                 Rule::AtMostOne,
                 {listOf({"body", "toCloth", "toRope", "toGrains"})}};
  Status bad = checkSources(def.toCloth, def.toRope, def.toGrains);
  if (!bad) bad = checkPoint(to, {}, def.toPoint);
  if (!bad) bad = checkTriangle(to, def.toTriangle, def.toWeights);
  if (bad) {
    std::string& path = bad->path;
    path[0] = char(path[0] - 'a' + 'A');
    path.insert(0, "to");
    return bad;
  }
  const HeldPoint held = heldPoint(def), other = otherPoint(def);
  for (int i = 0; i < held.count; ++i)
    for (int k = 0; k < other.count; ++k)
      if (held.index[i] == other.index[k])
        return def.toTriangle
                   ? Error{ErrorCode::Range, "toTriangle", double(*def.toTriangle),
                           Rule::OtherTriangle}
                   : Error{ErrorCode::Range, "toPoint", double(def.toPoint), Rule::OtherParticle};
  return {};
}

Vec3 World::anchorOf(const AttachmentDef& def) const {
  if (def.toParticles()) return positionOf(otherPoint(def));
  return def.body ? transformPoint(bodies.bodyPose(indexOf(*def.body)), *def.anchor) : *def.anchor;
}

void World::syncTiedNodes() {
  for (const Attachment& a : attachments) {
    if (!a.def.springNetwork || a.def.compliance > 0 || isPinned(a.def)) continue;
    SpringNetwork& n = springObjects[indexOf(*a.def.springNetwork)].network;
    const Vec3 place = anchorOf(a.def);
    const Vec3 most{float(kLargest), float(kLargest), float(kLargest)};
    n.positions[a.def.point] = toDouble(max(min(place, most), -most));
  }
}

}  // namespace holonom
