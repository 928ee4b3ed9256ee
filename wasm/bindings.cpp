// The boundary: one world class whose objects are numbers, descriptions as plain objects, state as
// views on the heap. A refused call returns nothing and leaves its error for takeError().
#include <emscripten/bind.h>
#include <emscripten/em_js.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/room.h"
#include "physics.h"
#include "value_conversion.h"

// Asks the page for C of a constraint of the user or, where there is room for it, for its gradient.
// clang-format off
EM_JS(double, askPage, (int key, const double* x, int numbers, double* gradient, int room), {
  const positions = HEAPF64.slice(x >>> 3, (x >>> 3) + numbers);
  const answer = Module['answer'](key, positions, gradient !== 0);
  if (gradient === 0) return answer;
  HEAPF64.set(answer.subarray(0, room), gradient >>> 3);
  return 0;
})
// Where there is no more memory: what the package gave to be thrown, so that it knows why.
EM_JS(void, throwOutOfMemory, (), { throw Module['outOfMemory']; })
// clang-format on

namespace holonom {

namespace {

using emscripten::val;

/// `x` and `gradient` consist of nothing but doubles.
template <class X>
double askUser(void* user, std::span<const X> x) {
  const int key = static_cast<int>(reinterpret_cast<uintptr_t>(user));
  return askPage(key, reinterpret_cast<const double*>(x.data()), int(x.size_bytes() / 8), nullptr,
                 0);
}
template <class X, class Gradient>
void askUser(void* user, std::span<const X> x, std::span<Gradient> gradient) {
  const int key = static_cast<int>(reinterpret_cast<uintptr_t>(user));
  askPage(key, reinterpret_cast<const double*>(x.data()), int(x.size_bytes() / 8),
          reinterpret_cast<double*>(gradient.data()), int(gradient.size_bytes() / 8));
}

Status lastError;

bool accept(Status status) {
  lastError = std::move(status);
  return !lastError;
}

val takeError() {
  if (!lastError) return val::undefined();
  val error = toJs(*lastError);
  lastError.reset();
  return error;
}

/// A value of the package's; false where it was refused.
bool read(const val& given, Value& out) {
  Result<Value> value = fromJs(given);
  if (!accept(std::move(value.error))) return false;
  out = std::move(value.value);
  return true;
}
/// Room for what a call needs besides; false and an error where there is none.
bool hasSpareRoom() { return accept(hasRoom(0) ? Status() : noRoom()); }

val give(const Result<Value>& result) {
  return accept(result.error) ? toJs(result.value) : val::undefined();
}

template <class T>
val viewOf(std::span<const T> data) {
  return val(emscripten::typed_memory_view(data.size(), data.data()));
}

class BoundWorld {
 public:
  explicit BoundWorld(const WorldSettings& settings) : world_(settings), views_(world_) {}

  uint32_t add(int kind, const val& description) {
    Value given;
    if (!read(description, given)) return 0;
    const Result<uint32_t> id = addObject(world_, Kind(kind), given);
    views_.reserve();
    return accept(id.error) ? id.value : 0;
  }
  bool remove(int kind, uint32_t id) {
    const bool removed = removeObject(world_, Kind(kind), id);
    views_.reserve();
    return removed;
  }
  bool alive(int kind, uint32_t id) const { return storeIndex(world_, Kind(kind), id) >= 0; }
  int indexOf(int kind, uint32_t id) const { return objectIndex(world_, Kind(kind), id); }
  int count(int kind) const { return objectCount(world_, Kind(kind)); }
  uint32_t handle(int kind, int index) const { return handleAt(world_, Kind(kind), index); }

  val get(int kind, uint32_t id, const std::string& field) {
    return give(getField(world_, Kind(kind), id, field));
  }
  bool set(int kind, uint32_t id, const std::string& field, const val& value) {
    Value given;
    return read(value, given) && accept(setField(world_, Kind(kind), id, field, given));
  }
  val describe(int kind, uint32_t id) { return give(describeObject(world_, Kind(kind), id)); }

