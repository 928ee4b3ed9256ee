#pragma once
// A world with everything in it that a world can hold.
#include "closed_surfaces.h"
#include "scenes.h"

namespace holonom::scenes {

inline void everyBody(World& w) {
  addPlane(w);
  BodyDef bowl;
  bowl.type = BodyType::Static;
  bowl.position = {8, 0.1f, 0};
  Mesh mesh;
  mesh.vertices = {-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2, 0, -0.05f, 0};
  mesh.indices = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
  bowl.shape = mesh;
  need(w.addBody(bowl));
  for (int i = 0; i < 4; ++i) {
    const float y = 0.6f + 1.1f * float(i);
    need(w.addBody(boxAt({8, y, 0}, {0.3f, 0.3f, 0.3f})));
    BodyDef ball = sphereAt({0.01f * float(i), y, 0}, 0.4f);
    ball.restitution = 0.7f;
    need(w.addBody(ball));
    BodyDef pill = sphereAt({2, y, 0}, 0.3f);
    pill.shape = Capsule{};
    need(w.addBody(pill));
    BodyDef pebble = boxAt({9, y, 0.2f});
    pebble.shape =
        Hull{{0.3f, 0, 0, -0.3f, 0, 0, 0, 0.3f, 0, 0, -0.3f, 0, 0, 0, 0.3f, 0, 0, -0.3f}, {}};
    need(w.addBody(pebble));
    BodyDef ell = boxAt({4, y, 0});
    Compound compound;
    compound.parts.push_back({{0.4f, 0, 0}, {}, Box{{0.3f, 0.2f, 0.2f}}});
    compound.parts.push_back({{0, 0.4f, 0}, {}, std::get<Hull>(pebble.shape)});
    ell.shape = compound;
    ell.name = "ell";
    need(w.addBody(ell));
  }
  const Shape round[] = {Cylinder{0.3f, 0.2f}, Cone{0.3f, 0.6f}, Ellipsoid{{0.4f, 0.2f, 0.3f}}};
  for (int i = 0; i < 3; ++i) {
    BodyDef def = boxAt({-6, 0.6f + 1.1f * float(i), 2});
    def.shape = round[i];
    need(w.addBody(def));
  }
  BodyDef watch = boxAt({0, 2, 0}, {1, 0.2f, 1});
  watch.type = BodyType::Static;
  watch.sensor = true;
  need(w.addBody(watch));
  BodyDef lift = boxAt({2, 0.1f, 0}, {0.5f, 0.1f, 0.5f});
  lift.type = BodyType::Kinematic;
  lift.linearVelocity = {0, 0.2f, 0.1f};
  need(w.addBody(lift));
  BodyDef odd = boxAt({-3, 3, 3}, {0.5f, 0.2f, 0.1f});
  odd.centerOfMass = Vec3{0.1f, 0, 0};
  odd.angularVelocity = {1, 5, 0.2f};
  odd.gravityScale = 0.1f;
  odd.angularDamping = 0.1f;
  need(w.addBody(odd));
}

inline void everyJoint(World& w) {
  BodyDef def = boxAt({-5, 4, 0}, {0.2f, 0.2f, 0.2f});
  std::vector<BodyId> links;
  for (int i = 0; i < 7; ++i) {
    def.position = {-5 + 0.5f * float(i), 6, 0};
    links.push_back(need(w.addBody(def)));
  }
  const auto join = [&](auto joint, int a, int b) {
    joint.bodyA = links[size_t(a)];
    if (b >= 0) joint.bodyB = links[size_t(b)];
    need(w.addJoint(joint));
  };
  HingeJoint hinge;
  hinge.anchor = Vec3{-5, 6, 0}, hinge.axis = Vec3{0, 0, 1};
  hinge.motor = AngularMotor{};
  hinge.motor->velocity = 1;
  join(hinge, 0, -1);
  BallJoint ball;
  ball.anchor = Vec3{-4.75f, 6, 0};
  ball.swingLimit = 1;
  join(ball, 0, 1);
  FixedJoint fixed;
  fixed.anchor = Vec3{-4.25f, 6, 0};
  join(fixed, 1, 2);
  PrismaticJoint slider;
  slider.anchor = Vec3{-3.75f, 6, 0}, slider.axis = Vec3{1, 0, 0};
  slider.limits = LinearLimits{};
  slider.limits->lower = -0.1f, slider.limits->upper = 0.2f;
  join(slider, 2, 3);
  DistanceJoint rod;
  join(rod, 3, 4);
  hinge.anchor = Vec3{-2.75f, 6, 0};
  hinge.motor = {};
  hinge.limits = AngularLimits{};
  hinge.limits->lower = -0.2f, hinge.limits->upper = 0.3f;
  join(hinge, 4, 5);
  GearJoint gear;
  gear.axisA = Vec3{0, 0, 1};
  gear.teethA = 12, gear.teethB = 20, gear.frequency = 5;
  join(gear, 3, 5);
  RackAndPinionJoint rack;
  rack.axis = Vec3{0, 0, 1}, rack.direction = Vec3{1, 0, 0};
  rack.radius = 0.3f;
  join(rack, 5, 6);
  PulleyJoint pulley;
  pulley.groundA = Vec3{-4, 8, 0}, pulley.groundB = Vec3{-2, 8, 0};
  pulley.ratio = 2;
  join(pulley, 2, 6);

  PointForce push;
  push.body = links[6], push.force = {0, 5, 0}, push.local = true;
  need(w.addForce(push));
  TorqueForce turn;
  turn.body = links[6], turn.torque = {0, 0.1f, 0};
  need(w.addForce(turn));
  FieldForce field;
  field.acceleration = {0, 0, 0.01f};
  need(w.addForce(field));
  SpringForce spring;
  spring.bodyA = links[6], spring.bodyB = links[5], spring.damping = 1;
  need(w.addForce(spring));
  DragForce drag;
  drag.body = links[6];
  need(w.addForce(drag));
  GrabDef grab;
  grab.body = links[3], grab.target = {-3, 5, 0.5f}, grab.maxForce = 200;
  need(w.addGrab(grab));
}

inline void everySoftObject(World& w) {
  ClothDef cloth;
  cloth.grid = GridDef{{1.2f, 1.2f}, {12, 12}};
  cloth.position = {2, 6, 0};
  cloth.selfCollision = true;
  cloth.globalDamping = 0.5f, cloth.springDamping = 0.01f, cloth.lift = 0.2f;
  const ClothId sheet = need(w.addCloth(cloth));
  cloth.position = {2.2f, 6.3f, 0.1f};
  cloth.strain = StrainDef{};
  cloth.areaCompliance = 1e-4f;
  cloth.bend = {BendModel::Isometric, 1};
  const ClothId woven = need(w.addCloth(cloth));
  cloth.strain = {}, cloth.areaCompliance = {};
  cloth.position = {-1, 5, -3};
  cloth.pins.names = {"left"};
  need(w.addCloth(cloth));
  ClothDef ball;
  ball.mesh = ballSurface(0.3, 1);
  ball.position = {4, 5, 2};
  ball.volume = VolumeDef{1.1f, 1e-6f};
  need(w.addCloth(ball));
  RopeDef rope;
  rope.segments = 12;
  rope.pins.names = {"left"};
  rope.position = {-1, 5.2f, -2.6f};
  need(w.addRope(rope));
  GrainsDef grains;
  grains.base = {3, 3}, grains.layers = 2;
  grains.staticFriction = 0.8f;
  grains.position = {-1, 5.2f, -3};
  need(w.addGrains(grains));
  for (const SolidModel model : {SolidModel::NeoHookean, SolidModel::SaintVenantKirchhoff}) {
    SoftBodyDef solid;
    solid.lattice = LatticeDef{{0.4f, 0.3f, 0.5f}, {2, 2, 3}};
    solid.model = model;
    solid.youngsModulus = 3e4f, solid.springDamping = 0.01f;
    solid.position = {model == SolidModel::NeoHookean ? 5.5f : 6.5f, 5, 2};
    need(w.addSoftBody(solid));
  }
  RodDef rod;
  rod.segments = 12, rod.springDamping = 0.01f;
  rod.clamps.names = {"left"};
  rod.position = {7.5f, 5.2f, 2};
  need(w.addRod(rod));
  std::vector<SpringNetworkId> nets;
  for (int i = 0; i < 9; ++i)
    for (int variant = 0; variant < 2; ++variant) {
      SpringNetworkDef net;
      net.grid = GridDef{{0.8f, 0.8f}, {5, 5}};
      net.position = {1.2f * float(i) - 5, 3, 6 + 2 * float(variant)};
      net.integrator = static_cast<IntegratorType>(i);
      net.stiffness = 60, net.damping = 0.05, net.bendSprings = true;
      net.drag = 0.5f;
      net.pins.names = {"top-left"};
      net.asPrinted = variant == 1;
      net.newtonIterations = 1 + 2 * variant;
      net.axialDamping = variant == 1;
      net.pointDamping = 0.01 * variant;
      net.linearSolver = variant == 1 ? LinearSolverType::Ldlt : LinearSolverType::Pcg;
      nets.push_back(need(w.addSpringNetwork(net)));
    }
  const BodyId bob = need(w.addBody(boxAt({1.4f, 5.9f, -0.6f}, {0.1f, 0.1f, 0.1f})));
  AttachmentDef tie;
  tie.cloth = sheet, tie.body = bob, tie.point = 0;
  need(w.addAttachment(tie));
  const BodyId weight = need(w.addBody(boxAt({-5, 2.8f, 6}, {0.1f, 0.1f, 0.1f})));
  for (const SpringNetworkId net : {nets[2], nets[8]}) {
    AttachmentDef hold;
    hold.springNetwork = net, hold.body = weight, hold.point = 20;
    hold.compliance = net == nets[2] ? 0 : 1e-3f;
    need(w.addAttachment(hold));
  }
  GrabDef grab;
  grab.cloth = woven, grab.point = 7, grab.target = {2, 7, 0};
  need(w.addGrab(grab));
  grab.cloth = {}, grab.springNetwork = nets[9], grab.point = 12;
  grab.target = {0, 4, 6};
  need(w.addGrab(grab));
}

/// Some objects are removed again, so that lists of free places are in use.
inline void everything(World& w) {
  w.settings.wind = {1, 0, 0.3f};
  w.settings.gusts = 0.5f;
  w.settings.sleepTime = 0.2f;
  const BodyId gone = need(w.addBody(boxAt({0, 9, 0})));
  everyBody(w);
  const ClothId rag = hangingCloth(w, 4);
  everyJoint(w);
  everySoftObject(w);
  w.remove(gone);
  w.remove(rag);
  BodyDef brick = boxAt({-40, 0.5f, -40});  // far from nets that blow up
  brick.asleep = true;
  need(w.addBody(brick));
}

}  // namespace holonom::scenes
