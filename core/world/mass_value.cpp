#include "world/mass_value.h"

#include "geometry/solids.h"
#include "world/describe.h"

namespace holonom {

namespace {

struct SolidDescription {
  Solid solid;
  const char* name = nullptr;
  std::optional<double> density, mass;
};

/// Reads one entry of the description, if it names a solid.
Status readSolid(const std::string& key, const Value& given, SolidDescription& out, bool& found) {
  Status bad;
  forEachAlternative<Solid>([&]<class S>() {
    if (key != S::name) return;
    found = true;
    S solid;
    bad = readFields(given, solid, key, {});
    if constexpr (std::is_same_v<S, Hull>)
      if (!bad) bad = resolveHull(solid, key);
    if constexpr (std::is_same_v<S, Compound>)
      if (!bad) bad = resolveCompound(solid, key);
    out.name = S::name;
    out.solid = std::move(solid);
  });
  return bad;
}

Status readAmount(const Value& v, std::optional<double>& out, const std::string& path) {
  if (!v.isNumber()) return typeError(path, v, Rule::Number);
  out = v.number;
  return checkNumber(v.number, path, kPositive, kExclusiveMin, false);
}

Result<SolidDescription> readSolidDescription(const Value& v) {
  std::vector<std::string> names;
  forEachAlternative<Solid>([&]<class S>() { names.push_back(S::name); });
  const auto wrong = [&] {
    return Error{ErrorCode::Type,
                 "",
                 v,
                 Rule::ExactlyOneAsIn,
                 {listOf(names), "{ sphere: { radius: 0.5 }, density: 1000 }"}};
  };
  if (!v.isObject()) return wrong();
  SolidDescription out;
  for (size_t i = 0; i < v.keys.size(); ++i) {
    const std::string& key = v.keys[i];
    if (key == "density" || key == "mass") {
      if (Status bad = readAmount(v.items[i], key == "mass" ? out.mass : out.density, key))
        return *bad;
      continue;
    }
    bool found = false;
    const char* other = out.name;
    if (Status bad = readSolid(key, v.items[i], out, found)) return *bad;
    if (!found) {
      names.insert(names.end(), {"density", "mass"});
      return unknownField("", key, names);
    }
    if (other) return wrong();
  }
  if (!out.name) return wrong();
  if (out.density && out.mass)
    return Error{ErrorCode::Type, "density", *out.density, Rule::NothingBeside, {"mass"}};
  return out;
}

}  // namespace

Result<Value> massPropertiesOf(const Value& description) {
  const Result<SolidDescription> read = readSolidDescription(description);
  if (!read) return *read.error;
  const SolidDescription& d = read.value;
  const Result<MassProperties> measured = massOf(d.solid, d.name);
  if (!measured) return *measured.error;
  const MassProperties& p = measured.value;
  if (!(p.volume > 0) || !std::isfinite(1 / p.volume))
    return Error{ErrorCode::Geometry, d.name, p.volume, Rule::SolidWithVolume};

  constexpr double kWater = 1000;  // the density that bodies have when nobody says
  const double density = d.mass ? *d.mass / p.volume : d.density.value_or(kWater);
  const Sym3d i = density * p.inertia;
  const PrincipalAxes axes = principalAxes(i);
  Value out = Value::object();
  out.set("mass", d.mass.value_or(density * p.volume));
  out.set("volume", p.volume);
  out.set("center", Value::ofNumbers({p.center.x, p.center.y, p.center.z}));
  out.set("inertia", Value::ofNumbers({i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz}));
  out.set("principalMoments", Value::ofNumbers({axes.moments.x, axes.moments.y, axes.moments.z}));
  out.set("principalRotation",
          Value::ofNumbers({axes.rotation.x, axes.rotation.y, axes.rotation.z, axes.rotation.w}));
  return out;
}

}  // namespace holonom
