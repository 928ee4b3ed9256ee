#pragma once
// Scene documents of older versions of the format, brought up to the present one.
#include <iterator>
#include <span>

#include "base/error.h"

namespace holonom {

/// Makes of a scene of one version one of the next; its version is counted elsewhere.
using Migration = void (*)(Value& scene);

/// From 1 to 2: `centreOfMass` and the particle solver `coloured` in American spelling.
void spellAmerican(Value& scene);

/// From 2 to 3: ropes and grains, which were cloths of a `rope` or a `pile`, in lists of their own.
void partCloths(Value& scene);

/// From version 1 to 2, from 2 to 3 and so on: a change of the format is one more line.
inline constexpr Migration kMigrations[] = {&spellAmerican, &partCloths};
/// The present version of the format.
inline constexpr int kSceneVersion = 1 + static_cast<int>(std::size(kMigrations));

/// Brings a scene object of any version up to the one after the last of `migrations`. Refuses one
/// of no version, or of a later one.
Status migrate(Value& scene, std::span<const Migration> migrations);

}  // namespace holonom
