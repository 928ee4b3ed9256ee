#pragma once
// Random descriptions, made from the field tables: what a table gains is drawn from then on.
#include <cmath>

#include "../core/random.h"
#include "world/access.h"

namespace holonom::fuzz {

/// Draws values for fields: ordinary ones, ones at the ends of what is allowed, and nonsense.
class Descriptions {
 public:
  explicit Descriptions(uint64_t seed) : random(seed) {
    constexpr double kWild[] = {0, 0, 0.03, 0.3};
    constexpr double kBroken[] = {0, 0, 0, 0.02};
    wild_ = kWild[random.below(4)];
    broken_ = kBroken[random.below(4)];
    given_ = random.uniform(0.1, 0.6);
  }

  bool chance(double p) { return random.uniform(0, 1) < p; }
  /// Of 2^low to 2^high, each octave as likely.
  double octaves(int low, int high) {
    double value = random.uniform(1, 2);
    const int octave = low + random.below(high - low);
    for (int i = 0; i < std::abs(octave); ++i) value *= octave < 0 ? 0.5 : 2;
    return value;
  }

  double number(Range range, unsigned flags) {
    constexpr double kBad[] = {std::numeric_limits<double>::quiet_NaN(),
                               kInfinity,
                               -kInfinity,
                               1e300,
                               -1e300,
                               1e39,
                               -1,
                               1e-300};
    if (chance(broken_)) return kBad[random.below(std::size(kBad))];
    const bool isSigned = range.min < 0;
    double v = chance(0.15) ? 0 : octaves(-4, 3);
    if (chance(wild_)) {
      const double ends[] = {range.min,          range.max,        0,
                             octaves(-120, -40), octaves(-40, 24), octaves(-40, 24)};
      v = ends[random.below(std::size(ends))];
    }
    if (isSigned && chance(0.5)) v = -v;
    v = std::min(std::max(v, range.min), range.max);
    if (v == range.min && (flags & kExclusiveMin)) v = std::max(range.min, 0.0) + octaves(-4, 0);
    return std::isfinite(v) ? v : 1;
  }
  /// Small, for most integers say how much work is to be done.
  double integer(Range range) {
    if (chance(broken_)) return number(range, 0);
    const double most = std::min(range.max, 4294967295.0);
    if (range.max > 1e9) {
      // Bits: mostly all of them, so that bodies meet.
      constexpr double kBits[] = {4294967295.0, 4294967295.0, 1, 3, 0};
      return chance(0.8) ? kBits[random.below(int(std::size(kBits)))]
                         : std::floor(most * random.uniform(0, 1));
    }
    return std::min(std::max(std::floor(octaves(0, chance(wild_) ? 7 : 4)) - 1, range.min), most);
  }
  Value vector(Range range, unsigned flags) {
    if (chance(broken_)) return Value::ofNumbers({1, 2});
    const double x = number(range, flags);
    if (chance(range.min >= 0 ? 0.6 : 0.2)) return Value::ofNumbers({x, x, x});
    return Value::ofNumbers({x, number(range, flags), number(range, flags)});
  }
  /// Points in space, or in a plane, on a line, in one place; some doubled.
  std::vector<double> points(int count) {
    const double size = chance(wild_) ? octaves(-20, 20) : octaves(-2, 2);
    const int dimensions = chance(0.8) ? 3 : random.below(4);
    const Vec3 axes[3] = {random.vector(), random.vector(), random.vector()};
    const double noise = chance(0.3) ? octaves(-30, -8) : 0;
    const Vec3 center = chance(0.3) ? random.vector(float(size) * 3) : Vec3{};
    std::vector<double> out;
    for (int i = 0; i < count; ++i) {
      Vec3 p = center + float(size * noise) * random.vector();
      for (int d = 0; d < dimensions; ++d) p += random.real(-1, 1) * float(size) * axes[d];
      if (i > 0 && chance(0.1)) p = {float(out[0]), float(out[1]), float(out[2])};
      out.insert(out.end(), {p.x, p.y, p.z});
    }
    if (!out.empty() && chance(broken_)) out[random.below(int(out.size()))] = number({}, 0);
    return out;
  }
  std::vector<double> indices(int count, int below) {
    std::vector<double> out;
    for (int i = 0; i < count; ++i) {
      int at = random.below(below);
      // Mostly three different ones in a row, as triangles need them.
      const auto isTaken = [&] {
        return (i > 0 && at == out[i - 1]) || (i > 1 && at == out[i - 2]);
      };
      while (below > 2 && isTaken() && chance(0.99)) at = (at + 1) % below;
      out.push_back(at);
    }
    if (!out.empty() && chance(broken_)) out[random.below(int(out.size()))] = number({}, 0);
    return out;
  }

