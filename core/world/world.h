#pragma once
// One world: rigid bodies, cloth and spring networks that meet in contacts and attachments.
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/keyed.h"
#include "base/objects.h"
#include "base/profile.h"
#include "constraints/attachment_def.h"
#include "particles/cloth_def.h"
#include "particles/grains_def.h"
#include "particles/rope_def.h"
#include "solvers/grain_contacts.h"
#include "world/body_moves.h"
#include "world/cloth_collision.h"
#include "world/collision/collision.h"
#include "world/islands.h"
#include "world/queries.h"
#include "world/readouts.h"
#include "world/settings.h"
#include "world/soft_points.h"
#include "world/spring_object.h"
#include "world/step/impact_stops.h"
#include "world/user_constraints.h"

namespace holonom {

struct Attachment {
  AttachmentDef def;           ///< with the anchor filled in
  Vec3 lambda;                 ///< of the last sweep; / h² is the force on the point [N]
  Vec3 stepLambda;             ///< the sum of those of the substeps
  int weld = -1, anchor = -1;  ///< which of its network's carries it in this substep

  template <class A>
  void archive(A& ar) {
    auto& [def, lambda, stepLambda, weld, anchor] = *this;
    ar(def, lambda, stepLambda);
  }
};

/// A joint of the world.
struct Joint {
  JointDef def;              ///< with its anchors filled in
  int bodyA = 0, bodyB = 0;  ///< dense indices; B may be nobody()
  JointFrames ownFrames;     ///< in the bodies' own axes
  JointFrames frames;        ///< in their principal axes
  int rowCount = 0;
  float impulses[kMaxJointRows] = {};      ///< of the last substep [N s or N m s]
  float stepImpulses[kMaxJointRows] = {};  ///< of the last step

  template <class A>
  void archive(A& ar) {
    auto& [def, bodyA, bodyB, ownFrames, frames, rowCount, impulses, stepImpulses] = *this;
    ar(def, bodyA, bodyB, ownFrames, frames, rowCount, impulses, stepImpulses);
  }
};

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
  SpringNetworkDef describe(SpringNetworkId id) const;
  AttachmentDef describe(AttachmentId id) const;
  GrabDef describe(GrabId id) const;
  JointDef describe(JointId id) const { return joints[indexOf(id)].def; }
  ForceDef describe(ForceId id) const { return forces[indexOf(id)]; }
  Status redefine(BodyId id, BodyDef def);
  /// Pose and velocities of `motion` alone; wakes.
  Status setMotion(BodyId id, BodyDef motion);
  Status redefine(ClothId id, const ParticleDef& def);
  Status redefine(RopeId id, const ParticleDef& def) { return redefine(clothOf(id), def); }
  Status redefine(GrainsId id, const ParticleDef& def) { return redefine(clothOf(id), def); }
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
  double lastSubstep() const { return lastSubstep_; }
  /// Length of the last step, as far as it was done [s]: impulses over it are mean forces.
  double lastStep() const { return lastStep_; }
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
  /// The handles of a kind; cloths, ropes and grains share theirs.
  const IdPool<BodyId>& poolOf(BodyId) const { return bodies.ids; }
  const IdPool<ClothId>& poolOf(ClothId) const { return cloths.ids(); }
  const IdPool<SpringNetworkId>& poolOf(SpringNetworkId) const { return springObjects.ids(); }
  const IdPool<AttachmentId>& poolOf(AttachmentId) const { return attachments.ids(); }
  const IdPool<GrabId>& poolOf(GrabId) const { return grabs.ids(); }
  const IdPool<JointId>& poolOf(JointId) const { return joints.ids(); }
  const IdPool<ForceId>& poolOf(ForceId) const { return forces.ids(); }
  const IdPool<ClothId>& poolOf(RopeId) const { return cloths.ids(); }
  const IdPool<ClothId>& poolOf(GrainsId) const { return cloths.ids(); }

  /// The point that a tie names; its object must be live.
  PointRef refOf(const std::optional<ClothId>& cloth, const std::optional<SpringNetworkId>& springs,
                 int point) const;
  /// World position of a particle or node [m].
  Vec3 positionOf(const PointRef& p) const;
  /// Of an attachment of a cloth.
  HeldPoint heldPoint(const AttachmentDef& def) const;
  /// Of the cloth that it is tied to.
  HeldPoint otherPoint(const AttachmentDef& def) const;
  Vec3 positionOf(const HeldPoint& point) const;
  /// What a tie did to its point, as the mean over the last step [N]; of nodes that what does not
  /// move holds, zero.
  Vec3 forceOf(AttachmentId id) const;
  /// Where the point of an attachment is [m].
  Vec3 positionOf(const AttachmentDef& def) const;
  /// Where a tie holds its point now.
  Vec3 anchorOf(const AttachmentDef& def) const;
  Status placeAnchor(AttachmentDef& def) const;

  // State, for views, tests and drawing. Change it only through the calls above.
  WorldSettings settings;
  Bodies bodies;
  Particles particles;
  Objects<Cloth, ClothId> cloths;  ///< and ropes and grains
  Objects<SpringObject, SpringNetworkId> springObjects;
  Objects<Attachment, AttachmentId> attachments;
  /// Numbers that objects built on the world, such as character controllers, keep in its state.
  std::vector<std::vector<double>> notes;
  Objects<GrabDef, GrabId> grabs;  ///< with the anchor in the body's axes once added
  Objects<Joint, JointId> joints;
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
  const JoinedGroups& joinedGroups();
  /// With an active body, in ascending order.
  const std::vector<int>& activeJoints();
  void keepApartJoined();
  void removeJointAt(int index);
  void refreshJointEnds();
  void prepareJoints(float equationRate, float h);

