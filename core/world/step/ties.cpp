// Attachments and grabs of particles and spring nodes, both ways.
#include "world/ties.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "solvers/point_contact.h"

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

void Ties::prepare(const Bodies& bodies, float h) {
  active.clear();
  for (const GrabDef& def : grabs) {
    if (!def.body) continue;
    const int body = bodies.ids.indexOf(*def.body);
    if (!bodies.isDynamic(body)) continue;
    ActiveGrab grab;
    grab.grab = {body, *def.anchor, def.target, def.maxForce.value_or(1e30f)};
    grab.frequency = def.frequency, grab.dampingRatio = def.dampingRatio;
    grab.soft = softness(def.frequency, def.dampingRatio, h);
    active.push_back(grab);
  }
}

void Ties::beginStep() {
  for (Attachment& a : attachments) a.stepLambda = {};
}

void Ties::beginSweeps() {
  for (Attachment& a : attachments)
    if (a.weld < 0 && a.anchor < 0) a.lambda = {};
}

void Ties::pullParticles(SoftObjects& soft, float h) const {
  for (const GrabDef& g : grabs) {
    if (!g.particles()) continue;
    const Cloth& cloth = soft.at(*g.particles());
    if (cloth.isStopped()) continue;
    const int i = cloth.first + g.point;
    Quad &x = soft.particles.positions[i], &v = soft.particles.velocities[i];
    const Vec3 toTarget = g.target - soft.particles.previous[i].xyz();
    const Pull pull = pullOf(g, cloth.mass, toDouble(toTarget), toDouble(v.xyz()), double(h));
    const float k = float(pull.stiffness), c = float(pull.damping) + h * k;
    // Implicit at the particle: stable however light it is.
    const Vec3 change = (h * x.w / (1 + h * x.w * c)) * (k * toTarget - c * v.xyz());
    x.setXyz(x.xyz() + h * change);
  }
}

void Ties::solve(const PointScene& scene, float h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  for (Attachment& a : attachments) {
    if (!a.def.particles() && !soft.isPinned(a.def)) continue;
    const int body = a.def.body ? bodies.ids.indexOf(*a.def.body) : bodies.nobody();
    const HeldPoint held = a.def.particles() ? soft.heldPoint(a.def) : HeldPoint{};
    const HeldPoint other = a.def.toParticles() ? soft.otherPoint(a.def) : HeldPoint{};
    Vec3 arm{}, anchor = a.def.toParticles() ? soft.positionOf(other) : *a.def.anchor;
    if (a.def.body) {
      const Transform pose = bodies.poseNow(body);
      arm = rotate(pose.rotation, bodies.toPrincipal(body, anchor));
      anchor = pose.position + arm;
    }
    // A point moves with the inverse mass that its particles have together: Σ weight² w. One of a
    // cloth that was stopped stands like what is pinned.
    const bool gives = held.count > 0 && !soft.at(*a.def.particles()).isStopped();
    const bool otherGives = other.count > 0 && !soft.at(*a.def.toParticles()).isStopped();
    const auto inverseMassOf = [&](const HeldPoint& point) {
      float w = 0;
      for (int k = 0; k < point.count; ++k)
        w += point.weight[k] * point.weight[k] * soft.particles.positions[point.index[k]].w;
      return w;
    };
    const float w = (gives ? inverseMassOf(held) : 0) + (otherGives ? inverseMassOf(other) : 0);
    const float softness = a.def.compliance / (h * h);
    // Two points that are pinned, and rigid: nothing gives.
    if (a.def.toParticles() && !(w + softness > 0)) continue;
    const Vec3 change = solvePointAttachment(bodies, body, arm, soft.positionOf(a.def) - anchor, w,
                                             softness, a.lambda, h);
    const auto move = [&](const HeldPoint& point, Vec3 impulse) {
      for (int k = 0; k < point.count; ++k) {
        Quad& x = soft.particles.positions[point.index[k]];
        x.setXyz(x.xyz() + (point.weight[k] * x.w) * impulse);
      }
    };
    if (gives) move(held, change);
    if (otherGives) move(other, -change);
  }
}

void Ties::findLoads(const PointScene& scene) {
  const auto& [soft, bodies, colliders, settings] = scene;
  loads_.clear();
  for (Cloth& c : soft.cloths) c.carriers.clear();
  if (attachments.empty()) return;
  tied_.assign(size_t(bodies.size()), 0);
  for (int i = 0; i < int(attachments.size()); ++i) {
    const AttachmentDef& def = attachments[i].def;
    if (!def.body || !def.particles() || def.triangle || def.compliance > 0) continue;
    const int body = bodies.ids.indexOf(*def.body);
    const int index = soft.cloths.indexOf(*def.particles());
    const Cloth& object = soft.cloths[index];
    const int particle = object.first + def.point;
    const Quad& x = soft.particles.positions[particle];
    if (!bodies.isDynamic(body) || object.isStopped() || x.w == 0) continue;
    const Vec3 arm = x.xyz() - bodies.poseNow(body).position;
    const double most = mobility(toDouble(bodies.pointInverseMass(body, arm)));
    const float mass = float(1 / most);
    if (!(most > 0 && mass > 0)) continue;
    ++tied_[body];
    loads_.push_back({index, particle, i, body, mass, {}});
  }
  std::ranges::sort(loads_, {}, [](const Load& load) {
    return std::tuple(load.object, load.particle, load.attachment);
  });
  for (Load& load : loads_) {
    // Those on the same body share its mass, so that together they can't overreact.
    load.mass /= float(tied_[load.body]);
    Cloth& object = soft.cloths[load.object];
    object.carriers.push_back(load.particle - object.first);
  }
}