  /// A value for a member of type T; `world` gives the handles.
  template <class T>
  Value member(const World& world, Range range = {}, unsigned flags = 0) {
    if (chance(0.5 * broken_)) return nonsense();
    if constexpr (std::is_same_v<T, bool>) {
      return chance(0.5);
    } else if constexpr (std::is_same_v<T, LinearSolverType>) {
      return chance(0.5) ? "pcg" : "ldlt";  // dense is slow by choice
    } else if constexpr (std::is_enum_v<T>) {
      return EnumNames<T>::names[random.below(int(std::size(EnumNames<T>::names)))];
    } else if constexpr (std::is_integral_v<T>) {
      return integer(range);
    } else if constexpr (std::is_floating_point_v<T>) {
      return number(range, flags);
    } else if constexpr (std::is_same_v<T, std::string>) {
      return "name";
    } else if constexpr (std::is_same_v<T, Vec3>) {
      return vector(range, flags);
    } else if constexpr (std::is_same_v<T, Quat>) {
      const Quat q = random.rotation();
      if (chance(0.3)) return Value::ofNumbers({0, 0, 0, 1});
      if (chance(wild_)) return Value::ofNumbers({1e-4 * q.x, 1e-4 * q.y, 1e-4 * q.z, 1e-4 * q.w});
      return Value::ofNumbers({q.x, q.y, q.z, q.w});
    } else if constexpr (std::is_same_v<T, Vec2>) {
      return Value::ofNumbers({number(range, flags), number(range, flags)});
    } else if constexpr (std::is_same_v<T, Int2>) {
      return Value::ofNumbers({1.0 + random.below(4), 1.0 + random.below(4)});
    } else if constexpr (std::is_same_v<T, Int3>) {
      const auto few = [&] { return 1.0 + random.below(2); };
      return Value::ofNumbers({few(), few(), few()});
    } else if constexpr (std::is_same_v<T, Axes>) {
      Value out = Value::array();
      for (int axis = 0; axis < 3; ++axis) out.push(chance(0.3));
      return out;
    } else if constexpr (isHandle<T>) {
      return handle(world, T{});
    } else if constexpr (std::is_same_v<T, Pins>) {
      Value out = Value::array();
      for (int i = random.below(4); i > 0; --i)
        out.push(chance(0.5) ? Value(double(random.below(6)))
                             : Value(kPinNames[random.below(int(std::size(kPinNames)))]));
      return out;
    } else if constexpr (isVariant<T>) {
      int left = random.below(AlternativesOf<T>::List::size);
      Value out = Value::object();
      forEachAlternative<T>([&]<class S>() {
        if (left-- == 0) out.set(S::name, describe<S>(world));
      });
      return out;
    } else if constexpr (requires { std::declval<T>().has_value(); }) {
      return member<typename T::value_type>(world, range, flags);
    } else if constexpr (requires { T::fields(); }) {
      return describe<T>(world);
    } else if constexpr (requires { T::value_type::fields(); }) {
      Value out = Value::array();
      for (int i = chance(0.9) ? 1 + random.below(3) : 0; i > 0; --i)
        out.push(describe<typename T::value_type>(world));
      return out;
    } else {
      return Value::ofNumbers(points(random.below(5)));
    }
  }

