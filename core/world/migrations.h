#pragma once
// Scene documents of older versions of the format, brought up to the present one.
#include <span>

#include "base/error.h"

namespace holonom {

/// Makes of a scene of one version one of the next; its version is counted elsewhere.
using Migration = void (*)(Value& scene);

/// From version 1 to 2, from 2 to 3 and so on: a change of the format is one more line.
inline constexpr std::span<const Migration> kMigrations;
/// The present version of the format.
inline constexpr int kSceneVersion = 1 + static_cast<int>(kMigrations.size());

/// Brings a scene object of any version up to the one after the last of `migrations`. Refuses one
/// of no version, or of a later one.
Status migrate(Value& scene, std::span<const Migration> migrations);

}  // namespace holonom
