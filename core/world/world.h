#pragma once
// One world: rigid bodies, cloth and spring networks that meet in contacts and attachments.
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/objects.h"
#include "base/profile.h"
#include "particles/cloth_def.h"
#include "particles/grains_def.h"
#include "particles/rod_def.h"
#include "particles/rope_def.h"
#include "particles/soft_body_def.h"
#include "solvers/solver_state.h"
#include "world/body_moves.h"
#include "world/collision/collision.h"
#include "world/islands.h"
#include "world/joint_set.h"
#include "world/queries.h"
#include "world/readouts.h"
#include "world/settings.h"
#include "world/step/course.h"
#include "world/step/impact_stops.h"
#include "world/step/point_contacts.h"
#include "world/ties.h"
#include "world/user_constraints.h"

namespace holonom {

class World;

/// A function that computes forces and applies them by `World::applyForce` and
/// `World::applyTorque`. Called in each substep, with its length, it finds the bodies where they
/// are then, and changes nothing but forces and, by impulses, velocities. Called before each step,
/// it may change the world as between two steps, but not step it.
struct ForceGenerator {
  enum class Call { EachSubstep, EachStep };
  void (*apply)(void* user, World& world, double time, float dt) = nullptr;
  void* user = nullptr;
  Call call = Call::EachSubstep;
  bool operator==(const ForceGenerator&) const = default;
};

class World {
 public:
  explicit World(const WorldSettings& settings = {}) : settings(settings) {}

  // Creation: a checked definition in, a handle or an error out. A refused call changes nothing.
  Result<BodyId> addBody(BodyDef def);
  Result<ClothId> addCloth(ClothDef def);
  Result<RopeId> addRope(RopeDef def);
  Result<GrainsId> addGrains(GrainsDef def);
  Result<SoftBodyId> addSoftBody(SoftBodyDef def);
  Result<RodId> addRod(RodDef def);
  Result<SpringNetworkId> addSpringNetwork(SpringNetworkDef def);
  Result<AttachmentId> addAttachment(AttachmentDef def);
  Result<GrabId> addGrab(GrabDef def);
  Result<JointId> addJoint(JointDef def);
  Result<ForceId> addForce(ForceDef def);

  // Removal takes along what was tied to the object. False for a stale handle.
  bool remove(BodyId id);
  bool remove(ClothId id);
  bool remove(RopeId id) { return remove(clothOf(id)); }
  bool remove(GrainsId id) { return remove(clothOf(id)); }
  bool remove(SoftBodyId id) { return remove(clothOf(id)); }
  bool remove(RodId id) { return remove(clothOf(id)); }
  bool remove(SpringNetworkId id);
  bool remove(AttachmentId id);
  bool remove(GrabId id);
  bool remove(JointId id);
  bool remove(ForceId id);
  void clear();

  // Present definitions, and their replacement. The handle must be live.
  BodyDef describe(BodyId id) const;
  /// Whether it has the velocities of a move that has ended.
  bool stopsNext(BodyId id) const { return moves_.hasArrived(id); }
  ClothDef describe(ClothId id) const;
  RopeDef describe(RopeId id) const;
  GrainsDef describe(GrainsId id) const;
  SoftBodyDef describe(SoftBodyId id) const;
  RodDef describe(RodId id) const;
  SpringNetworkDef describe(SpringNetworkId id) const;
  AttachmentDef describe(AttachmentId id) const;
  GrabDef describe(GrabId id) const;
  JointDef describe(JointId id) const { return joints.all[indexOf(id)].def; }
  ForceDef describe(ForceId id) const { return forces[indexOf(id)]; }
  Status redefine(BodyId id, BodyDef def);
  /// Pose and velocities of `motion` alone; wakes.
  Status setMotion(BodyId id, BodyDef motion);
  Status redefine(ClothId id, const ParticleDef& def);
  /// Gives some triangles of a particle a copy of it, as a tear or a cut does. Returns its index.
  Result<int> split(ClothId id, int particle, std::span<const int32_t> triangles);
  /// Parts a rope at a particle between its ends: it keeps what comes before, with what is tied to
  /// that; the rest, with its ties, is a rope of its own.
  Result<RopeId> split(RopeId id, int particle);
  Status redefine(RopeId id, const ParticleDef& def) { return redefine(clothOf(id), def); }
  Status redefine(GrainsId id, const ParticleDef& def) { return redefine(clothOf(id), def); }
  Status redefine(SoftBodyId id, const ParticleDef& def) { return redefine(clothOf(id), def); }
  Status redefine(RodId id, const ParticleDef& def) { return redefine(clothOf(id), def); }
  /// Outer forces alone, at the cost of their list: for each frame. A net that blew up stays
  /// stopped.
  Status setForces(SpringNetworkId id, std::vector<double> forces);
  Status redefine(SpringNetworkId id, const SpringNetworkDef& def);
  Status redefine(AttachmentId id, AttachmentDef def);
  Status redefine(GrabId id, const GrabDef& def);
  Status redefine(JointId id, JointDef def);
  Status redefine(ForceId id, ForceDef def);
  Status redefine(const WorldSettings& changed);