  /// An object with some of the fields of a definition.
  template <class Def>
  Value describe(const World& world) {
    Value out = Value::object();
    if constexpr (std::is_same_v<Def, Hull>) {
      out.set("points", Value::ofNumbers(points(random.below(chance(0.1) ? 200 : 14))));
    } else if constexpr (std::is_base_of_v<MeshDef, Def>) {
      const int count = 3 + random.below(8);
      out.set("vertices", Value::ofNumbers(points(count)));
      out.set("indices", Value::ofNumbers(indices(3 * (1 + random.below(8)), count)));
    } else if constexpr (std::is_same_v<Def, TetrahedraDef>) {
      const int count = 4 + random.below(5);
      out.set("vertices", Value::ofNumbers(points(count)));
      out.set("indices", Value::ofNumbers(indices(4 * (1 + random.below(3)), count)));
    } else if constexpr (std::is_same_v<Def, SpringListsDef>) {
      const int count = 1 + random.below(6);
      out.set("positions", Value::ofNumbers(points(count)));
      out.set("springs", Value::ofNumbers(indices(2 * random.below(8), count)));
    } else if constexpr (std::is_same_v<Def, SeamDef>) {
      // Of few particles, which most cloth has; now and then one twice.
      const double from = random.below(4);
      out.set("first", member<Pins>(world));
      out.set("second", member<Pins>(world));
      if (chance(0.8)) {
        out.set("first", Value::ofNumbers({from}));
        out.set("second", Value::ofNumbers({double(random.below(4))}));
      }
      if (chance(given_)) out.set("compliance", number(kAnyPositive, 0));
    } else {
      bool one = false;
      // Tied to cloth, or to a body or the world.
      const bool toCloth = std::is_same_v<Def, AttachmentDef> && chance(0.4);
      forEachField<Def>([&](const auto& f) {
        using T = std::decay_t<decltype(std::declval<Def>().*(f.member))>;
        if (f.flags & kState || isSlowByChoice(f.name)) return;
        if (std::is_same_v<Def, AttachmentDef> && isOfEnd(f.name, !toCloth) && chance(0.98)) return;
        if (isOneOf(f.name)) {
          if ((one && chance(0.95)) || chance(0.5)) return;
          one = true;
        } else if (!chance(isNeeded(f.name) ? 0.95 : given_)) {
          return;
        }
        out.set(f.name, member<T>(world, f.range, f.flags));
      });
      if constexpr (std::is_same_v<Def, BodyDef>) {
        const Value* shape = out.find("shape");
        const bool isFixed = shape && !shape->keys.empty() &&
                             (shape->keys[0] == Plane::name || shape->keys[0] == Mesh::name);
        if (isFixed && chance(0.95)) out.set("type", "static");
      }
      if (chance(0.3 * broken_)) out.set("nonsense", nonsense());
    }
    return out;
  }

  /// Sets one field of a live object to something.
  template <class Def>
  Status setSomeField(World& world, Kind kind, uint32_t id) {
    int left = random.below(int(std::tuple_size_v<decltype(Def::fields())>));
    Status bad;
    forEachField<Def>([&](const auto& f) {
      using T = std::decay_t<decltype(std::declval<Def>().*(f.member))>;
      if (left-- != 0 || isSlowByChoice(f.name)) return;
      const Value value = member<T>(world, f.range, f.flags);
      bad = setField(world, kind, id, f.name, value);
    });
    return bad;
  }

  Value nonsense() {
    switch (random.below(7)) {
      case 0:
        return Value();
      case 1:
        return "nonsense";
      case 2:
        return Value::object();
      case 3:
        return Value::array();
      case 4:
        return Value::ofNumbers(points(random.below(3)));
      case 5:
        return chance(0.5);
      default:
        return number({}, 0);
    }
  }

  Random random;

 private:
  /// Of these, an object takes one.
  static bool isOneOf(const std::string& name) {
    return name == "grid" || name == "mesh" || name == "lattice" || name == "tetrahedra" ||
           name == "lists" || name == "cloth" || name == "rope" || name == "grains" ||
           name == "softBody" || name == "rod" || name == "springNetwork";
  }
  /// Of the end of an attachment that is cloth, or of the other kinds.
  static bool isOfEnd(const std::string& name, bool cloth) {
    return cloth ? name.starts_with("to") : name == "body" || name == "anchor";
  }
  /// Inverts a dense matrix.
  static bool isSlowByChoice(const std::string& name) { return name == "asPrinted"; }
  /// Without these, hardly an object would come to be; or a large one, or of one solver.
  static bool isNeeded(const std::string& name) {
    return name == "shape" || name == "bodyA" || name == "bodyB" || name == "body" ||
           name == "radius" || name == "halfExtents" || name == "position" || name == "parts" ||
           name == "segments" || name == "cells" || name == "solver" || name == "toCloth" ||
           name == "toRope" || name == "groundA" || name == "groundB" || name == "axisA";
  }
  template <class Id>
  Value handle(const World& world, Id) {
    const Kind kind = std::is_same_v<Id, BodyId>       ? Kind::Body
                      : std::is_same_v<Id, ClothId>    ? Kind::Cloth
                      : std::is_same_v<Id, RopeId>     ? Kind::Rope
                      : std::is_same_v<Id, GrainsId>   ? Kind::Grains
                      : std::is_same_v<Id, SoftBodyId> ? Kind::SoftBody
                      : std::is_same_v<Id, RodId>      ? Kind::Rod
                                                       : Kind::SpringNetwork;
    const int count = objectCount(world, kind);
    if (count == 0 || chance(0.5 * broken_)) return double(random.below(1 << 21));
    // Mostly another than the last, as the two ends of a joint must be.
    int at = random.below(count);
    if (at == lastHandle_ && chance(0.9)) at = (at + 1) % count;
    lastHandle_ = at;
    return double(handleAt(world, kind, at));
  }

  double wild_, broken_, given_;
  int lastHandle_ = -1;
};

}  // namespace holonom::fuzz