  bool step(double dt, int count) { return hasSpareRoom() && accept(world_.step(dt, count)); }
  /// How many substeps are to be made; 0 where it is refused.
  int openStep(double dt, int count) {
    if (!hasSpareRoom() || !accept(world_.openStep(dt, count))) return 0;
    return world_.plannedSubsteps();
  }
  bool substep() {
    world_.substep(true);
    return true;
  }
  bool closeStep() {
    world_.closeStep();
    return true;
  }
  bool load(const val& scene) {
    Value given;
    const bool loaded = read(scene, given) && accept(loadScene(world_, std::move(given)));
    views_.reserve();
    return loaded;
  }
  val save() const { return toJs(saveScene(world_)); }
  void clear() {
    world_.clear();
    views_.reserve();
  }

  /// Numbers that are kept in snapshots, by an index of the caller's.
  bool setNote(uint32_t index, const val& numbers) {
    if (index >= world_.notes.size()) world_.notes.resize(index + 1);
    world_.notes[index] = emscripten::convertJSArrayToNumberVector<double>(numbers);
    return true;
  }
  val note(uint32_t index) {
    const bool kept = index < world_.notes.size();
    return viewOf(kept ? std::span<const double>(world_.notes[index]) : std::span<const double>());
  }
  /// Of a cloth the copy of the particle, of a rope the one that goes on from there; -1 where it
  /// was refused.
  double split(int kind, uint32_t id, int particle, const val& triangles) {
    if (!hasSpareRoom()) return -1;
    if (Kind(kind) == Kind::Rope) {
      const Result<RopeId> rest = world_.split(RopeId{id}, particle);
      views_.reserve();
      return accept(rest.error) ? double(rest.value.bits) : -1;
    }
    const auto list = emscripten::convertJSArrayToNumberVector<int32_t>(triangles);
    const Result<int> copy = world_.split(ClothId{id}, particle, list);
    return accept(copy.error) ? copy.value : -1;
  }
  bool moveTo(uint32_t id, const val& target) {
    const Result<Value> plain = fromJs(target);
    if (!accept(plain.error)) return false;
    const Result<MoveTarget> read = readMoveTarget(plain.value);
    return accept(read.error) && accept(world_.moveTo(BodyId{id}, read.value));
  }
  bool applyForce(uint32_t id, float x, float y, float z) {
    return accept(world_.applyForce(BodyId{id}, {x, y, z}));
  }
  bool applyForceAt(uint32_t id, float x, float y, float z, float px, float py, float pz) {
    return accept(world_.applyForce(BodyId{id}, {x, y, z}, Vec3{px, py, pz}));
  }
  bool applyTorque(uint32_t id, float x, float y, float z) {
    return accept(world_.applyTorque(BodyId{id}, {x, y, z}));
  }
  bool applyImpulse(uint32_t id, float x, float y, float z) {
    return accept(world_.applyImpulse(BodyId{id}, {x, y, z}));
  }
  bool applyImpulseAt(uint32_t id, float x, float y, float z, float px, float py, float pz) {
    return accept(world_.applyImpulse(BodyId{id}, {x, y, z}, Vec3{px, py, pz}));
  }

