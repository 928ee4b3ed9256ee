#pragma once
// What refused calls would accept: one row for each rule. Texts are read by native programs and by
// gen_definitions, which hands them to TypeScript: the module itself carries numbers alone.
#include <cstdint>

namespace holonom {

/// Name and text of each rule. `{name}` stands for a parameter, in the order of the text.
#define HOLONOM_RULES(RULE)                                                                       \
  RULE(Number, "a number")                                                                        \
  RULE(FiniteNumber, "a finite number")                                                           \
  RULE(NumberAbove, "a finite number greater than {low}")                                         \
  RULE(NumberAboveTo, "a finite number greater than {low} and at most {high}")                    \
  RULE(NumberFromTo, "a finite number from {low} to {high}")                                      \
  RULE(NumberAtLeast, "a finite number of at least {low}")                                        \
  RULE(NumberAtMost, "a finite number of at most {high}")                                         \
  RULE(AnyNumberAbove, "a number greater than {low}")                                             \
  RULE(AnyNumberAtLeast, "a number of at least {low}")                                            \
  RULE(Integer, "an integer")                                                                     \
  RULE(IntegerFromTo, "an integer from {low} to {high}")                                          \
  RULE(IntegerAtLeast, "an integer of at least {low}")                                            \
  RULE(IntegerAtMost, "an integer of at most {high}")                                             \
  RULE(Boolean, "true or false")                                                                  \
  RULE(String, "a string")                                                                        \
  RULE(Object, "an object")                                                                       \
  RULE(Array, "an array")                                                                         \
  RULE(NumberArray, "an array of numbers")                                                        \
  RULE(ObjectArray, "an array of objects")                                                        \
  RULE(PinArray, "an array of indices and names")                                                 \
  RULE(TwoNumbers, "two numbers")                                                                 \
  RULE(ThreeIntegers, "three integers")                                                           \
  RULE(TwoIntegers, "two integers")                                                               \
  RULE(ThreeNumbers, "three numbers [x, y, z]")                                                   \
  RULE(ThreeBooleans, "three times true or false [x, y, z]")                                      \
  RULE(Count, "{count} numbers")                                                                  \
  RULE(EmptyOrCount, "an empty list or {count} numbers")                                          \
  RULE(CountPerParticle, "{count} numbers, {each} for each particle")                             \
  RULE(CountPerNode, "{count} numbers, three for each node")                                      \
  RULE(OneOf, "one of {names}")                                                                   \
  RULE(OneOfGuess, "one of {names}; did you mean '{guess}'?")                                     \
  RULE(OneWord, "one of '{words}'")                                                               \
  RULE(OneWordGuess, "one of '{words}'; did you mean '{guess}'?")                                 \
  RULE(IndexOrWord, "an index, or one of '{words}'")                                              \
  RULE(IndexOrWordGuess, "an index, or one of '{words}'; did you mean '{guess}'?")                \
  RULE(ExactlyOne, "exactly one of {names}")                                                      \
  RULE(ExactlyOneAsIn, "exactly one of {names}, as in {sample}")                                  \
  RULE(AtMostOne, "at most one of {names}")                                                       \
  RULE(ObjectWith, "an object with {names}")                                                      \
  RULE(LiveObject, "a live object")                                                               \
  RULE(Existing, "a handle of an object that still exists")                                       \
  RULE(ExistingKind, "a handle of a {kind} that still exists")                                    \
  RULE(ExistingAttachment, "a handle of an attachment that still exists")                         \
  RULE(FileIndex, "an index into the file's list")                                                \
  RULE(ListIndex, "an index into a list of {count}")                                              \
  RULE(IndexOrName, "an index or a name")                                                         \
  RULE(IndexTo, "an index from 0 to {high}")                                                      \
  RULE(VertexIndexTo, "a vertex index from 0 to {high}")                                          \
  RULE(VertexIndexOf, "the index of one of {count} vertices")                                     \
  RULE(NodeIndex, "an index of a node")                                                           \
  RULE(TetrahedronVertex, "an index of a vertex, four different ones a tetrahedron")              \
  RULE(PinNames, "names of sides and corners, as 'top-left'")                                     \
  RULE(PinIndices, "indices; names are for grids")                                                \
  RULE(MostObjects, "at most {most} objects of a kind")                                           \
  RULE(MostGrains, "at most a million grains")                                                    \
  RULE(RoomForPoints, "fewer than {count} points: the memory has no room for them")               \
  RULE(Room, "worlds that fit into the memory of the module, 2 GB together")                      \
  RULE(FewerNodesPrinted, "fewer nodes: the inverse would fill more than 256 MB")                 \
  RULE(FewerNodesFactor,                                                                          \
       "fewer nodes, or pcg: this factor would fill more than 256 MB, or take more than 1e9 "     \
       "products")                                                                                \
  RULE(FixedMade, "no change after creation: the object is built from it, so add another")        \
  RULE(FixedTies, "no change after creation: it defines the connection, so add another")          \
  RULE(FixedPlaces, "no change after creation: `positions` give the present state")               \
  RULE(FixedJoins,                                                                                \
       "no change after creation: anchors and rotations A and B give the present state")          \
  RULE(FixedConstraints,                                                                          \
       "no change after creation: its constraints are created then, so add another")              \
  RULE(Body, "a body, by its handle")                                                             \
  RULE(JoinedBody, "the first body of the joint")                                                 \
  RULE(OtherBody, "a body other than bodyA")                                                      \
  RULE(StaticBody, "a body of type static")                                                       \
  RULE(KinematicBody, "a body of type kinematic, as moveTo needs")                                \
  RULE(BoundedShape, "a shape of finite extent")                                                  \
  RULE(NothingBeside, "no value if {name} is given")                                              \
  RULE(AbsentWhere, "absent if {name} is given")                                                  \
  RULE(AxisOrRotation, "a world direction, or rotationA")                                         \
  RULE(AnchorWithoutBody, "a world point if bodyB is absent")                                     \
  RULE(OffAxes, "a center off the axes of both gears")                                            \
  RULE(AcrossAxis, "a direction at right angles to the axis, to within 0.01")                     \
  RULE(Direction, "a direction [x, y, z]")                                                        \
  RULE(DirectionNotZero, "a direction that is not zero")                                          \
  RULE(DirectionAnyLength, "a direction of any length but 0")                                     \
  RULE(QuaternionNotZero, "a quaternion x, y, z, w that is not zero")                             \
  RULE(RotationForms,                                                                             \
       "a quaternion [x, y, z, w], or one of { euler }, { axisAngle }, { rotationVector }, { "    \
       "matrix } and { angle }")                                                                  \
  RULE(Angle, "an angle in radians")                                                              \
  RULE(ThreeAngles, "three angles in radians, in the order of the rotations")                     \
  RULE(RotationVector, "axis times angle [x, y, z] in radians")                                   \
  RULE(NineNumbers, "nine numbers of a rotation, in row-major order")                             \
  RULE(RotationAboutZ, "a rotation about z, which one angle can represent")                       \
  RULE(RotationMirrored, "a rotation; this matrix mirrors: its determinant is negative")          \
  RULE(RotationSingular, "a rotation; this matrix is singular")                                   \
  RULE(RotationUnit, "a rotation; rows of length 1 at right angles, to within 0.01")              \
  RULE(LimitsInOrder, "at most {name}")                                                           \
  RULE(LengthAboveZero, "a length greater than 0; use a ball joint to join two points")           \
  RULE(FiniteCoordinates, "finite coordinates")                                                   \
  RULE(FourPoints, "at least four points")                                                        \
  RULE(PointsApart, "points that do not all coincide")                                            \
  RULE(PointsNotOnLine, "points that do not all lie on one line")                                 \
  RULE(PointsNotInPlane, "points that do not all lie in one plane")                               \
  RULE(PointsWithVolume, "points that enclose a volume")                                          \
  RULE(ThreePerPoint, "three numbers for each point")                                             \
  RULE(TwoPoints, "three numbers for each point, at least two points")                            \
  RULE(PointFromLast, "points each apart from the one before, as single precision has them")      \
  RULE(RodEnd, "an end of the rod: left, right, 0 or {high}")                                     \
  RULE(ThreePerVertex, "three numbers for each vertex")                                           \
  RULE(ThreePerVertexOfFour, "three numbers for each vertex, at least four vertices")             \
  RULE(ThreePerNode, "three numbers for each node, at least one node")                            \
  RULE(ThreePerTriangle, "three indices for each triangle")                                       \
  RULE(TetrahedronVolume, "four corners that are not in one plane")                               \
  RULE(FourPerTetrahedron, "four indices for each tetrahedron, at least one tetrahedron")         \
  RULE(TwoPerSpring, "two indices for each spring")                                               \
  RULE(TwoNodes, "two different nodes")                                                           \
  RULE(ThreeVertices, "at least three vertices")                                                  \
  RULE(OneTriangle, "at least one triangle")                                                      \
  RULE(FourTriangles, "at least four triangles")                                                  \
  RULE(DifferentVertices, "three different vertices a triangle")                                  \
  RULE(TrianglesOnEdge, "at most two triangles on an edge")                                       \
  RULE(TrianglesWithArea, "triangles that have an area")                                          \
  RULE(ClosedOneTriangle, "a closed surface; the edge between these vertices has one triangle")   \
  RULE(ClosedOddTriangles,                                                                        \
       "a closed surface; the edge between these vertices has an odd number of triangles")        \
  RULE(TrianglesSameWay,                                                                          \
       "triangles that all wind counter-clockwise from outside; those at the edge between these " \
       "vertices do not wind the same way")                                                       \
  RULE(TrianglesInsideOut,                                                                        \
       "triangles that wind counter-clockwise from outside: this volume in m³ is inside out")     \
  RULE(SurfaceWithVolume, "a surface with a volume, not a flat one")                              \
  RULE(SolidWithVolume, "a solid with a volume")                                                  \
  RULE(PartNeeded, "at least one part")                                                           \
  RULE(ParticleNeeded, "at least one particle")                                                   \
  RULE(SeamSides, "as many particles as the first side: {count}")                                 \
  RULE(SeamOnce, "each particle once in a seam")                                                  \
  RULE(VolumeOfMesh, "no volume, or a `mesh` whose triangles are closed")                         \
  RULE(UvsNeeded, "texture coordinates: strain follows them")                                     \
  RULE(UvsWithArea, "texture coordinates in which every triangle has an area")                    \
  RULE(ParticleMass, "a size and density that give every particle a mass")                        \
  RULE(BodyMass, "a size and density that give a mass and inertia within 1e-37 to 1e37")          \
  RULE(PushesFinite, "forces and torques with a finite sum")                                      \
  RULE(MomentsInOrder, "three moments of which none exceeds the sum of the others")               \
  RULE(NodeMass, "at least 1e-30 kg for each node")                                               \
  RULE(NewParticle, "a particle that is not in the list yet")                                     \
  RULE(NewBody, "a body that is not in the list yet")                                             \
  RULE(FreeNode, "a node without another attachment")                                             \
  RULE(PinsOfTies, "a list with each node that has several attachments")                          \
  RULE(WeightsTriangle, "the triangle of the weights")                                            \
  RULE(WeightsNotZero, "three weights that are not all zero")                                     \
  RULE(NetworkPoint, "a point of the network")                                                    \
  RULE(ClothTriangles, "a cloth that has triangles")                                              \
  RULE(ClothOf, "the cloth of {name}")                                                            \
  RULE(PointsOfCloth, "none: only points of cloth can be attached to cloth")                      \
  RULE(AnchorOfCloth, "none: the anchor is a point of that cloth")                                \
  RULE(OtherTriangle, "a triangle without the attached particle")                                 \
  RULE(OtherParticle, "a particle other than the attached one")                                   \
  RULE(TriangleOfParticle, "a triangle of the particle, once")                                    \
  RULE(SomeTriangles, "some of the particle's triangles, but not all")                            \
  RULE(InnerParticle, "a particle between the ends of a rope")                                    \
  RULE(Snapshot, "the bytes of a snapshot")                                                       \
  RULE(SnapshotVersion, "a snapshot of version {version}")                                        \
  RULE(SnapshotBytes, "the {count} bytes of a snapshot, unchanged")                               \
  RULE(SnapshotOfThis, "a snapshot of this version")                                              \
  RULE(StepDone, "a call after the present step has ended")                                       \
  RULE(Scene, "a scene object")                                                                   \
  RULE(SceneVersion, "an integer from 1 to {latest}")                                             \
  RULE(SceneVersionNeeded, "the version of the scene format: an integer from 1 to {latest}")      \
  RULE(SceneVersionLater,                                                                         \
       "an integer from 1 to {latest}; a later version needs a later release of holonom")

#define HOLONOM_RULE_NAME(name, text) name,
#define HOLONOM_RULE_KEY(name, text) #name,
#define HOLONOM_RULE_TEXT(name, text) text,

enum class Rule : uint8_t { HOLONOM_RULES(HOLONOM_RULE_NAME) };
inline constexpr const char* kRuleNames[] = {HOLONOM_RULES(HOLONOM_RULE_KEY)};
inline constexpr const char* kRuleTexts[] = {HOLONOM_RULES(HOLONOM_RULE_TEXT)};

#undef HOLONOM_RULE_NAME
#undef HOLONOM_RULE_KEY
#undef HOLONOM_RULE_TEXT

}  // namespace holonom
