#include "world/migrations.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace holonom {

namespace {

Value* member(Value& object, std::string_view key) {
  return const_cast<Value*>(std::as_const(object).find(key));
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
