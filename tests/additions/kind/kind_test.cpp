// A kind of object that is added, described, saved, loaded, restored and removed as all others are.
#include <gtest/gtest.h>

#include "scenes.h"
#include "world/access.h"

namespace holonom {
namespace kind_test {

using scenes::need;

Value markerAt(double x) {
  Value description = Value::object();
  description.set("name", std::string("goal"));
  description.set("position", Value::ofNumbers({x, 2, 3}));
  return description;
}

TEST(Kind, GoesByNumberAndName) {
  World world;
  const uint32_t id = need(addObject(world, Kind::Marker, markerAt(1)));
  EXPECT_EQ(objectCount(world, Kind::Marker), 1);
  EXPECT_FALSE(setField(world, Kind::Marker, id, "name", std::string("home")));
  EXPECT_EQ(need(getField(world, Kind::Marker, id, "name")).text, "home");
  const Result<uint32_t> bad = addObject(world, Kind::Marker, markerAt(1e9));
  ASSERT_TRUE(bad.error);
  EXPECT_EQ(bad.error->path, "position[0]");
  EXPECT_TRUE(removeObject(world, Kind::Marker, id));
  EXPECT_FALSE(removeObject(world, Kind::Marker, id));
}

TEST(Kind, IsInScenesAndSnapshots) {
  World world, other;
  const MarkerId id = need(world.addMarker({"goal", {1, 2, 3}}));
  ASSERT_FALSE(loadScene(other, saveScene(world)));
  ASSERT_EQ(other.markers.size(), 1u);
  EXPECT_EQ(other.markers[0].name, "goal");
  const std::vector<uint8_t> before = world.snapshot();
  world.remove(id);
  ASSERT_FALSE(world.restore(before));
  EXPECT_EQ(world.describe(id).position.y, 2);
}

}  // namespace kind_test
}  // namespace holonom
