#pragma once
// Which bodies touch, and where: pairs of colliders, their contacts, and what is told of them.
#include <cstdint>
#include <span>
#include <vector>

#include "base/keyed.h"
#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "world/collision/colliders.h"
#include "world/collision/contact_events.h"
#include "world/collision/crowds.h"
#include "world/collision/internal_edges.h"
#include "world/collision/joined_groups.h"
#include "world/collision/mesh_pairs.h"
#include "world/collision/sweep.h"
#include "world/settings.h"

namespace holonom {

/// Pairs whose motion in a step is below this share of their margin are not swept.
inline constexpr float kSlowShare = 0.25f;

class Collision {
 public:
  Colliders colliders;
  ContactCache contacts;
  ContactEvents events;
  SweptContacts sweep;  ///< of the last step

  // Between steps.
  void addBody(Bodies& bodies, int body);
  void removeBody(Bodies& bodies, int body);
  /// The body with the last index takes another.
  void renameBody(const Bodies& bodies, int from, int to);
  /// A body was put elsewhere.
  void fitBoxes(const Bodies& bodies, int body);
  /// A body may collide with others than before.
  void pairAnew(const Bodies& bodies, int body);
  void refreshMaterials(const Bodies& bodies, int body);
  /// Ends the contacts of two bodies that no longer collide.
  void separate(const Bodies& bodies, int a, int b);
  /// Shapes are those of the bodies' definitions.
  void takeShapes(const Bodies& bodies);
  /// Which bodies must not collide is not known any more.
  void forgetApart() { apartKnown_ = false; }
  /// Calls `list(add)` where it is not known.
  template <class List>
  void keepApart(List&& list) {
    if (apartKnown_) return;
    apart_.clear();
    list([&](int a, int b) { apart_.push_back(pairKey(a, b)); });
    sortKeys(apart_, apartScratch_);
    apartKnown_ = true;
  }

  // As a step begins, in this order. What is put in the way of sleepers wakes them.
  void beginStep(const Bodies& bodies, const WorldSettings& settings);
  void findPairs(Bodies& bodies, float dt);
  void findContacts(Bodies& bodies, float dt);
  /// Takes up the contacts of bodies that woke. False if none did.
  bool unpark(const Bodies& bodies);

  // In a substep of length h [s].
  /// Which swept contacts touch as it begins, and where.
  void findSwept(const Bodies& bodies, const JoinedGroups& groups, float h);
  /// Time at which two bodies met that were apart as it began, or at which the core of one met what
  /// touched it; negative if they did not.
  float impactWithin(const Bodies& bodies, const JoinedGroups& groups, const Contact& c,
                     float h) const;
  /// Time from `from` to `until` at which one of two bodies runs into the other, which has stopped
  /// there; negative if it does not.
  float impactOnStanding(const Bodies& bodies, const Contact& c, bool standsA, float from,
                         float until, float h) const;
  static bool sleeps(const Bodies& bodies, int body);
  /// Whether a body of the contact sleeps: what comes to it in a step waits there until the next.
  static bool sleeps(const Bodies& bodies, const Contact& c) {
    return sleeps(bodies, c.bodyA) || sleeps(bodies, c.bodyB);
  }
  /// What is not active stands where it is.
  SweepStart sweepStart(const Bodies& bodies, int body) const;
  /// Whether a collider is by now where no pairs were looked for in this step: an impact turned or
  /// hurled it there.
  bool leftKnown(const Bodies& bodies, int collider) const;
  /// Whether an impact of this step may have sent a collider, which flies far, toward what was not
  /// in its way before.
  bool turnsAside(const Bodies& bodies, int collider) const;
  /// From the next substep on, a contact is swept.
  void addSwept(int index);
  /// Finds the pairs of a collider that an impact sends elsewhere, up to a time from now.
  void pairOnNewWay(Bodies& bodies, int collider, float time);
  /// What a collider may meet in a box that this step does not sweep it against.
  void findMissedPairs(const Bodies& bodies, int collider, const Aabb& path);
  /// Shapes so near have met [m].
  static float metDistance(const Collider& a, const Collider& b);

  // As a step ends.
  /// A sleeper that none was seen to be going to meet, but that was struck in a later substep.
  void wakeStruck(Bodies& bodies);
  void findEvents(const Bodies& bodies);

