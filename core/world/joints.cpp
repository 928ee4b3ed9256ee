// Joints of the world: creation, change, and what they read out.
#include <algorithm>

#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

Error staleEnd(const char* path, uint32_t bits) {
  return {ErrorCode::Stale, path, double(bits), Rule::ExistingKind, {"body"}};
}

Status checkJointFields(const JointDef& def) {
  if (Status bad = std::visit([](const auto& j) { return checkFields(j, ""); }, def)) return bad;
  return checkJoint(def);
}

Transform bodyPoseOf(const Bodies& bodies, int body) {
  return body == bodies.nobody() ? Transform{} : bodies.bodyPose(body);
}

/// How many rows a joint has: the definition alone tells.
int rowCountOf(const JointDef& def) {
  Row rows[kMaxJointRows];
  return evaluateJoint(def, {}, {}, {}, rows);
}

}  // namespace

/// Frames of the definition, which are in the bodies' own axes, in their principal ones.
JointFrames World::principalFrames(const JointFrames& frames, int a, int b) const {
  const auto of = [&](int body, const Transform& t) {
    const Transform* frame = bodies.ownFrame(body);
    return frame ? inverse(*frame) * t : t;
  };
  return {of(a, frames.a), of(b, frames.b)};
}

Result<JointId> World::addJoint(JointDef def) {
  // Errors name the field as a description has it: `hinge.limits.lower`.
  const auto refused = [&](Error e) {
    e.path = std::string(nameOf(def)) + "." + e.path;
    return e;
  };
  if (Status bad = checkJointFields(def)) return refused(*bad);
  const JointEnds& ends = endsOf(def);
  Joint joint;
  joint.bodyA = indexOf(*ends.bodyA);
  if (joint.bodyA < 0) return refused(staleEnd("bodyA", ends.bodyA->bits));
  joint.bodyB = ends.bodyB ? indexOf(*ends.bodyB) : bodies.nobody();
  if (joint.bodyB < 0) return refused(staleEnd("bodyB", ends.bodyB->bits));
  if (joints.all.full()) return full(joints.all.size());
  Result<JointFrames> frames =
      framesOf(def, bodyPoseOf(bodies, joint.bodyA), bodyPoseOf(bodies, joint.bodyB));
  if (!frames) return refused(*frames.error);
  // What was derived must be such that it could have been given.
  if (Status bad = checkJointFields(def)) return refused(*bad);
  joint.rowCount = rowCountOf(def);
  joint.def = std::move(def);
  joint.ownFrames = frames.value;
  joint.frames = principalFrames(frames.value, joint.bodyA, joint.bodyB);
  const JointId id = joints.all.add(std::move(joint));
  noteJoints();
  const Joint& added = joints.all.back();
  wake(added.bodyA);
  if (added.bodyB != bodies.nobody()) {
    wake(added.bodyB);
    if (!endsOf(added.def).collide) collision.separate(bodies, added.bodyA, added.bodyB);
  }
  ++version;
  return id;
}

/// What follows from the list of joints is to be found anew.
void World::noteJoints() {
  joints.forgetActive();
  collision.forgetApart();
  islands_.forgetTies();
}

const std::vector<int>& JointSet::active(const Bodies& bodies) {
  if (activity_ == bodies.activity()) return active_;
  activity_ = bodies.activity();
  active_.clear();
  active_.reserve(all.size());
  const auto isActive = [&](int body) { return body != bodies.nobody() && bodies.isActive(body); };
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    if (isActive(all[i].bodyA) || isActive(all[i].bodyB)) active_.push_back(i);
  return active_;
}

const JoinedGroups& JointSet::groups(const Bodies& bodies, UserConstraints& user) {
  groups_.find(bodies, [&](auto&& link) {
    for (const int i : active(bodies)) link(all[i].bodyA, all[i].bodyB, isGrounded(all[i].def));
    for (const auto& [a, b] : user.links(bodies)) link(a, b, true);
  });
  return groups_;
}

/// Bodies whose joints do not let them collide.
void World::keepApartJoined() {
  collision.keepApart([&](auto&& add) {
    for (const Joint& j : joints.all)
      if (j.bodyB != bodies.nobody() && !endsOf(j.def).collide) add(j.bodyA, j.bodyB);
  });
}

