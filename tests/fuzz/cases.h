#pragma once
// Random cases, each made from its seed alone. An empty string is a pass, else what was wrong.
#include <cstdint>
#include <iterator>
#include <string>

#include "world/world.h"

namespace holonom::fuzz {

/// What cases did so far, so that a pass can't mean that hardly anything happened.
struct Tally {
  int64_t added = 0, refused = 0;  ///< descriptions and changes
  int64_t steps = 0;
  int64_t touching = 0, jointed = 0, soft = 0;  ///< steps with contacts, joints, cloth or springs
  int64_t loaded = 0;                           ///< worlds that were saved and loaded again
  int64_t hulls = 0, meetings = 0;  ///< hulls built, pairs of shapes with contact points
};
inline Tally tally;

/// What is not finite, not bounded or not consistent in a world; empty if nothing.
std::string faultOf(const World& world);
/// Steps, and says what is wrong after it, or that it took too long.
std::string stepAndCheck(World& world, float dt);

/// A small world of random objects, run for some steps.
std::string worldCase(uint64_t seed);
/// Random calls: add, remove, change, step, save, load.
std::string callsCase(uint64_t seed);
/// A saved scene with damage.
std::string sceneCase(uint64_t seed);
/// Hulls of random points, and random shapes against each other and against rays.
std::string geometryCase(uint64_t seed);

struct Case {
  const char* name;
  std::string (*run)(uint64_t seed);
};
inline constexpr Case kCases[] = {
    {"world", worldCase}, {"calls", callsCase}, {"scene", sceneCase}, {"geometry", geometryCase}};
/// The seed says which.
inline const Case& caseOf(uint64_t seed) { return kCases[seed % std::size(kCases)]; }

}  // namespace holonom::fuzz