  /// Where a ray's arguments are put and its nearest hit is found, by a caller who keeps the view:
  /// origin, direction, largest distance, mask, sensors, all, body to leave out (0: none, -1: those
  /// given to `exclude`); and body, distance, point, normal.
  val rayBlock() { return viewOf(std::span<const double>(ray_)); }
  /// The number of hits; -1 if refused.
  int rayCast() {
    const auto vectorAt = [&](int i) { return toFloat(Vec3d{ray_[i], ray_[i + 1], ray_[i + 2]}); };
    if (ray_[10] >= 0) excluded_.assign(ray_[10] > 0, BodyId{static_cast<uint32_t>(ray_[10])});
    const QueryFilter filter{static_cast<uint32_t>(ray_[7]), ray_[8] != 0, excluded_};
    const int count = keepHits(world_.rayCast(vectorAt(0), vectorAt(3), static_cast<float>(ray_[6]),
                                              ray_[9] != 0, filter));
    if (count > 0) writeHit(ray_.data(), hits_[0]);
    return count;
  }
  /// As `rayCast`, for a shape that moves.
  int castShape(const val& query, float x, float y, float z, float maxDistance,
                bool stopAtPenetration, bool all, float margin) {
    ShapeQuery shape;
    const CastWay way{{x, y, z}, maxDistance, stopAtPenetration, margin};
    return readShape(query, shape) ? keepHits(world_.castShape(shape, way, all)) : -1;
  }
  int proximity(const val& query, float maxDistance) {
    ShapeQuery shape;
    return readShape(query, shape) ? keepHits(world_.proximity(shape, maxDistance)) : -1;
  }
  /// All hits of the last question, as a ray's nearest is in its block.
  val hits() {
    found_.resize(kHitStride * hits_.size());
    for (size_t i = 0; i < hits_.size(); ++i) writeHit(&found_[kHitStride * i], hits_[i]);
    return viewOf(std::span<const double>(found_));
  }
  val overlap(const val& description) {
    ShapeQuery shape;
    return readShape(description, shape) ? giveBodies(world_.overlap(shape)) : val::undefined();
  }
  /// Leaves out those given to `exclude`.
  val bodiesAt(float x, float y, float z, uint32_t mask, bool sensors) {
    return giveBodies(world_.bodiesAt({x, y, z}, {mask, sensors, excluded_}));
  }
  /// Handles of the bodies that the next question leaves out.
  bool exclude(const val& bodies) {
    Value list;
    if (!read(bodies, list)) return false;
    excluded_.clear();
    for (const double id : list.numbers) excluded_.push_back(BodyId{static_cast<uint32_t>(id)});
    return true;
  }

  /// Which of the joints or forces it is, or of the joints that broke in the last step; empty for
  /// another stale handle.
  std::string typeOf(int kind, uint32_t id) const {
    const int i = indexOf(kind, id);
    if (i < 0) return typeOfBroken(id);
    return Kind(kind) == Kind::Joint ? nameOf(world_.joints.all[i].def) : nameOf(world_.forces[i]);
  }

  /// A view on the bytes, which are good until the next of these three calls.
  val snapshot() {
    world_.snapshot(state_);
    return viewOf(std::span<const uint8_t>(state_));
  }
  /// Where the bytes of a snapshot are put before `restore`.
  val stateRoom(unsigned size) {
    state_.resize(size);
    return viewOf(std::span<const uint8_t>(state_));
  }
  bool restore() {
    Status bad = world_.restore(state_);
    views_.reserve();
    // A success leaves the error of a call that is taken back by it.
    return !bad || accept(std::move(bad));
  }
  void leaveFuture() { world_.leaveFuture(); }

  /// `members` are the handle of a cloth, rope, grains, soft body or rod and a point, in turn, or
  /// handles of bodies; `key` names the functions.
  uint32_t addUserConstraint(const val& members, bool ofBodies, float lower, float upper,
                             float compliance, bool inequality, uint32_t key, bool hasGradient) {
    UserConstraintDef def{{}, compliance, inequality, {}, lower, upper};
    Value list;
    if (!read(members, list)) return 0;
    for (size_t i = 0; i < list.size(); i += ofBodies ? 1 : 2) {
      const uint32_t id = uint32_t(list.numbers[i]);
      if (ofBodies)
        def.bodies.push_back(BodyId{id});
      else
        def.particles.push_back({ClothId{id}, static_cast<int>(min(list.numbers[i + 1], 2e9))});
    }
    UserFunctions functions;
    functions.user = reinterpret_cast<void*>(uintptr_t(key));
    functions.value = askUser;
    functions.valueOfBodies = askUser;
    if (hasGradient) functions.gradient = askUser, functions.gradientOfBodies = askUser;
    const Result<UserConstraintId> id = world_.addUserConstraint(std::move(def), functions);
    return accept(id.error) ? id.value.bits : 0;
  }
  bool removeUserConstraint(uint32_t id) { return world_.remove(UserConstraintId{id}); }
  bool setUserCompliance(uint32_t id, float compliance) {
    return accept(world_.setCompliance(UserConstraintId{id}, compliance));
  }
  /// Value, force and compliance of a live one, then the gradient by each of its bodies.
  val userConstraint(uint32_t id) {
    const UserConstraint& c = *world_.find(UserConstraintId{id});
    found_ = {c.value, c.force, double(c.def.compliance)};
    for (const auto& [linear, angular] : c.row.gradient())
      for (const Vec3d v : {linear, angular}) found_.insert(found_.end(), {v.x, v.y, v.z});
    return viewOf(std::span<const double>(found_));
  }

