#pragma once
// Continuous collision of the contacts that move far in a step: they are found anew in each
// substep, and bodies that came to touch in it stop where they did.
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

/// Colliders, and a triangle of the second or -1, whose contact was not seen to be going to touch
/// in the step, or which have none.
struct MissedPair {
  int a, b, part;
  int contact;  ///< -1 for none
};

/// Shapes so near have met [m]; of small ones a share of their extent.
inline constexpr float kImpactGap = 0.00025f, kImpactGapShare = 0.01f;

/// Of the time that a body may lose at impacts and make up for later, in substeps.
inline constexpr float kMostLag = 2;

/// Motion of a body over a substep h [s], from where it began to where it is.
BodyMotion motionOver(const Bodies& bodies, int body, const SweepStart& start, float h);

struct SweptContacts {
  std::vector<int> contacts;       ///< of this step
  std::vector<int> touching;       ///< of them, as the substep begins
  std::vector<SweepStart> starts;  ///< of the active bodies
  std::vector<MissedPair> missed;  ///< of a collider that went elsewhere than the step began with
  // Of bodies: whether an impact may have turned them in this step, and sent them where no pairs
  // were looked for.
  std::vector<uint8_t> turned, left;
};

}  // namespace holonom