  template <class A>
  void archive(A& ar) {
    auto& [colliders, contacts, events, sweep, settings_, apart_, apartScratch_, apartKnown_,
           toPair_, moved_, paired_, crowds_, meshPairs_, triangles_, nearBoxes_, restingPlaces_,
           resting_, motions_, solids_, partedActivity_, partAnew_, lookAtAll_] = *this;
    // What a step fills before it reads it, or what follows from the rest, is left out.
    ar(colliders, contacts, events, toPair_, crowds_, meshPairs_, restingPlaces_);
  }

 private:
  static uint64_t pairKey(int a, int b) { return keyOf(uint32_t(min(a, b)), uint32_t(max(a, b))); }

  // broad_phase.cpp
  bool areApart(int bodyA, int bodyB) const;
  void pair(Bodies& bodies, int a, int b);
  void pairWithUnbounded(Bodies& bodies, int collider);
  void addContact(Bodies& bodies, int a, int b, int part);
  Aabb turnedBox(const Bodies& bodies, int collider, float dt) const;
  void removeContact(const Bodies& bodies, int index);
  void updateMeshPairs(Bodies& bodies);

  // parking.cpp
  bool rests(const Bodies& bodies, const Contact& c) const;

  // narrow_phase.cpp
  void updateRestingPlaces(const Bodies& bodies, float dt);
  static float contactMargin(const Collider& a, const Collider& b);
  bool movesFar(const Contact& c, float margin) const;
  void collide(const Bodies& bodies, const Contact& c, const Transform& ta, const Transform& tb,
               float margin, Manifold& out) const;
  bool isWithin(const Bodies& bodies, const Contact& c, const Transform& ta, const Transform& tb,
                float distance) const;
  void keepManifold(const Bodies& bodies, Contact& c, Manifold& manifold, float margin,
                    const Transform& bodyA, const Transform& bodyB);

  // internal_edges.cpp
  bool isOfSolid(const Bodies& bodies, const Contact& c) const;
  void listSolidContacts(const Bodies& bodies);
  bool isInternalEdge(const Bodies& bodies, const Contact& c, const Manifold& manifold,
                      const Transform& bodyA, const Transform& bodyB) const;
  void leaveOutInternalEdges(const Bodies& bodies);

  // sweep.cpp
  float turningOver(const Bodies& bodies, int collider, float dt) const;
  bool mayMiss(const Bodies& bodies, const Contact& c, float dt) const;
  bool closesFar(const Bodies& bodies, const Contact& c, float dt, float margin) const;
  bool pushAt(const Bodies& bodies, const JoinedGroups& groups, const Contact& c,
              const BodyMotion& ma, const BodyMotion& mb, float time, float h) const;
  void wakeSwept(Bodies& bodies, float dt);
  void addTurning(const Bodies& bodies, const Contact& c, const Manifold& manifold, float met,
                  float h);

  // Of the step.
  struct Settings {
    Vec3 gravity;  // [m/s²]
    int substeps = 1;
    bool continuous = true, incremental = false;
  };
  Settings settings_;
  std::vector<uint64_t> apart_, apartScratch_;  // pairs of bodies that must not collide, sorted
  bool apartKnown_ = false;
  std::vector<int> toPair_;  // colliders: first those that no broad phase has seen yet, then, while
                             // one looks for pairs, those whose fat box changed
  std::vector<int32_t> moved_;   // leaves of the tree, in this step
  std::vector<uint8_t> paired_;  // of colliders: asked the tree in this step
  Crowds crowds_;
  MeshPairs meshPairs_;
  std::vector<int> triangles_;
  std::vector<Aabb> nearBoxes_;  // of colliders: what they may touch in this step overlaps theirs
  std::vector<Transform> restingPlaces_;  // of colliders: where their bodies came to rest
  std::vector<uint8_t> resting_;          // of colliders: in this step their bodies are there still
  std::vector<float> motions_;            // of colliders: bound of their motion in this step [m]
  SolidContacts solids_;                  // of this step
  uint64_t partedActivity_ = 0;           // of which contacts are parked
  bool partAnew_ = false;                 // what is not yet known to rest may be in the next step
  bool lookAtAll_ = false;                // in this step some came to rest or were put elsewhere
};

/// Gives a manifold, whose arms are from the centers of the shapes, arms from those of the bodies.
void armsFromBodies(const Transform& a, const Transform& b, const Transform& bodyA,
                    const Transform& bodyB, Manifold& manifold);
/// How far the points of a contact would close within a time [m].
float closingOver(const Bodies& bodies, const Contact& c, const Manifold& manifold, float dt);

}  // namespace holonom
