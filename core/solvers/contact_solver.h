#pragma once
// Contacts four at a time: blocks of four manifolds whose dynamic bodies all differ (graph
// colors), one normal row per point, one friction pair and one twist row per manifold.
#include <span>
#include <vector>

#include "base/colors.h"
#include "base/growth.h"
#include "collision/contact_cache.h"
#include "constraints/row.h"
#include "rigid/materials.h"

namespace holonom {

/// Bound of the friction force: |f| ≤ μ N as a vector, along each of two axes, or μ m g with the
/// mass m of the lighter body, whatever the normal force (for teaching).
enum class FrictionModel { Cone, Pyramid, Constant };
template <>
struct EnumNames<FrictionModel> {
  static constexpr const char* names[] = {"cone", "pyramid", "constant"};
};

struct ContactSettings {
  FrictionModel friction = FrictionModel::Cone;
  float gravity = 0;              ///< size of the acceleration, for constant friction [m/s²]
  float substep = 0;              ///< [s]
  float frequency = 0;            ///< of soft contacts between moving bodies [Hz]; 0: rigid
  Softness soft;                  ///< between moving bodies
  Softness stiff;                 ///< against static bodies
  float slop = 0;                 ///< penetration that is left alone [m]
  float maxPushSpeed = 3;         ///< fastest recovery from penetration [m/s]
  bool frictionWithBias = false;  ///< friction in the biased passes too, not only in relaxing
};

struct ContactBlock {
  int32_t a[4], b[4];  // nobody() in unused lanes
  int16_t pointCount;  // most points of a lane
  uint16_t small;      // of the contacts, four bits a lane, see `sizeShare`
  int firstPoint;      // of them, in the list of all points
  // Bit by lane: which bodies turn under their contact, which contacts have restitution, whose
  // masses are found anew in each pass, and whose bodies have locked axes.
  uint32_t ballsA : 4, ballsB : 4, bounces : 4, slender : 4, locked : 4;
  int32_t surface;  // of the list of these; -1 for none
  Vec3x4 normal;    // the first tangent is perpendicular to it, the other their cross product
  Vec3x4 lever;     // from the center of B to that of A: what an arm at B is more than one at A to
                    // the same point of the world, where pushes keep the angular momentum
  f32x4 gap;        // mean separation
  Vec3x4 center;    // arm of the friction point at A
  f32x4 friction;
  f32x4 tangentMass11, tangentMass12, tangentMass22;  // inverse of the 2x2 system
  f32x4 tangentImpulse1, tangentImpulse2;
  f32x4 stepTangent1, stepTangent2;  // impulses of the substeps before this one
  f32x4 twistMass, twistImpulse;
};

/// The `PairSurface` of the lanes of a block that has any.
struct ContactBlockSurface {
  int32_t block;
  f32x4 kinetic, sticking;   // coefficients of friction
  f32x4 settled;             // 0 where the contact is new, else 1
  f32x4 rolling, torsional;  // [m]
  Vec3x4 slip;
  Vec3x4 rollImpulse;  // torque across the normal, of this substep [N m s]
};

struct ContactBlockPoint {
  Vec3x4 arm;        // from the center of A
  f32x4 separation;  // as the step began
  f32x4 normalMass;
  f32x4 normalImpulse;
  f32x4 stepImpulse;  // of the substeps before this one
};

class ContactSolver {
 public:
  /// Colors the touching contacts that are not swept and fills their blocks; allocates only while
  /// capacities grow.
  void prepare(const Bodies& bodies, const ContactCache& contacts, const ContactSettings& settings);
  /// The same of the swept contacts that touch as a substep begins, in place of those of the one
  /// before.
  void prepareSwept(const Bodies& bodies, const ContactCache& contacts,
                    const std::vector<int>& indices);
  /// Before a substep's forces change the velocities: whether contacts stick or slide. New ones
  /// stick up to the speed `young`.
  void chooseFriction(const Bodies& bodies, float young);
  /// Starts a substep with the impulses of the one before.
  void warmStart(Bodies& bodies);
  /// One sweep. With bias it also removes penetration over the substep h; without, it relaxes what
  /// is not swept.
  void solve(Bodies& bodies, float h, bool useBias);
  /// After the motion: ends contacts that are not swept of two bodies which have moved against each
  /// other, since the step began, by more than twice their longest arm, of balls half the way
  /// between them. A swept contact has sent one away, and the plane of this one no longer parts
  /// them.
  void dropLeft(const Bodies& bodies);
  /// A pass over the swept contacts alone. False where a patch changed its push by more than a
  /// small share: another pass is needed.
  bool solveSwept(Bodies& bodies, float h);
  /// Lets the next substep start from none; those of the step stay counted.
  void forgetImpulses();
  /// All blocks, and those of each color; swept contacts have their own.
  std::span<const ContactBlock> blocks() const { return {blocks_.data(), lanes_.size() / 4}; }
  const Colors& colors() const { return colors_; }
  void storeImpulses(ContactCache& contacts) const { storeImpulses(contacts, 0, 4 * steady_); }
  /// After each substep.
  void storeSweptImpulses(ContactCache& contacts) const {
    storeImpulses(contacts, 4 * steady_, lanes_.size());
  }

 private:
  template <bool kSwept>
  bool solveBlocks(Bodies& bodies, float h, bool useBias, std::span<const int32_t> only);
  void addQuick(size_t block);
  void dropLanes(ContactBlock& block, i32x4 lanes, int nobody);
  void storeImpulses(ContactCache& contacts, size_t first, size_t end) const;
  void place(const Bodies& bodies, std::span<const Contact> contacts,
             const std::vector<int>* indices);
  size_t placeRegion(const Bodies& bodies, std::span<const Contact> contacts,
                     const std::vector<int>* indices, size_t from);
  void layOut(std::span<const Contact> contacts, size_t first);
  void fill(const Bodies& bodies, const ContactCache& contacts, size_t first);
  void fillSurface(const Bodies& bodies, const ContactCache& contacts, size_t block);

  std::vector<int32_t> lanes_;  // the contacts of the four lanes of each block; -1 for none
  Colors colors_;               // of the blocks, region after region
  Workspace<ContactBlock> blocks_;
  Workspace<ContactBlockPoint> points_;
  Workspace<f32x4> approachSpeeds_;  // relative normal velocity of each point before the step,
                                     // of swept contacts before the substep
  std::vector<ContactBlockSurface> surfaces_;
  std::vector<int32_t> quick_;  // blocks that are swept more often, and how much
  int quickRounds_ = 0;
  bool struck_ = false;  // whether a swept contact has touched in this step
  size_t steady_ = 0;    // how many blocks are of contacts that are not swept
  size_t steadySurfaces_ = 0;
  std::vector<int32_t> firstPoints_;    // of the blocks, and their end
  std::vector<uint32_t> colorsOfBody_;  // in the region that is being placed, bit by color
  ContactSettings settings_;
};

}  // namespace holonom
