#pragma once
// Contacts point by point, each with friction of its own, for the solvers that work on rows or on
// positions; the others have the wide kernel of contact_solver.h.
#include <vector>

#include "collision/contact_cache.h"
#include "constraints/contact_rows.h"
#include "rigid/materials.h"

namespace holonom {

/// Two bodies that touch, at least one of which moves.
struct TouchingPair {
  int patch = 0;  ///< of its contact
  int contact = 0;
  int a = 0, b = 0;
  Vec3 normal, tangent1, tangent2;
  Vec3 between;  ///< from the center of A to that of B as the step began [m]
  float friction = 0;
  int surface = -1;       ///< of the list of these; -1 for none
  float weight = 0;       ///< each point's share of the lighter body's, for constant friction [N]
  float sizeShare = 1;    ///< see `sizeShare`
  float towardsB = 0;     ///< where between the surfaces impulses act: 0 at A, 1 at B
  RollAxis rollA, rollB;  ///< how arms turn with their bodies
  bool swept = false;     ///< found in this substep
  bool exact = false;     ///< see ExactIslands
  /// Where it was found: how much farther B had moved than A since the step began [m], and how they
  /// had turned.
  Vec3 shift;
  Quat turnA, turnB;
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

/// The `PairSurface` of a pair that has one.
struct TouchingSurface : PairSurface {
  int pair = 0;
  float kinetic = 0;          ///< coefficient of what slides
  bool settled = false;       ///< not new
  float spinImpulse = 0;      ///< torque about the normal, of this substep [N m s]
  float rollImpulse[2] = {};  ///< the same about the tangents
};

class TouchingPairs {
 public:
  /// Takes the contacts that are not swept, or only those of exact islands, as the step begins;
  /// gravity [m/s²] sets the bound of constant friction, h is the substep [s]. Allocates only while
  /// capacities grow.
  void prepare(const Bodies& bodies, const ContactCache& contacts, float gravity, float h,
               bool exactOnly = false);
  void clear() { pairs.clear(), surfaces.clear(), steady_ = steadySurfaces_ = 0; }
  /// Swept contacts that touch as a substep begins, in place of those of the substep before.
  void prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                    const std::vector<int>& indices, float gravity, float h,
                    bool exactOnly = false);
  /// Before a substep's forces change the velocities: whether pairs stick or slide. New ones stick
  /// up to the speed `young`.
  void chooseFriction(const Bodies& bodies, float young);
  const TouchingSurface* surfaceOf(const TouchingPair& pair) const {
    return pair.surface < 0 ? nullptr : &surfaces[pair.surface];
  }
  /// The velocity of B against A along a tangent that friction drives to [m/s].
  float slipAlong(const TouchingPair& pair, Vec3 tangent) const {
    return pair.surface < 0 ? 0 : dot(surfaces[pair.surface].slip, tangent);
  }
  /// The point after these motions since the step began: the gap along the step's normal, and arms
  /// to one common point of the world, so that impulses there keep the angular momentum.
  static ManifoldPoint pointAt(const TouchingPair& pair, int point, Vec3 movedA, const Quat& turnA,
                               Vec3 movedB, const Quat& turnB);
  /// The same as the bodies stand now.
  static ManifoldPoint pointNow(const TouchingPair& pair, int point, const Bodies& bodies);
  /// Bound of constant friction at each point over a substep h [s]: it acts as soon as any point of
  /// the pair touches or is about to [N].
  static float constantFriction(const TouchingPair& pair, const Bodies& bodies, float h);
  /// To be called after each substep: counts its impulses.
  void endSubstep();
  /// Lets the next substep start from none; those of the step stay counted.
  void forgetImpulses();
  void store(ContactCache& contacts) const;
  /// Of swept contacts, after each substep.
  void storeSwept(ContactCache& contacts) const;

  std::vector<TouchingPair> pairs;  ///< the swept ones last
  std::vector<TouchingSurface> surfaces;

 private:
  void add(const Bodies& bodies, const ContactCache& contacts, int index, float gravity, float h,
           bool swept);
  void store(const TouchingPair& pair, ContactCache& contacts) const;

  size_t steady_ = 0;  // how many are not swept
  size_t steadySurfaces_ = 0;
};

/// Rotation of a body since the pair was found.
inline Quat turnedSince(const Quat& base, const Quat& now) { return now * conjugate(base); }

}  // namespace holonom