Status World::redefine(JointId id, JointDef def) {
  const int i = indexOf(id);
  if (i < 0) return Error{ErrorCode::Stale, "id", double(id.bits), Rule::ExistingKind, {"joint"}};
  if (Status bad = checkJointFields(def)) return bad;
  Joint& joint = joints.all[i];
  // What was taken away follows from the present poses, as at creation.
  const Result<JointFrames> frames =
      framesOf(def, bodyPoseOf(bodies, joint.bodyA), bodyPoseOf(bodies, joint.bodyB));
  if (!frames) return *frames.error;
  if (Status bad = checkJointFields(def)) return bad;
  // Rows may come and go: those that stay keep their impulses only where their number is the same.
  const int count = rowCountOf(def);
  const bool ordered = equalityCount(def) == equalityCount(joint.def) &&
                       freeMotorRow(def) == freeMotorRow(joint.def);
  if (count != joint.rowCount || !ordered)
    for (int k = 0; k < kMaxJointRows; ++k) joint.impulses[k] = joint.stepImpulses[k] = 0;
  const bool collided = endsOf(joint.def).collide, collides = endsOf(def).collide;
  joint.rowCount = count;
  joint.def = std::move(def);
  joint.ownFrames = frames.value;
  joint.frames = principalFrames(frames.value, joint.bodyA, joint.bodyB);
  noteJoints();
  wake(joint.bodyA);
  if (joint.bodyB != bodies.nobody()) {
    wake(joint.bodyB);
    if (collided && !collides) collision.separate(bodies, joint.bodyA, joint.bodyB);
    if (!collided && collides) collision.pairAnew(bodies, joint.bodyA);
  }
  ++version;
  return {};
}

void World::removeJointAt(int i) {
  const Joint& joint = joints.all[i];
  for (const int end : {joint.bodyA, joint.bodyB}) {
    if (end == bodies.nobody()) continue;
    wake(end);
    // What the joint kept apart may touch from now on.
    collision.pairAnew(bodies, end);
  }
  noteJoints();
  joints.all.removeAt(i);
}

bool World::remove(JointId id) {
  return removeAt(indexOf(id), [&](int i) { removeJointAt(i); });
}

/// Bodies were renumbered, or their principal axes changed.
void World::refreshJointEnds() {
  noteJoints();
  for (Joint& j : joints.all) {
    const JointEnds& ends = endsOf(j.def);
    j.bodyA = indexOf(*ends.bodyA);
    j.bodyB = ends.bodyB ? indexOf(*ends.bodyB) : bodies.nobody();
    j.frames = principalFrames(j.ownFrames, j.bodyA, j.bodyB);
  }
}

JointReadout World::readout(JointId id) const {
  const Joint& j = joints.all[indexOf(id)];
  const Transform a = bodies.poses[j.bodyA];
  const Transform b = j.bodyB == bodies.nobody() ? Transform{} : bodies.poses[j.bodyB];
  JointReadout out;
  Row rows[kMaxJointRows];
  out.coordinates = measureJoint(j.def, j.frames, a, b, rows);
  for (int k = 0; k < out.coordinates; ++k) {
    const BodyState &sa = bodies.states[j.bodyA], &sb = bodies.states[j.bodyB];
    out.coordinate[k] = rows[k].error;
    out.rate[k] = dot(rows[k].linearA, sa.linear) + dot(rows[k].angularA, sa.angular);
    if (j.bodyB != bodies.nobody())
      out.rate[k] += dot(rows[k].linearB, sb.linear) + dot(rows[k].angularB, sb.angular);
  }
  const int count = evaluateJoint(j.def, j.frames, a, b, rows);
  out.rows = count;
  for (int k = 0; k < count; ++k) {
    out.lambda[k] = course_.lastStep > 0 ? j.stepImpulses[k] / float(course_.lastStep) : 0;
    out.error[k] = rows[k].error;
  }
  out.reaction = jointReaction(rows, out.lambda, count, j.frames, b);
  return out;
}

void World::prepareJoints(float equationRate, float h) {
  solving_.joints.joints.clear();
  for (const int index : joints.active(bodies)) {
    Joint& j = joints.all[index];
    const bool moves = bodies.moves(j.bodyA) || bodies.canMove(j.bodyB);
    if (!moves) continue;
    ActiveJoint active;
    active.def = &j.def;
    active.frames = &j.frames;
    active.a = j.bodyA, active.b = j.bodyB;
    active.impulses = j.impulses;
    active.stepImpulses = j.stepImpulses;
    std::fill_n(j.stepImpulses, kMaxJointRows, 0.0f);
    active.count = j.rowCount;
    solving_.joints.joints.push_back(active);
  }
  userConstraints_.prepare(bodies, solving_.joints.joints);
  const Solver& solver = solverOf(settings.solver);
  const float contactFrequency =
      solver.contactSettings ? solver.contactSettings(settings, h).frequency : 0;
  solving_.motors.find(bodies, collision.contacts.active(), solving_.joints.joints,
                       !solver.projects, !solver.projects && !solver.jointsAtOnce,
                       motorAcceleration(contactFrequency, length(settings.gravity)));
  solving_.joints.prepare(bodies, collision.contacts.active(), ties.active, equationRate,
                          settings.maxPushSpeed, h);
}

}  // namespace holonom