  void setDebug(unsigned flags) { debugFlags_ = flags; }

  /// Without a name: the readers of poses ask often.
  val bodyStates() { return viewOf(views_.bodyStates()); }
  /// Where a body's part of them begins in the memory, counted in floats; -1 for a stale handle.
  int bodyState(uint32_t id) {
    const int i = world_.indexOf(BodyId{id});
    if (i < 0) return -1;
    return static_cast<int>(reinterpret_cast<uintptr_t>(&views_.bodyStates()[16 * size_t(i)]) /
                            sizeof(float));
  }
  val vertices(uint32_t body, int part) {
    const int i = world_.indexOf(BodyId{body});
    if (i < 0) return val::undefined();
    return viewOf(views_.geometryVertices(i, part));
  }
  val indices(uint32_t body, int part) {
    const int i = world_.indexOf(BodyId{body});
    if (i < 0) return val::undefined();
    return viewOf(views_.geometryIndices(i, part));
  }
  float hullDeviation(uint32_t body, int part) const {
    return views_.hullDeviation(world_.indexOf(BodyId{body}), part);
  }
  val instances(int type, const std::string& name) {
    const WorldViews::Instances& instances = views_.instances(ShapeType(type));
    if (name == "matrices") return viewOf(std::span(instances.matrices));
    if (name == "sizes") return viewOf(std::span(instances.sizes));
    return viewOf(std::span(name == "bodies" ? instances.bodies : instances.parts));
  }

  val view(int kind, uint32_t id, const std::string& name) {
    if (Kind(kind) == Kind::World) return worldView(name);
    const int i = storeIndex(world_, Kind(kind), id);
    if (i < 0) return val::undefined();
    if (Kind(kind) == Kind::Body && name == "mass") return viewOf(views_.bodyMass(i));
    if (Kind(kind) == Kind::Body && name == "acceleration")
      return viewOf(views_.bodyAcceleration(i));
    if (Kind(kind) == Kind::Body && name == "stop")
      return viewOf(views_.stop(world_.bodies.stopOf(i)));
    if (Kind(kind) >= Kind::Cloth && Kind(kind) <= Kind::Rod) return particlesView(i, name);
    if (Kind(kind) == Kind::SpringNetwork) return springView(i, name);
    if (Kind(kind) == Kind::Joint && name == "readout") return viewOf(views_.jointReadout(i));
    if (Kind(kind) == Kind::Attachment && name == "force") {
      const Vec3 force = world_.forceOf(AttachmentId{id});
      found_ = {force.x, force.y, force.z};
      return viewOf(std::span<const double>(found_));
    }
    return val::undefined();
  }

  std::string hash() const {
    const uint64_t hash = world_.hash();
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[hash >> shift & 15];
    return text;
  }

 private:
  static bool readShape(const val& query, ShapeQuery& out) {
    Value given;
    if (!read(query, given)) return false;
    Result<ShapeQuery> shape = readShapeQuery(given);
    if (!accept(std::move(shape.error))) return false;
    out = std::move(shape.value);
    return true;
  }
  val giveBodies(const Result<std::vector<BodyId>>& bodies) {
    if (!accept(bodies.error)) return val::undefined();
    found_.clear();
    for (const BodyId id : bodies.value) found_.push_back(id.bits);
    return viewOf(std::span<const double>(found_));
  }

