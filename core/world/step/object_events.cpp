// What became of single objects in a step: sleep, blow-ups, and joints that break.
#include "base/growth.h"
#include "world/world.h"

namespace holonom {

/// A few more than ever are no reason to allocate.
constexpr size_t kUsualObjectEvents = 64;

namespace {

ObjectEvent::Kind blowUpOf(const ParticleDef& def) {
  using Kind = ObjectEvent::Kind;
  if (def.isSoftBody()) return Kind::SoftBodyBlowUp;
  if (def.isRod()) return Kind::RodBlowUp;
  return def.isRope() ? Kind::RopeBlowUp : def.isGrains() ? Kind::GrainsBlowUp : Kind::ClothBlowUp;
}

}  // namespace

void World::findObjectEvents() {
  using Kind = ObjectEvent::Kind;
  objectEvents.clear();
  reserveSlowly(objectEvents, kUsualObjectEvents);
  for (int i = 0; bodies.toldActivity != bodies.activity() && i < bodies.size(); ++i) {
    if (bodies.awake[i] == bodies.knownAwake[i]) continue;
    bodies.knownAwake[i] = bodies.awake[i];
    objectEvents.push_back(
        {bodies.awake[i] ? Kind::Wake : Kind::Sleep, bodies.ids.idAt(i).bits, 0});
  }
  bodies.toldActivity = bodies.activity();
  for (int i = 0; i < static_cast<int>(bodies.stops.size()); ++i)
    if (bodies.stops[i] == stepCount)
      objectEvents.push_back({Kind::BodyBlowUp, bodies.ids.idAt(i).bits, 0});
  for (size_t i = 0; i < soft.cloths.size(); ++i)
    if (soft.cloths[i].stoppedStep == stepCount)
      objectEvents.push_back(
          {blowUpOf(soft.cloths[i].def), soft.cloths.idAt(static_cast<int>(i)).bits, 0});
  for (size_t i = 0; i < soft.springs.size(); ++i)
    if (soft.springs[i].stopped && soft.springs[i].stoppedStep == stepCount)
      objectEvents.push_back({Kind::BlowUp, soft.springs.idAt(static_cast<int>(i)).bits, 0});
}

/// By the mean forces of the step.
void World::breakJoints() {
  const size_t before = objectEvents.size();
  for (const int i : joints.active(bodies)) {
    const JointEnds& ends = endsOf(joints.all[i].def);
    if (!ends.breakForce && !ends.breakTorque) continue;
    const JointReaction reaction = readout(joints.all.idAt(i)).reaction;
    if (length(reaction.force) > ends.breakForce.value_or(kHuge) ||
        length(reaction.torque) > ends.breakTorque.value_or(kHuge))
      objectEvents.push_back({ObjectEvent::Kind::Break, joints.all.idAt(i).bits,
                              static_cast<uint32_t>(joints.all[i].def.index())});
  }
  for (size_t i = before; i < objectEvents.size(); ++i) remove(JointId{objectEvents[i].id});
}

}  // namespace holonom
