#include "world/migrations.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace holonom {

namespace {

Value* member(Value& object, std::string_view key) {
  return const_cast<Value*>(std::as_const(object).find(key));
}

/// A cloth of a part such as `rope` as an object of its own: with the fields of the part, without
/// those of the cloth that mean nothing to it.
Value liftedFrom(const Value& cloth, std::string_view part,
                 std::initializer_list<std::string_view> unused) {
  Value out = Value::object();
  for (size_t i = 0; i < cloth.keys.size(); ++i) {
    const std::string& key = cloth.keys[i];
    const Value& value = cloth.items[i];
    if (key != part || !value.isObject()) {
      if (std::find(unused.begin(), unused.end(), key) == unused.end()) out.set(key, value);
      continue;
    }
    for (size_t k = 0; k < value.keys.size(); ++k) out.set(value.keys[k], value.items[k]);
  }
  return out;
}

}  // namespace

void spellAmerican(Value& scene) {
  if (Value* bodies = member(scene, "bodies"))
    for (Value& body : bodies->items)
      for (std::string& key : body.keys)
        if (key == "centreOfMass") key = "centerOfMass";
  if (Value* settings = member(scene, "settings"))
    if (Value* solver = member(*settings, "particleSolver"))
      if (solver->text == "coloured") solver->text = "colored";
}

void partCloths(Value& scene) {
  Value* list = member(scene, "cloths");
  if (!list) return;
  Value cloths = Value::array(), ropes = Value::array(), grains = Value::array();
  struct Place {
    const char *key, *toKey;
    double index;
  };
  std::vector<Place> places;  // of what was a cloth: how an attachment names it now
  for (Value& cloth : list->items) {
    if (cloth.find("rope")) {
      places.push_back({"rope", "toRope", double(ropes.size())});
      ropes.push(liftedFrom(cloth, "rope", {"density", "drag", "lift", "bend", "uvs"}));
    } else if (cloth.find("pile")) {
      places.push_back({"grains", "toGrains", double(grains.size())});
      grains.push(liftedFrom(cloth, "pile",
                             {"density", "thickness", "selfCollision", "springDamping", "drag",
                              "lift", "stiffness", "stretchCompliance", "bend", "uvs"}));
    } else {
      places.push_back({"cloth", "toCloth", double(cloths.size())});
      cloths.push(std::move(cloth));
    }
  }
  if (ropes.size() + grains.size() == 0) {
    list->items = std::move(cloths.items);
    return;
  }
  if (Value* attachments = member(scene, "attachments"))
    for (Value& attachment : attachments->items)
      for (size_t k = 0; k < attachment.keys.size(); ++k) {
        std::string& key = attachment.keys[k];
        Value& index = attachment.items[k];
        if ((key != "cloth" && key != "toCloth") || !index.isNumber()) continue;
        const auto place = size_t(std::max(0.0, index.number));
        if (double(place) != index.number || place >= places.size()) continue;
        index.number = places[place].index;
        key = key == "cloth" ? places[place].key : places[place].toKey;
      }
  *list = std::move(cloths);
  if (ropes.size() > 0) scene.set("ropes", std::move(ropes));
  if (grains.size() > 0) scene.set("grains", std::move(grains));
}

Status migrate(Value& scene, std::span<const Migration> migrations) {
  const size_t latest = 1 + migrations.size();
  const Value* version = scene.find("holonom");
  if (!version)
    return Error{
        ErrorCode::Missing, "holonom", Value(), Rule::SceneVersionNeeded, {double(latest)}};
  const double from = version->number;
  if (!version->isNumber() || !(from >= 1) || from != std::floor(from))
    return Error{ErrorCode::Version, "holonom", *version, Rule::SceneVersion, {double(latest)}};
  if (from > double(latest))
    return Error{
        ErrorCode::Version, "holonom", *version, Rule::SceneVersionLater, {double(latest)}};
  for (size_t i = size_t(from) - 1; i < migrations.size(); ++i) migrations[i](scene);
  return {};
}

}  // namespace holonom
