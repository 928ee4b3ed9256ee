import { jointFrames } from '../../joint-frames.mjs';

/** Only tables of groups keep jointed bodies from colliding: one for each net of joints. */
export function collisionGroups(Jolt, descriptions, joints) {
  const groups = descriptions.map((_, i) => ({ members: [i], joints: [] }));
  for (const joint of joints) {
    const { a, b } = jointFrames(descriptions, joint);
    const [into, from] = [groups[a], groups[b]];
    if (into !== from) {
      into.members.push(...from.members);
      into.joints.push(...from.joints);
      for (const member of from.members) groups[member] = into;
    }
    into.joints.push([a, b]);
  }
  for (const [id, group] of [...new Set(groups)].entries()) {
    if (group.joints.length === 0) continue;
    group.id = id;
    group.table = new Jolt.GroupFilterTable(group.members.length);
    group.table.AddRef();
    for (const [a, b] of group.joints)
      group.table.DisableCollision(group.members.indexOf(a), group.members.indexOf(b));
  }
  return groups.map(({ id, table, members }, i) => table && { id, table, sub: members.indexOf(i) });
}

export function createJoint(
  Jolt,
  bodies,
  { ball, hinge, fixed, distance },
  { a, b, frameA, frameB },
) {
  const vector = (v) => new Jolt.Vec3(...v);
  const place = (v) => new Jolt.RVec3(...v);
  const create = (settings, fields) => {
    settings.mSpace = Jolt.EConstraintSpace_LocalToBodyCOM;
    return Object.assign(settings, fields).Create(bodies[a], bodies[b]);
  };
  const points = { mPoint1: place(frameA.anchor), mPoint2: place(frameB.anchor) };
  if (ball && ball.swingLimit === undefined)
    return create(new Jolt.PointConstraintSettings(), points);
  if (ball)
    return create(new Jolt.SwingTwistConstraintSettings(), {
      mPosition1: place(frameA.anchor),
      mPosition2: place(frameB.anchor),
      mTwistAxis1: vector(frameA.axis),
      mTwistAxis2: vector(frameB.axis),
      mPlaneAxis1: vector(frameA.normal),
      mPlaneAxis2: vector(frameB.normal),
      mNormalHalfConeAngle: ball.swingLimit,
      mPlaneHalfConeAngle: ball.swingLimit,
      mTwistMinAngle: ball.twistLimits.lower,
      mTwistMaxAngle: ball.twistLimits.upper,
    });
  if (hinge)
    return create(new Jolt.HingeConstraintSettings(), {
      ...points,
      mHingeAxis1: vector(frameA.axis),
      mHingeAxis2: vector(frameB.axis),
      mNormalAxis1: vector(frameA.normal),
      mNormalAxis2: vector(frameB.normal),
      ...(hinge.limits && { mLimitsMin: hinge.limits.lower, mLimitsMax: hinge.limits.upper }),
    });
  if (distance)
    return create(new Jolt.DistanceConstraintSettings(), {
      ...points,
      mMinDistance: 0,
      mMaxDistance: distance.length,
    });
  return (
    fixed &&
    create(new Jolt.FixedConstraintSettings(), {
      ...points,
      mAxisX1: vector(frameA.axis),
      mAxisX2: vector(frameB.axis),
      mAxisY1: vector(frameA.normal),
      mAxisY2: vector(frameB.normal),
    })
  );
}
