// Random worlds, random calls on them, and random damage to their scene documents.
#include "cases.h"
#include "checks.h"
#include "descriptions.h"

namespace holonom::fuzz {

namespace {

constexpr Kind kObjects[] = {Kind::Body,     Kind::Cloth, Kind::Rope,          Kind::Grains,
                             Kind::SoftBody, Kind::Rod,   Kind::SpringNetwork, Kind::Attachment,
                             Kind::Grab,     Kind::Joint, Kind::Force};

Value describeSome(Descriptions& d, const World& w, Kind kind) {
  switch (kind) {
    case Kind::World:
      return d.describe<WorldSettings>(w);
    case Kind::Body:
      return d.describe<BodyDef>(w);
    case Kind::Cloth:
      return d.describe<ClothDef>(w);
    case Kind::Rope:
      return d.describe<RopeDef>(w);
    case Kind::Grains:
      return d.describe<GrainsDef>(w);
    case Kind::SoftBody:
      return d.describe<SoftBodyDef>(w);
    case Kind::Rod:
      return d.describe<RodDef>(w);
    case Kind::SpringNetwork:
      return d.describe<SpringNetworkDef>(w);
    case Kind::Attachment:
      return d.describe<AttachmentDef>(w);
    case Kind::Grab:
      return d.describe<GrabDef>(w);
    case Kind::Joint:
      return d.member<JointDef>(w);
    case Kind::Force:
      return d.member<ForceDef>(w);
  }
  return {};
}

Status setSomeField(Descriptions& d, World& w, Kind kind, uint32_t id) {
  switch (kind) {
    case Kind::World:
      return d.setSomeField<WorldSettings>(w, kind, id);
    case Kind::Body:
      return d.setSomeField<BodyDef>(w, kind, id);
    case Kind::Cloth:
      return d.setSomeField<ClothDef>(w, kind, id);
    case Kind::Rope:
      return d.setSomeField<RopeDef>(w, kind, id);
    case Kind::Grains:
      return d.setSomeField<GrainsDef>(w, kind, id);
    case Kind::SoftBody:
      return d.setSomeField<SoftBodyDef>(w, kind, id);
    case Kind::Rod:
      return d.setSomeField<RodDef>(w, kind, id);
    case Kind::SpringNetwork:
      return d.setSomeField<SpringNetworkDef>(w, kind, id);
    case Kind::Attachment:
      return d.setSomeField<AttachmentDef>(w, kind, id);
    case Kind::Grab:
      return d.setSomeField<GrabDef>(w, kind, id);
    case Kind::Joint:
      return std::visit([&]<class J>(const J&) { return d.setSomeField<J>(w, kind, id); },
                        JointDef(w.joints.all[objectIndex(w, kind, id)].def));
    case Kind::Force:
      return std::visit([&]<class F>(const F&) { return d.setSomeField<F>(w, kind, id); },
                        ForceDef(w.forces[objectIndex(w, kind, id)]));
  }
  return {};
}

/// A refusal says what would be right, and changes nothing.
std::string faultOfRefusal(const Error& error, uint64_t before, const World& w) {
  ++tally.refused;
  if (!saysAll(error)) return "a refusal of " + error.path + " with other parameters than its text";
  if (w.hash() != before) return "a refused call that changed the world: " + error.path;
  return "";
}

std::string addSome(Descriptions& d, World& w, Kind kind, const Value* position = nullptr) {
  Value description = describeSome(d, w, kind);
  if (position && description.isObject()) description.set("position", *position);
  const uint64_t before = w.hash();
  const int count = objectCount(w, kind);
  const Result<uint32_t> added = addObject(w, kind, description);
  if (!added) return faultOfRefusal(*added.error, before, w);
  if (objectCount(w, kind) != count + 1 || objectIndex(w, kind, added.value) != count)
    return "an added object's handle";
  ++tally.added;
  return "";
}

std::string changeSettings(Descriptions& d, World& w) {
  const Result<WorldSettings> settings = readSettings(d.describe<WorldSettings>(w));
  if (settings && w.redefine(settings.value)) return "settings that are read but refused";
  return "";
}

/// Fills a world with two to four bodies and some other objects.
std::string populate(Descriptions& d, World& w) {
  if (d.chance(0.6))
    if (std::string fault = changeSettings(d, w); !fault.empty()) return fault;
  // All in one place, near each other, or wherever they are described.
  const int spread = d.random.below(5);
  const auto place = [&] {
    const double size = spread == 0 ? 0 : d.octaves(-3, 1);
    const Vec3 p = float(size) * d.random.vector();
    return Value::ofNumbers({p.x, p.y, p.z});
  };
  std::string fault;
  const auto add = [&](Kind kind, int count) {
    for (int i = 0; i < count && fault.empty(); ++i) {
      const Value position = place();
      fault = addSome(d, w, kind, kind == Kind::Body && spread < 4 ? &position : nullptr);
    }
  };
  add(Kind::Body, 2 + d.random.below(3));
  if (d.chance(0.2)) add(Kind::Cloth, 1 + d.random.below(2));
  if (d.chance(0.1)) add(Kind::Rope, 1 + d.random.below(2));
  if (d.chance(0.05)) add(Kind::Grains, 1);
  if (d.chance(0.1)) add(Kind::SoftBody, 1);
  if (d.chance(0.1)) add(Kind::Rod, 1 + d.random.below(2));
  if (d.chance(0.15)) add(Kind::SpringNetwork, 1);
  if (d.chance(0.6)) add(Kind::Joint, 1 + d.random.below(4));
  if (w.soft.cloths.size() + w.soft.springs.size() > 0) add(Kind::Attachment, d.random.below(3));
  if (d.chance(0.3)) add(Kind::Force, 1 + d.random.below(3));
  if (d.chance(0.2)) add(Kind::Grab, 1 + d.random.below(2));
  return fault.empty() ? faultOf(w) : fault;
}

float someStep(Descriptions& d) {
  constexpr float kSteps[] = {1.0f / 60, 1.0f / 60, 1.0f / 60, 1, 0.1f, 1e-6f};
  return kSteps[d.random.below(std::size(kSteps))];
}
float oddStep(Descriptions& d) {
  const float steps[] = {0, -1.0f / 60, std::numeric_limits<float>::quiet_NaN(), 10, 1e-30f, 1e30f};
  return steps[d.random.below(std::size(steps))];
}

/// Where two worlds differ.
std::string difference(const World& a, const World& b) {
  for (int i = 0; i < a.bodies.size(); ++i) {
    if (a.bodies.poses[i].position != b.bodies.poses[i].position) return at("position of body", i);
    if (!(a.bodies.poses[i] == b.bodies.poses[i])) return at("rotation of body", i);
    if (a.bodies.states[i].linear != b.bodies.states[i].linear) return at("velocity of body", i);
    if (a.bodies.states[i].angular != b.bodies.states[i].angular) return at("spin of body", i);
  }
  // Scene files list them by kind.
  for (const Kind kind : {Kind::Cloth, Kind::Rope, Kind::Grains, Kind::SoftBody, Kind::Rod})
    for (int k = 0; k < objectCount(a, kind); ++k) {
      const auto stored = [&](const World& w) -> const Cloth& {
        return w.soft.cloths[w.indexOf(ClothId{handleAt(w, kind, k)})];
      };
      const Cloth &m = stored(a), &n = stored(b);
      for (int i = 0; i < m.count; ++i) {
        if (a.soft.particles.positions[m.first + i].xyz() !=
            b.soft.particles.positions[n.first + i].xyz())
          return at("position of particle", i);
        if (a.soft.particles.velocities[m.first + i].xyz() !=
            b.soft.particles.velocities[n.first + i].xyz())
          return at("velocity of particle", i);
      }
    }
  for (size_t k = 0; k < a.soft.springs.size(); ++k) {
    const SpringNetwork &m = a.soft.springs[k].network, &n = b.soft.springs[k].network;
    for (int i = 0; i < m.size(); ++i) {
      if (m.positions[i] != n.positions[i]) return at("position of spring node", i);
      if (m.velocities[i] != n.velocities[i]) return at("velocity of spring node", i);
    }
  }
  return "something else";
}

std::string saveAndLoad(World& w) {
  const Value saved = saveScene(w);
  World copy;
  if (const Status bad = loadScene(copy, saved))
    return "a saved scene that is refused: " + bad->path + ", " + bad->allowed();
  ++tally.loaded;
  if (copy.hash() != w.hash()) return "a saved scene that loads as another, " + difference(w, copy);
  return faultOf(copy);
}

std::string removeSome(Descriptions& d, World& w, Kind kind) {
  const int count = objectCount(w, kind);
  if (count == 0) return "";
  const uint32_t id = handleAt(w, kind, d.random.below(count));
  if (!removeObject(w, kind, id)) return "removal of a live object";
  if (removeObject(w, kind, id) || objectIndex(w, kind, id) >= 0 ||
      !describeObject(w, kind, id).error || !setField(w, kind, id, "position", 0.0))
    return "a removed object's handle";
  return "";
}

std::string someCall(Descriptions& d, World& w) {
  const Kind kind = d.chance(0.4) ? Kind::Body : kObjects[d.random.below(std::size(kObjects))];
  switch (d.random.below(12)) {
    case 0:
    case 1:
      return w.bodies.size() + w.soft.particles.size() < 60 ? addSome(d, w, kind) : "";
    case 2:
      return removeSome(d, w, kind);
    case 3:
    case 4:
    case 5:
      if (const int count = objectCount(w, kind)) {
        const uint32_t id = handleAt(w, kind, d.random.below(count));
        const uint64_t before = w.hash();
        if (const Status bad = setSomeField(d, w, kind, id)) return faultOfRefusal(*bad, before, w);
      }
      return "";
    case 6:
      if (const Status bad = setSomeField(d, w, Kind::World, 0))
        return faultOfRefusal(*bad, w.hash(), w);
      return "";
    case 7:
      return stepAndCheck(w, oddStep(d));
    case 8:
      if (d.chance(0.05)) w.clear();
      return saveAndLoad(w);
    default:
      return stepAndCheck(w, someStep(d));
  }
}

/// Puts nonsense somewhere below `value`, or takes something away.
void damage(Descriptions& d, Value& value) {
  const int inside = int(value.items.size());
  if (inside > 0 && d.chance(0.9)) return damage(d, value.items[d.random.below(inside)]);
  if (value.kind == Value::Kind::Numbers && !value.numbers.empty() && d.chance(0.8)) {
    const int i = d.random.below(int(value.numbers.size()));
    if (d.chance(0.2))
      value.numbers.resize(i);
    else
      value.numbers[i] = d.number({}, 0);
  } else if (inside > 0 && value.isObject() && d.chance(0.5)) {
    value.keys[d.random.below(inside)] = d.chance(0.5) ? "nonsense" : value.keys[0];
  } else if (inside > 0) {
    value.items.push_back(value.items[d.random.below(inside)]);
    if (value.isObject()) value.keys.push_back(value.keys[0]);
  } else if (value.isNumber() && d.chance(0.7)) {
    value = d.number({}, 0);
  } else {
    value = d.nonsense();
  }
}

}  // namespace

std::string worldCase(uint64_t seed) {
  Descriptions d(seed);
  World w;
  std::string fault = populate(d, w);
  const float dt = someStep(d);
  for (int i = 3 + d.random.below(5); i > 0 && fault.empty(); --i) fault = stepAndCheck(w, dt);
  return fault.empty() && d.chance(0.25) ? saveAndLoad(w) : fault;
}

std::string callsCase(uint64_t seed) {
  Descriptions d(seed);
  World w;
  std::string fault = populate(d, w);
  for (int i = 20 + d.random.below(40); i > 0 && fault.empty(); --i) fault = someCall(d, w);
  return fault.empty() ? saveAndLoad(w) : fault;
}

std::string sceneCase(uint64_t seed) {
  Descriptions d(seed);
  World source;
  if (std::string fault = populate(d, source); !fault.empty()) return fault;
  if (std::string fault = stepAndCheck(source, 1.0f / 60); !fault.empty()) return fault;
  Value scene = saveScene(source);
  for (int i = 1 + d.random.below(3); i > 0; --i) damage(d, scene);
  World w;
  if (std::string fault = populate(d, w); !fault.empty()) return fault;
  const uint64_t before = w.hash();
  if (const Status bad = loadScene(w, scene)) return faultOfRefusal(*bad, before, w);
  std::string fault = faultOf(w);
  for (int i = 0; i < 3 && fault.empty(); ++i) fault = stepAndCheck(w, 1.0f / 60);
  return fault.empty() ? saveAndLoad(w) : fault;
}

}  // namespace holonom::fuzz