  std::string typeOfBroken(uint32_t id) const {
    std::string name;
    for (const ObjectEvent& e : world_.objectEvents) {
      uint32_t type = 0;
      if (e.kind == ObjectEvent::Kind::Break && e.id == id)
        forEachAlternative<JointDef>([&]<class J>() { name = type++ == e.type ? J::name : name; });
    }
    return name;
  }

  val worldView(const std::string& name) {
    if (name == "objectEvents") return viewOf(views_.objectEvents());
    if (name == "contactEvents") return viewOf(views_.contactEvents());
    if (name == "contacts") return viewOf(views_.contacts());
    if (name == "diagnostics") return viewOf(views_.diagnostics());
    if (name == "debugLines") return viewOf(views_.debugLines(debugFlags_));
    return val::undefined();
  }

  val particlesView(int i, const std::string& name) {
    const Cloth& cloth = world_.soft.cloths[i];
    if (name == "positions") return viewOf(views_.clothPositions(i));
    if (name == "normals") return viewOf(views_.clothNormals(i));
    if (name == "velocities") return viewOf(views_.clothVelocities(i));
    if (name == "inverseMasses") return viewOf(views_.clothInverseMasses(i));
    if (name == "rotations") return viewOf(views_.clothRotations(i));
    if (name == "angularVelocities") return viewOf(views_.clothSpins(i));
    if (name == "indices") return viewOf(std::span<const uint32_t>(cloth.indices));
    if (name == "tetrahedra") return viewOf(std::span<const uint32_t>(cloth.tetrahedra));
    if (name == "uvs") return viewOf(std::span<const float>(cloth.uvs));
    if (name == "residuals") return viewOf(std::span<const float>(cloth.residuals));
    if (name == "stop") return viewOf(views_.stop(cloth.stoppedStep));
    const size_t point = name.find('.');  // as in "bend.forces"
    const ConstraintReadout& read = views_.clothConstraints(i, name.substr(0, point));
    if (name.ends_with(".particles")) return viewOf(std::span<const uint32_t>(read.particles));
    if (name.ends_with(".values")) return viewOf(std::span<const float>(read.values));
    if (name.ends_with(".forces")) return viewOf(std::span<const float>(read.forces));
    return val::undefined();
  }

  val springView(int i, const std::string& name) {
    if (name == "positions") return viewOf(views_.springPositions(i));
    if (name == "normals") return viewOf(views_.springNormals(i));
    if (name == "positions64") return viewOf(views_.springPositions64(i));
    if (name == "velocities64") return viewOf(views_.springVelocities64(i));
    if (name == "edges") return viewOf(views_.springEdges(i));
    if (name == "inverseMasses") return viewOf(views_.springInverseMasses(i));
    if (name == "diagnostics") return viewOf(views_.springDiagnostics(i));
    if (name == "timeRatios") return viewOf(views_.springTimeRatios(i));
    if (name == "indices") return viewOf(std::span<const uint32_t>(world_.soft.springs[i].indices));
    return val::undefined();
  }

  int keepHits(const Result<std::span<const BodyHit>>& hits) {
    if (!accept(hits.error)) return -1;
    hits_ = hits.value;
    return static_cast<int>(hits_.size());
  }

  static constexpr size_t kHitStride = 8;
  static void writeHit(double* out, const BodyHit& h) {
    const double hit[kHitStride] = {double(h.body.bits), h.distance, h.point.x,  h.point.y,
                                    h.point.z,           h.normal.x, h.normal.y, h.normal.z};
    std::copy(hit, hit + kHitStride, out);
  }

