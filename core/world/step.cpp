// A step: the stages in order, and how rigid bodies, cloth and springs meet in each substep.
#include <algorithm>

#include "base/profile.h"
#include "collision/pairs.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

/// Contacts are made this long before shapes touch, and by their motion in a step longer, so that
/// the solver stops a body at the surface and a fast one does not tunnel [m].
constexpr float kSpeculativeMargin = 0.02f;
/// The margin of small shapes is this share of their extent, lest it takes in their far side.
constexpr float kMarginShare = 0.25f;
/// Fat boxes exceed the tight ones by this, so that resting bodies do not touch the tree [m].
constexpr float kFatMargin = 0.1f;

bool fatBoxMeets(const DynamicTree& tree, const Bodies& bodies, int a, int b) {
  const int la = bodies.leaves[a], lb = bodies.leaves[b];
  if (la >= 0 && lb >= 0) return overlaps(tree.fatBox(la), tree.fatBox(lb));
  // One is a half-space: the box's lowest corner along its normal.
  const int planeBody = la < 0 ? a : b;
  const Aabb& box = tree.fatBox(la < 0 ? lb : la);
  const Plane& plane = *std::get_if<Plane>(&bodies.defs[planeBody].shape);
  const Transform& t = bodies.poses[planeBody];
  const Vec3 n = rotate(t.rotation, plane.normal);
  const Vec3 corner{n.x > 0 ? box.min.x : box.max.x, n.y > 0 ? box.min.y : box.max.y,
                    n.z > 0 ? box.min.z : box.max.z};
  return dot(n, corner - t.position) <= plane.offset;
}

}  // namespace

Status World::step(float dt) {
  if (Status bad = checkNumber(dt, "dt", {1e-6, 1}, 0, false)) return bad;
  for (double& ms : stageMs) ms = 0;
  const auto timer = [&](Stage stage) { return ScopedTimer(stageMs[static_cast<int>(stage)]); };
  const auto whole = timer(Stage::Step);
  const int substeps = settings.substeps;
  const float h = dt / float(substeps);
  const Solver& solver = solverOf(settings.solver);
  StepContext context{bodies, contactSolver_, activeGrabs_, settings, settings.gravity, h};
  if (settings.iterations == 0) context.settings.iterations = solver.iterations;
  {
    const auto t = timer(Stage::BroadPhase);
    bodies.beginStep();
    updateBroadPhase(dt);
  }
  {
    const auto t = timer(Stage::NarrowPhase);
    updateManifolds(dt);
    findPointPairs(dt);
  }
  {
    const auto t = timer(Stage::Prepare);
    contactSolver_.prepare(bodies, contacts.all(), solver.contactSettings(settings, h));
    prepareActiveGrabs(h);
    for (const Cloth& c : cloths) computeDrag(c, particles, settings.wind, dt);
  }
  for (int s = 0; s < substeps; ++s) {
    {
      const auto t = timer(Stage::Springs);
      stepSprings(h);
    }
    {
      const auto t = timer(Stage::Solve);
      solver.substep(context);
    }
    {
      const auto t = timer(Stage::Particles);
      stepParticles(h, s);
    }
  }
  {
    const auto t = timer(Stage::Finish);
    contactSolver_.applyRestitution(bodies);
    contactSolver_.storeImpulses(contacts.all());
    bodies.finishStep();
    syncTiedNodes();
    time += double(dt);
    ++stepCount;
    ++version;
  }
  return {};
}

void World::addContact(int a, int b) {
  if (!bodies.isDynamic(a) && !bodies.isDynamic(b)) return;
  if (contacts.has(a, b)) return;
  const ShapeType ta = typeOf(bodies.defs[a].shape), tb = typeOf(bodies.defs[b].shape);
  if (ta > tb || (ta == tb && a > b)) std::swap(a, b);
  Contact contact;
  contact.bodyA = a, contact.bodyB = b;
  const float ea = extentOf(bodies.defs[a].shape), eb = extentOf(bodies.defs[b].shape);
  contact.reach = max(ea, eb);
  contact.extent = ea > 0 && eb > 0 ? min(ea, eb) : max(ea, eb);
  contact.friction = std::sqrt(bodies.defs[a].friction * bodies.defs[b].friction);
  contact.restitution = max(bodies.defs[a].restitution, bodies.defs[b].restitution);
  contacts.add(contact);
}