  /// Moves a kinematic body to a pose at the end of the next step, at constant velocities and
  /// turning the shortest way, so that it carries what stands on it; wakes it. After that step the
  /// velocities can still be read, and in the next one it stands. The last call before a step
  /// counts; setting pose or velocities cancels it. Kept in snapshots, not in scene files.
  Status moveTo(BodyId id, const MoveTarget& target);

  // For the next step, added up; they wake the body and act on dynamic ones. World axes; without a
  // point [m] at the center of mass.
  Status applyForce(BodyId id, Vec3 force, std::optional<Vec3> point = {});  ///< [N]
  Status applyTorque(BodyId id, Vec3 torque);                                ///< [N m]
  /// At once. [N s]
  Status applyImpulse(BodyId id, Vec3 impulse, std::optional<Vec3> point = {});

  // Questions, of the bodies as they are now; see Queries. They change nothing.
  Result<std::span<const BodyHit>> rayCast(Vec3 origin, Vec3 direction, float maxDistance, bool all,
                                           QueryFilter filter = {}) {
    return queries_.rayCast(queryScene(), origin, direction, maxDistance, all, filter);
  }
  Result<std::span<const BodyHit>> castShape(ShapeQuery query, CastWay way, bool all) {
    return queries_.castShape(queryScene(), std::move(query), way, all);
  }
  Result<std::span<const BodyHit>> proximity(ShapeQuery query, float maxDistance) {
    return queries_.proximity(queryScene(), std::move(query), maxDistance);
  }
  Result<std::vector<BodyId>> overlap(ShapeQuery query) {
    return queries_.overlap(queryScene(), std::move(query));
  }
  Result<std::vector<BodyId>> bodiesAt(Vec3 point, QueryFilter filter = {}) {
    return queries_.bodiesAt(queryScene(), point, filter);
  }

  /// Length of the substeps of the last step [s]; 0 before the first.
  double lastSubstep() const { return course_.lastSubstep; }
  /// Length of the last step, as far as it was done [s]: impulses over it are mean forces.
  double lastStep() const { return course_.lastStep; }
  /// From the next step on; called in the order in which they were added.
  void addForceGenerator(ForceGenerator generator);
  /// False where it was not added.
  bool removeForceGenerator(ForceGenerator generator);

  /// Acts in each step in which the cloth of all its particles, or all its bodies, are there. Like
  /// a force generator it is in no snapshot and no scene file, and outlives `clear` and `restore`.
  Result<UserConstraintId> addUserConstraint(UserConstraintDef def, UserFunctions functions);
  /// False for a stale handle.
  bool remove(UserConstraintId id);
  /// Null for a stale handle; good until the next is added or removed.
  const UserConstraint* find(UserConstraintId id) { return userConstraints_.find(id); }
  Status setCompliance(UserConstraintId id, float compliance);

  /// Advances the world by dt [s], from 1e-6 to 1. With a `count` above 0 it ends after so many
  /// of its substeps, as the whole step stood then: nothing rebounds, falls asleep or breaks, which
  /// is settled when a step is whole.
  Status step(double dt, int count = 0);