void Ties::takeUpLoads(Particles& particles) {
  for (Load& load : loads_) {
    Quad& x = particles.positions[load.particle];
    load.before = x;
    x.w /= 1 + x.w * load.mass;
  }
}

void Ties::passOnLoads(const PointScene& scene, float h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  // Backward, as a particle may carry several.
  for (size_t last = loads_.size(), first; last > 0; last = first) {
    Cloth& object = soft.cloths[loads_[last - 1].object];
    double mass = 0;
    for (first = last; first > 0 && loads_[first - 1].object == loads_[last - 1].object; --first)
      mass += double(loads_[first - 1].mass);
    // Positions are rounded, and a heavy load would make much of that: the bodies give it back.
    const Vec3d error = (1 / mass) * std::exchange(object.momentumError, {}).linear;
    for (size_t i = last; i-- > first;) {
      const Load& load = loads_[i];
      Quad& x = soft.particles.positions[load.particle];
      x.w = load.before.w;
      if (object.isStopped()) continue;
      const Vec3 impulse =
          load.mass * toFloat(toDouble(x.xyz()) - toDouble(load.before.xyz()) - error);
      attachments[load.attachment].lambda -= impulse;
      bodies.applyPositionalImpulse(load.body, (1 / h) * impulse,
                                    load.before.xyz() - bodies.poseNow(load.body).position, h);
    }
  }
}

void Ties::tieNodes(const PointScene& scene, double h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  for (SpringObject& o : soft.springs) {
    o.network.anchors.clear();
    o.network.welds.clear();
  }
  tied_.assign(size_t(bodies.size()), 0);
  for (const Attachment& a : attachments)
    if (a.def.springNetwork && a.def.body) ++tied_[bodies.ids.indexOf(*a.def.body)];
  for (Attachment& a : attachments) {
    a.weld = a.anchor = -1;
    if (!a.def.springNetwork || soft.isPinned(a.def)) continue;
    const int object = soft.springs.indexOf(*a.def.springNetwork), node = a.def.point;
    SpringNetwork& n = soft.springs[object].network;
    const int body = a.def.body ? bodies.ids.indexOf(*a.def.body) : bodies.nobody();
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
      inverseMass = toDouble(bodies.pointInverseMass(body, arm));
    }
    // On the node, if both were to go as one from now on.
    const Vec3d impulse =
        inverse(inverseMass + diagonal(1 / n.masses[node])) * (velocity - n.velocities[node]);
    const Vec3d together = n.velocities[node] + (1 / n.masses[node]) * impulse;
    // Nodes on the same body share its mass, so that together they can't overreact.
    const int sharing = gives ? tied_[body] : 0;
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
    if (gives && !soft.springs[object].stopped) {
      // What moved the body since must move the node along: their momentum is one.
      pushNode(n, node, together);
      bodies.applyImpulse(body, -toFloat(impulse), arm);
      a.weld = static_cast<int>(n.welds.size());
      n.welds.push_back({node, (1 / double(sharing)) * inverse(inverseMass), {}, gravity});
    } else {
      pushNode(n, node, soft.springs[object].stopped ? Vec3d{} : velocity);
      n.inverseMasses[node] = 0;
      heldNodes_.push_back({object, node});
    }
  }
  for (const GrabDef& g : grabs) {
    if (!g.springNetwork) continue;
    SpringNetwork& n = soft.at(*g.springNetwork).network;
    const Vec3d target = toDouble(g.target);
    const Pull pull = pullOf(g, n.mass, target - n.positions[g.point], n.velocities[g.point], h);
    n.anchors.push_back({g.point, target, pull.stiffness, pull.damping, {}});
  }
}

void Ties::endSubstep(SoftObjects& soft) {
  for (const auto& [object, node] : heldNodes_) {
    SpringNetwork& n = soft.springs[object].network;
    n.inverseMasses[node] = 1 / n.masses[node];
  }
  heldNodes_.clear();
  for (Attachment& a : attachments) a.stepLambda += a.lambda;
}

void Ties::returnImpulses(const PointScene& scene, double h) {
  const auto& [soft, bodies, colliders, settings] = scene;
  for (Attachment& a : attachments) {
    if (a.weld < 0 && a.anchor < 0) continue;
    const SpringObject& object = soft.at(*a.def.springNetwork);
    const SpringNetwork& n = object.network;
    if (object.stopped) {
      a.lambda = {};
      continue;
    }
    const Vec3d impulse = a.weld >= 0 ? n.welds[a.weld].impulse : -n.anchors[a.anchor].impulse;
    a.lambda = toFloat(-h * impulse);
    const int body = a.def.body ? bodies.ids.indexOf(*a.def.body) : bodies.nobody();
    if (body == bodies.nobody() || !bodies.isDynamic(body)) continue;
    bodies.applyImpulse(
        body, toFloat(impulse),
        rotate(bodies.poseNow(body).rotation, bodies.toPrincipal(body, *a.def.anchor)));
  }
}

void Ties::finishStep(SoftObjects& soft, const Bodies& bodies) {
  for (const Attachment& a : attachments) {
    if (!a.def.springNetwork || a.def.compliance > 0 || soft.isPinned(a.def)) continue;
    SpringNetwork& n = soft.at(*a.def.springNetwork).network;
    const Vec3 place = anchorOf(soft, bodies, a.def);
    const Vec3 most{float(kLargest), float(kLargest), float(kLargest)};
    n.positions[a.def.point] = toDouble(max(min(place, most), -most));
  }
  for (Attachment& a : attachments)
    if (!isFinite(a.stepLambda) || !isFinite(a.lambda)) a.lambda = a.stepLambda = {};
}

}  // namespace holonom