  World world_;
  WorldViews views_;
  std::vector<double> found_;
  std::array<double, 11> ray_{};
  std::vector<BodyId> excluded_;
  std::vector<uint8_t> state_;
  std::span<const BodyHit> hits_;
  unsigned debugFlags_ = 0;
};

BoundWorld* createWorld(const val& settings) {
  std::set_new_handler(throwOutOfMemory);
  Value given;
  if (!read(settings, given)) return nullptr;
  const Result<WorldSettings> known = readSettings(given);
  return accept(known.error) ? new BoundWorld(known.value) : nullptr;
}

val convertRotationValue(const val& rotation, const val& form, const val& order) {
  Value given[3];
  if (!read(rotation, given[0]) || !read(form, given[1]) || !read(order, given[2]))
    return val::undefined();
  return give(convertRotation(given[0], given[1], given[2]));
}

val massPropertiesOfValue(const val& solid) {
  Value given;
  return read(solid, given) ? give(massPropertiesOf(given)) : val::undefined();
}

}  // namespace

EMSCRIPTEN_BINDINGS(holonom) {
  using namespace emscripten;
  function("createWorld", &createWorld, allow_raw_pointers());
  function("takeError", &takeError);
  function("convertRotation", &convertRotationValue);
  function("massProperties", &massPropertiesOfValue);
  class_<BoundWorld>("World")
      .function("add", &BoundWorld::add)
      .function("remove", &BoundWorld::remove)
      .function("alive", &BoundWorld::alive)
      .function("get", &BoundWorld::get)
      .function("set", &BoundWorld::set)
      .function("describe", &BoundWorld::describe)
      .function("step", &BoundWorld::step)
      .function("openStep", &BoundWorld::openStep)
      .function("substep", &BoundWorld::substep)
      .function("closeStep", &BoundWorld::closeStep)
      .function("load", &BoundWorld::load)
      .function("save", &BoundWorld::save)
      .function("clear", &BoundWorld::clear)
      .function("count", &BoundWorld::count)
      .function("handleAt", &BoundWorld::handle)
      .function("indexOf", &BoundWorld::indexOf)
      .function("view", &BoundWorld::view)
      .function("bodyStates", &BoundWorld::bodyStates)
      .function("bodyState", &BoundWorld::bodyState)
      .function("instances", &BoundWorld::instances)
      .function("vertices", &BoundWorld::vertices)
      .function("indices", &BoundWorld::indices)
      .function("hullDeviation", &BoundWorld::hullDeviation)
      .function("setNote", &BoundWorld::setNote)
      .function("note", &BoundWorld::note)
      .function("split", &BoundWorld::split)
      .function("moveTo", &BoundWorld::moveTo)
      .function("applyForce", &BoundWorld::applyForce)
      .function("applyForceAt", &BoundWorld::applyForceAt)
      .function("applyTorque", &BoundWorld::applyTorque)
      .function("applyImpulse", &BoundWorld::applyImpulse)
      .function("applyImpulseAt", &BoundWorld::applyImpulseAt)
      .function("rayBlock", &BoundWorld::rayBlock)
      .function("rayCast", &BoundWorld::rayCast)
      .function("castShape", &BoundWorld::castShape)
      .function("proximity", &BoundWorld::proximity)
      .function("hits", &BoundWorld::hits)
      .function("overlap", &BoundWorld::overlap)
      .function("bodiesAt", &BoundWorld::bodiesAt)
      .function("exclude", &BoundWorld::exclude)
      .function("typeOf", &BoundWorld::typeOf)
      .function("addUserConstraint", &BoundWorld::addUserConstraint)
      .function("removeUserConstraint", &BoundWorld::removeUserConstraint)
      .function("setUserCompliance", &BoundWorld::setUserCompliance)
      .function("userConstraint", &BoundWorld::userConstraint)
      .function("snapshot", &BoundWorld::snapshot)
      .function("stateRoom", &BoundWorld::stateRoom)
      .function("restore", &BoundWorld::restore)
      .function("leaveFuture", &BoundWorld::leaveFuture)
      .function("setDebug", &BoundWorld::setDebug)
      .function("hash", &BoundWorld::hash);
}

}  // namespace holonom
