#pragma once
// Continuous collision of the contacts that move far in a step: they are found anew in each
// substep, and bodies that came to touch in it stop where they did.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "collision/time_of_impact.h"
#include "rigid/bodies.h"

namespace holonom {

/// A body as a substep begins.
struct SweepStart {
  Transform pose;
  Vec3 linear;
};

/// Of a group of joined bodies that is stopped: the momentum that it was given in the substep, and
/// what of that by impacts; of one that makes up for lost time: the momentum that it has.
struct GroupMomentum {
  Vec3 all, bounced;  ///< [N s]
  Vec3 weight;        ///< [N]
  float mass = 0;
  bool held = false;  ///< something bars the way of one of them
};

/// A group of stopped bodies that the world does not hold, and the angular momentum that it keeps
/// about its center [N m s].
struct FreeGroup {
  int first, count;
  Vec3d angular;
};

/// Colliders, and a triangle of the second or -1, of which the step has no contact.
struct MissedPair {
  int a, b, part;
};

/// Time that a body has made up for [s].
struct MadeUp {
  int body;
  float time;
};

/// Shapes so near have met [m]; of small ones a share of their extent.
inline constexpr float kImpactGap = 0.00025f, kImpactGapShare = 0.01f;

/// Motion of a body over a substep h [s], from where it began to where it is.
BodyMotion motionOver(const Bodies& bodies, int body, const SweepStart& start, float h);

struct SweptContacts {
  /// That a body made up for in this substep [s].
  float timeMade(int body) const {
    const auto at = std::ranges::lower_bound(made, body, {}, &MadeUp::body);
    return at != made.end() && at->body == body ? at->time : 0;
  }

  std::vector<int> contacts;         ///< of this step
  std::vector<int> touching;         ///< of them, as the substep begins
  std::vector<SweepStart> starts;    ///< of the active bodies
  std::vector<int> roots;            ///< of each body: that of the bodies it is joined to
  std::vector<uint8_t> jointed;      ///< of each body: it moves and has a joint
  std::vector<uint8_t> grounded;     ///< of each root: the world holds some of it
  std::vector<float> shares;         ///< of the substep that each group of joined bodies moved on
  std::vector<GroupMomentum> given;  ///< of the groups that have joints, by their root
  std::vector<int> stopped;          ///< joined bodies, group by group
  std::vector<FreeGroup> freeGroups;
  std::vector<MadeUp> made;        ///< in this substep, by body
  std::vector<int> stoppers;       ///< the body that stopped a group
  std::vector<uint8_t> touches;    ///< contacts with points, of each body; at most 2
  std::vector<MissedPair> missed;  ///< of a collider that went where nobody looked for pairs
  bool joined = false;             ///< `roots` and `jointed` are those of this step
};

}  // namespace holonom