  // The same piece by piece, for who pushes bodies in between; `step` calls generators.
  /// Keeps what is applied by now as the forces of the whole step.
  Status openStep(double dt, int count = 0);
  /// Makes the next substep: at least one. Returns whether more are to come; with `pauses` bodies
  /// can then be read where they are, and what is applied acts in the next substep alone. Nothing
  /// else may be changed until the step is closed.
  bool substep(bool pauses);
  /// Ends the step after the substeps that were made; without any it did not take place.
  void closeStep();
  /// How many substeps the open step has.
  int plannedSubsteps() const { return course_.planned; }
  /// Whether a step is open, and not at its beginning.
  bool withinStep() const { return course_.open && course_.done > 0; }

  /// Coordinates, rates, forces and errors of a live joint, as of the last step.
  JointReadout readout(JointId id) const;

  /// Rows are taken as the last substep saw them, at the poses before its motion. For a row with
  /// force λ, w is its J v − u, u being the speed a motor wants (one without bound none that leads
  /// past its limits); plus gap/h while apart; plus the spring's share for a soft row. Speed that
  /// removes errors of position counts as residual. The residual is |λ − P(λ − w m)| / m with
  /// effective mass m and P the nearest within the bounds. Friction is taken of each contact as a
  /// whole, at its middle: a patch that pivots while it slides has a residual in every solver.
  /// Contacts that bounced in this step are left out, and what came into being since.
  SolverReport solverReport() const;
  /// Bodies that sleep, and groups of moving bodies that touch or are joined.
  int sleepingCount() const;
  int islandCount() const;

  Energy energy() const;
  Momentum momentum() const;
  /// Deepest penetration of a contact point [m]; 0 when nothing penetrates.
  double deepestPenetration() const;
  int contactCount() const;
  /// FNV-1a over poses, velocities and soft state: equal on every platform.
  uint64_t hash() const;

  /// All that the future depends on, as bytes without padding or pointers, little endian: equal on
  /// every platform. Not in it: force generators, and the times of the stages.
  std::vector<uint8_t> snapshot() const;
  /// The same into `out`, whose room is used again.
  void snapshot(std::vector<uint8_t>& out) const;
  /// Goes back to a snapshot: what follows is the same to the bit, and so are the handles given.
  /// Refuses bytes that are damaged, of another version or of something else, without a change.
  /// Trusts what is whole: the checksum guards against accidents alone.
  Status restore(std::span<const uint8_t> bytes);
  /// An empty world to build in, aside: it gives the handles that this one would give after
  /// `clear`.
  World emptied() const;
  /// Takes over all of another world that was built aside for this one; force generators and user
  /// constraints stay.
  void become(World&& other);
  /// Handles that were given by what a restored world has forgotten stay stale from now on; without
  /// it, the same calls give the same handles.
  void leaveFuture();

  template <class Id>
  int indexOf(Id id) const {
    return poolOf(id).indexOf(id);
  }
  int indexOf(RopeId id) const { return indexOf(clothOf(id)); }
  int indexOf(GrainsId id) const { return indexOf(clothOf(id)); }
  int indexOf(SoftBodyId id) const { return indexOf(clothOf(id)); }
  int indexOf(RodId id) const { return indexOf(clothOf(id)); }
  /// The handles of a kind; cloths, ropes, grains, soft bodies and rods share theirs.
  const IdPool<BodyId>& poolOf(BodyId) const { return bodies.ids; }
  const IdPool<ClothId>& poolOf(ClothId) const { return soft.cloths.ids(); }
  const IdPool<SpringNetworkId>& poolOf(SpringNetworkId) const { return soft.springs.ids(); }
  const IdPool<AttachmentId>& poolOf(AttachmentId) const { return ties.attachments.ids(); }
  const IdPool<GrabId>& poolOf(GrabId) const { return ties.grabs.ids(); }
  const IdPool<JointId>& poolOf(JointId) const { return joints.all.ids(); }
  const IdPool<ForceId>& poolOf(ForceId) const { return forces.ids(); }
  const IdPool<ClothId>& poolOf(RopeId) const { return soft.cloths.ids(); }
  const IdPool<ClothId>& poolOf(GrainsId) const { return soft.cloths.ids(); }
  const IdPool<ClothId>& poolOf(SoftBodyId) const { return soft.cloths.ids(); }
  const IdPool<ClothId>& poolOf(RodId) const { return soft.cloths.ids(); }

