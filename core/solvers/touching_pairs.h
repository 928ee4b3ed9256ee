#pragma once
// Contacts point by point, each with friction of its own, for the solvers that work on rows or on
// positions; the others have the wide kernel of contact_solver.h.
#include <vector>

#include "collision/contact_cache.h"
#include "constraints/contact_rows.h"
#include "rigid/bodies.h"

namespace holonom {

/// Two bodies that touch, at least one of which moves.
struct TouchingPair {
  int patch = 0;  ///< of its contact
  int contact = 0;
  int a = 0, b = 0;
  Vec3 normal, tangent1, tangent2;
  float friction = 0;
  float frictionForce = 0;  ///< bound of constant friction at each point [N]
  float towardsB = 0;       ///< where between the surfaces impulses act: 0 at A, 1 at B
  bool turns = true;        ///< arms turn with their bodies; not under a ball, which rolls
  bool swept = false;       ///< found in this substep
  Transform baseA, baseB;   ///< motion of the bodies since the step began, where it was found
  int count = 0;
  struct Point {
    Vec3 armA, armB;       ///< where the pair was found
    float separation = 0;  ///< where the pair was found [m]
    float approach = 0;    ///< relative normal velocity where the pair was found [m/s]
    /// Normal and two tangents, of this substep; to begin with of the one before [N s]
    float impulse[3] = {};
    float stepImpulse[3] = {};  ///< the same, of all substeps
  } points[4];
};

class TouchingPairs {
 public:
  /// Takes the contacts that are not swept, as the step begins; gravity [m/s²] sets the bound of
  /// constant friction. Allocates only while capacities grow.
  void prepare(const Bodies& bodies, const ContactCache& contacts, float gravity);
  /// Swept contacts that touch as a substep begins, in place of those of the substep before.
  void prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                    const std::vector<int>& indices, float gravity);
  /// The point after these motions since the step began: the gap along the step's normal, and arms
  /// to one common point of the world, so that impulses there keep the angular momentum.
  static ManifoldPoint pointAt(const TouchingPair& pair, int point, Vec3 movedA, const Quat& turnA,
                               Vec3 movedB, const Quat& turnB);
  /// The same as the bodies stand now.
  static ManifoldPoint pointNow(const TouchingPair& pair, int point, const Bodies& bodies);
  /// To be called after each substep: counts its impulses.
  void endSubstep();
  /// Lets the next substep start from none; those of the step stay counted.
  void forgetImpulses();
  void store(ContactCache& contacts) const;
  /// Of swept contacts, after each substep.
  void storeSwept(ContactCache& contacts) const;

  std::vector<TouchingPair> pairs;  ///< the swept ones last

 private:
  void add(const Bodies& bodies, const ContactCache& contacts, int index, float gravity,
           bool swept);
  void store(const TouchingPair& pair, ContactCache& contacts) const;

  size_t steady_ = 0;  // how many are not swept
};

/// Rotation of a body since the pair was found.
inline Quat turnedSince(const Quat& base, const Quat& now) { return now * conjugate(base); }

}  // namespace holonom