void World::refreshContactMaterials(int body) {
  for (Contact& c : contacts.all())
    if (c.bodyA == body || c.bodyB == body) {
      c.friction = std::sqrt(bodies.defs[c.bodyA].friction * bodies.defs[c.bodyB].friction);
      c.restitution = max(bodies.defs[c.bodyA].restitution, bodies.defs[c.bodyB].restitution);
    }
}

void World::updateBroadPhase(float dt) {
  moved_.clear();
  for (int i = 0; i < bodies.size(); ++i) {
    const int leaf = bodies.leaves[i];
    if (leaf < 0) continue;
    const Aabb tight = expand(aabbOf(bodies.defs[i].shape, bodies.poses[i]), kSpeculativeMargin);
    const Vec3 motion = dt * bodies.states[i].linear;
    const Aabb swept = merge(tight, {tight.min + motion, tight.max + motion});
    if (contains(tree.fatBox(leaf), swept)) continue;
    tree.move(leaf, expand(swept, kFatMargin));
    moved_.push_back(i);
  }
  std::vector<Contact>& all = contacts.all();
  for (int i = static_cast<int>(all.size()) - 1; i >= 0; --i)
    if (!fatBoxMeets(tree, bodies, all[i].bodyA, all[i].bodyB)) contacts.removeAt(i);
  for (const int i : moved_) {
    tree.query(tree.fatBox(bodies.leaves[i]), [&](int j) {
      if (j != i) addContact(i, j);
    });
    for (const int u : unbounded_)
      if (fatBoxMeets(tree, bodies, i, u)) addContact(i, u);
  }
}

void World::updateManifolds(float dt) {
  for (Contact& c : contacts.all()) {
    const Shape &a = bodies.defs[c.bodyA].shape, &b = bodies.defs[c.bodyB].shape;
    const Transform &ta = bodies.poses[c.bodyA], &tb = bodies.poses[c.bodyB];
    const float margin = min(kSpeculativeMargin, kMarginShare * c.extent);
    // Carried along while the bodies move less than half the margin against each other, so that no
    // point that was left out can touch. A ball rolls under its contact, which is quick to find
    // anew.
    const bool round = typeOf(a) == ShapeType::Sphere;
    if (!round && recall(c, ta, tb, 0.5f * margin)) continue;
    const Manifold old = c.manifold;
    float oldImpulse[4];
    std::copy(c.normalImpulse, c.normalImpulse + 4, oldImpulse);
    const float motion = dt * length(bodies.states[c.bodyB].linear - bodies.states[c.bodyA].linear);
    collideFunction(typeOf(a), typeOf(b))(a, ta, b, tb, margin + motion, c.manifold);
    ContactCache::carryImpulses(c, old, oldImpulse);
    if (!round) remember(c, ta, tb);
    if (c.manifold.count == 0 || old.count == 0) {
      c.tangentImpulse = {};
      c.twistImpulse = 0;
    }
  }
}

void World::prepareActiveGrabs(float h) {
  activeGrabs_.resize(0);
  for (const GrabDef& def : grabs) {
    if (!def.body) continue;
    const int body = indexOf(*def.body);
    if (!bodies.isDynamic(body)) continue;
    ActiveGrab active;
    active.grab = {body, *def.anchor, def.target, def.maxForce.value_or(1e30f)};
    active.soft = softness(def.frequency, def.dampingRatio, h);
    activeGrabs_.push_back(active);
  }
}

void World::stepSprings(float h) {
  if (springObjects.empty()) return;
  tieNodes(h);
  for (SpringObject& o : springObjects) {
    if (o.stopped) continue;
    stepNetwork(o.network, o.def, toDouble(settings.gravity), double(h));
    if (!hasBlownUp(o.network)) continue;
    // An unstable choice of step and stiffness: the last sound state stands, and nothing spreads.
    o.stopped = true;
    stopNetwork(o.network);
  }
  returnTieImpulses();
}

void World::stepParticles(float h, int substep) {
  for (const Cloth& c : cloths) predictCloth(c, particles, settings.gravity, h);
  pullGrabbedParticles(h);
  for (Attachment& a : attachments) a.lambda = {};
  for (int sweep = 0; sweep < settings.particleIterations; ++sweep) {
    for (Cloth& c : cloths) projectCloth(c, particles, h, substep, settings.substeps, sweep == 0);
    solvePointTies(h);
    solvePointPairs(h);
  }
  for (const Cloth& c : cloths) updateVelocities(particles, c.first, c.count, h);
}

}  // namespace holonom