  /// What a tie did to its point, as the mean over the last step [N]; of nodes that what does not
  /// move holds, zero.
  Vec3 forceOf(AttachmentId id) const;

  // State, for views, tests and drawing. Change it only through the calls above.
  WorldSettings settings;
  Bodies bodies;
  SoftObjects soft;
  Ties ties;
  /// Numbers that objects built on the world, such as character controllers, keep in its state.
  std::vector<std::vector<double>> notes;
  JointSet joints;
  Objects<ForceDef, ForceId> forces;  ///< with anchors and lengths filled in
  Collision collision;
  /// Of the last step: bodies that fell asleep or woke since the one before, in their order; then
  /// networks that blew up, then joints that broke.
  std::vector<ObjectEvent> objectEvents;
  double time = 0;
  int64_t stepCount = 0;
  uint64_t version = 0;  ///< grows with every change; views refresh by it
  double stageMs[kStages] = {};

 private:
  // snapshot.cpp
  template <class A>
  void archive(A& ar);
  void rebuildShapes(const World& before);
  void follow(const World& before);

  // world.cpp
  Result<ClothId> addParticles(ParticleDef def);
  ParticleDef describeParticles(ClothId id) const;

  /// Has `remove` remove what is at an index; false for -1.
  template <class Remove>
  bool removeAt(int index, Remove&& remove) {
    if (index < 0) return false;
    remove(index);
    ++version;
    return true;
  }

  // body_forces.cpp
  int pushed(BodyId id, Status& bad);

  PointScene pointScene() { return {soft, bodies, collision.colliders, settings}; }
  QueryScene queryScene() const { return {bodies, collision.colliders, version}; }

  // sleep.cpp
  void wake(int body);
  Islands& islands();
  void wakeLinked(int body);
  void wakeDisturbed();
  void findPulls();
  void putToSleep(float dt);

  // joints.cpp
  JointFrames principalFrames(const JointFrames& frames, int a, int b) const;
  void noteJoints();
  void keepApartJoined();
  void removeJointAt(int index);
  void refreshJointEnds();
  void prepareJoints(float equationRate, float h);

  // user_constraints.cpp
  Status checkUserBodies(const UserConstraintDef& def) const;
  void wakeUser(UserConstraintId id);

  // forces.cpp
  void completeForce(ForceDef& def) const;
  void removeForceAt(int index);
  void removeForcesOf(BodyId id);
  void wakeForced(const ForceDef& def);
  void prepareForces(float h);
  void runForceGenerators(ForceGenerator::Call call, float dt);

  // object_events.cpp
  void findObjectEvents();
  void breakJoints();

  // step.cpp: the stages
  Status checkStep(double dt, int count) const;
  void noteForces();
  void beginStep();
  void makeSubstep();
  void finishStep();
  bool sweptTouchJoined();
  bool stopAtImpacts(float h);
  void stopUnsoundBodies();
  void closeUnsoundGaps();
  void pause();
  void goOn();
  void kickByPushes();
  StepContext stepContext();
  ScopedTimer timer(Stage stage) { return ScopedTimer(stageMs[static_cast<int>(stage)]); }
  void scaleWarmStarts();
  void findExactIslands();
  // soft_step.cpp
  void stepSprings(double h);
  void stepParticles(float h, int substep);

  // attachments.cpp
  void removeAttachmentAt(int index);
  template <class Matches>
  void removeTied(Matches&& matches);

  SolverState solving_;
  std::vector<ForceGenerator> generators_;
  Course course_;
  mutable UserConstraints userConstraints_;  // indices are found where they are asked for
  BodyMoves moves_;
  Queries queries_;
  Islands islands_;
  ImpactStops::Room stopRoom_;
  PointContacts pointContacts_;
};

}  // namespace holonom