  // user_constraints.cpp
  Status checkUserBodies(const UserConstraintDef& def) const;
  const std::vector<std::pair<int, int>>& userLinks() const;
  void prepareUserRows();
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
  void prepareActiveGrabs(float h);
  void scaleWarmStarts();
  void findExactIslands();
  void stepSprings(double h);
  void stepParticles(float h, int substep);

  // point_pairs.cpp: which particles and nodes may come to touch
  void findPointPairs(float dt);
  void findPointBodyPairs(const SoftBounds& soft, float dt);
  void findPointPointPairs(const SoftBounds& a, const SoftBounds& b, float dt);
  void findGrainContacts();

  // point_contacts.cpp: contacts of particles and nodes
  void solvePointPairs(float h);
  /// Of particles of one cloth with one collider, whose body no push moves. False: one by one.
  bool solvePairs(const PointBodyPair* four, const Transform& pose, float h);
  /// Particles that bodies which no push moves hold off: they go where they were put.
  void findLedParticles();
  /// A node at rest under a method whose positions feel half of a step's force: the push balances
  /// the whole.
  void balanceContact(const PointBodyPair& pair, Vec3d push, double h);
  /// The same between two points, of which `a` was pushed by `push` [m].
  void balanceContact(const PointPointPair& pair, Vec3d push, double h);

  // node_contacts.cpp: with bodies, of networks that solve them along with the springs
  void touchNodes(double h);
  void returnContactImpulses();

  // ties.cpp: attachments and grabs of particles and nodes
  void solvePointTies(float h);
  void pullGrabbedParticles(float h);
  /// A pinned node: a tie holds the body at it, not it at the body.
  bool isPinned(const AttachmentDef& def) const;
  void tieNodes(double h);
  void returnTieImpulses(double h);
  void releaseHeldNodes();
  void syncTiedNodes();

  void removeAttachmentAt(int index);
  template <class Matches>
  void removeTied(Matches&& matches);
  HeldPoint heldPoint(ClothId cloth, int point, const std::optional<int>& triangle,
                      const std::optional<Vec3>& weights) const;
  Status checkTriangle(const std::optional<ClothId>& cloth, const std::optional<int>& triangle,
                       std::optional<Vec3>& weights) const;
  Status checkOther(AttachmentDef& def) const;
  /// Whether those that are given are there, and each is what its handle says.
  Status checkSources(std::optional<ClothId> cloth, std::optional<RopeId> rope,
                      std::optional<GrainsId> grains) const;
  Status checkPoint(const std::optional<ClothId>& cloth,
                    const std::optional<SpringNetworkId>& springs, int point) const;
  // cloth_joins.cpp
  void joinParticles();

  ContactSolver contactSolver_;
  JointSolver jointSolver_;
  TouchingPairs touching_;
  Impacts impacts_;
  MotorStrengths motorStrengths_;
  ExactIslands exactIslands_;
  EnergyBound energyBound_;
  SolverWorkspace solverWorkspace_;
  SolverCounts solverCounts_;  // of the last step
  FreeMotion motion_;
  std::vector<ForceGenerator> generators_;
  /// The step that is open, or was the last.
  struct Course {
    bool open = false, paused = false;
    double seconds = 0, start = 0;      // its length, and when it began [s]
    float dt = 0, h = 0;                // its length and that of a substep [s]
    int planned = 0, done = 0;          // substeps
    std::vector<Vec3> forces, torques;  // of the whole step, on each body
    std::vector<int> pushed;            // bodies on which those are not zero
    std::vector<Bodies::Shown> shown;   // in a pause
  };
  Course course_;
  mutable UserConstraints userConstraints_;  // indices are found where they are asked for
  std::vector<UserImpulse> userImpulses_;
  mutable std::vector<std::pair<int, int>> userLinks_;  // what `userLinks` gave last
  double lastSubstep_ = 0;                              // h of the last step [s]
  double lastStep_ = 0;       // and that times the substeps that were done
  bool clothChanged_ = true;  // cloth or a tie of it came, went or was redefined since
  std::vector<ActiveGrab> activeGrabs_;
  BodyMoves moves_;
  Queries queries_;
  Islands islands_;
  std::vector<Vec3> pulls_;
  std::vector<int> driven_;  // bodies that motors move
  JoinedGroups joinedGroups_;
  ImpactStops::Room stopRoom_;
  std::vector<int> activeJoints_;
  uint64_t jointsActivity_ = 0;  // of which those are; 0 if of none
  uint64_t toldActivity_ = 0;    // of which events told
  ClothCollision clothCollision_;
  GrainContacts grainContacts_;
  std::vector<PointBodyPair> pointBodyPairs_;
  std::vector<PointPointPair> pointPointPairs_;
  /// Whose contact of a substep it is, and where on the body.
  struct NodeContactPlace {
    int object, contact;
    Vec3 arm;
  };
  std::vector<NodeContactPlace> nodeContacts_;
  std::vector<SoftBounds> softBounds_;
  std::vector<int> candidates_;
  std::vector<uint64_t> tiedPoints_, tiedScratch_;
  std::vector<uint8_t> led_;                    // of particles, in the substep that asked
  std::vector<int32_t> nodesTied_;              // to each body
  std::vector<std::pair<int, int>> heldNodes_;  // (object, node) that take part as pinned
  std::vector<Keyed> keyed_, keyedScratch_;     // what is being sorted
};

}  // namespace holonom
