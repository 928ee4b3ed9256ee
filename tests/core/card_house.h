#pragma once
// A house of cards.
#include "scenes.h"

namespace holonom::scenes {

/// Storeys of pairs of cards that lean on each other at 20° from upright, each storey a pair
/// fewer, with a card across all pairs of a storey below the next.
class CardHouse {
 public:
  static void build(World& world, int storeys) {
    addGround(world);
    // The cards' upper edges meet; their lower ones stand this far from the middle.
    const float foot = kHeight * kSin + kThickness * kCos;
    float floor = 0;
    for (int pairs = storeys; pairs > 0; --pairs) {
      for (int i = 0; i < pairs; ++i) addPair(world, foot * float(2 * i - pairs + 1), floor);
      floor += pairHeight() + kThickness;
      if (pairs == 1) break;
      BodyDef across = card({0, floor - kThickness / 2, 0});
      across.shape = Box{{foot * float(pairs), kThickness / 2, kWidth / 2}};
      need(world.addBody(across));
    }
  }

 private:
  static constexpr float kSin = 0.34202014f, kCos = 0.93969262f;
  static constexpr float kHalfSin = 0.17364818f, kHalfCos = 0.98480775f;
  static constexpr float kHeight = 1, kWidth = 0.7f, kThickness = 0.03f;

  static float pairHeight() { return kHeight * kCos + kThickness * kSin; }
  static BodyDef card(Vec3 position) {
    BodyDef def = boxAt(position, {kThickness / 2, kHeight / 2, kWidth / 2});
    def.friction = 0.6f;  // above tan 20° = 0.364
    return def;
  }
  static void addPair(World& world, float x, float y) {
    for (const float side : {-1.0f, 1.0f}) {
      // Half the card from its foot's corner, and the inner upper edge at x.
      const Vec3 center{side * (kHeight * kSin + kThickness * kCos) / 2, pairHeight() / 2, 0};
      BodyDef def = card(Vec3{x, y, 0} + center);
      def.rotation = {0, 0, side * kHalfSin, kHalfCos};
      need(world.addBody(def));
    }
  }
};

inline void cardHouse(World& world, int storeys) { CardHouse::build(world, storeys); }

}  // namespace holonom::scenes
