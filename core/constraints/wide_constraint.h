#pragma once
// Constraints of any number of particles, such as the volume in a surface: a measure of them with
// its gradients, one constraint at a time; and the batches that hold them.
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "math/vec3.h"

namespace holonom {

/// Of one constraint: its particles, each once, from the first of the object; and what it is made
/// of, as places in that list, such as the corners of triangles.
struct WideParts {
  std::span<const int32_t> particles;
  std::span<const int32_t> parts;
};

/// `measure` gives a number of the places of the particles, and writes its gradient for each; C is
/// that number less what it is to be.
template <class C>
concept WideConstraint = requires(std::span<const Vec3d> x, std::span<const int32_t> parts,
                                  std::span<Vec3d> gradients) {
  { C::name } -> std::convertible_to<const char*>;
  { C::measure(x, parts, gradients) } -> std::convertible_to<double>;
};

template <WideConstraint C>
struct WideBatch {
  std::vector<int32_t> starts{0}, partStarts{0};  ///< of each constraint, and the end of the last
  std::vector<int32_t> particles, parts;
  std::vector<double> rest;                 ///< what each measure was as it was built
  std::vector<double> lambda;               ///< of the last substep; the force is λ/h² ∇C
  float ratio = 1;                          ///< of the measure that is wanted to that
  float compliance = 0;                     ///< α, unit of C squared per joule; 0 is rigid
  float damping = 0;                        ///< τ: a compliant constraint resists C + τ Ċ [s]
  float stiffness = 1;                      ///< share of its error that one projection takes away
  float interval = 0;                       ///< h of the last projection [s]
  mutable std::vector<Vec3d> x, gradients;  ///< room for those of one

  int count() const { return int(rest.size()); }
  WideParts partsOf(int i) const {
    const auto range = [&](const std::vector<int32_t>& list, const std::vector<int32_t>& ends) {
      return std::span(list).subspan(size_t(ends[size_t(i)]),
                                     size_t(ends[size_t(i) + 1] - ends[size_t(i)]));
    };
    return {range(particles, starts), range(parts, partStarts)};
  }
  /// One more, with its measure at these places.
  void add(WideParts of, const Vec3* places) {
    particles.insert(particles.end(), of.particles.begin(), of.particles.end());
    parts.insert(parts.end(), of.parts.begin(), of.parts.end());
    starts.push_back(int32_t(particles.size()));
    partStarts.push_back(int32_t(parts.size()));
    rest.push_back(0), lambda.push_back(0);
    rest.back() = measure(count() - 1, [&](int32_t p) { return places[p]; });
  }
  /// C of one, where `placeOf` has its particles; fills `x` and `gradients`.
  template <class PlaceOf>
  double evaluate(int i, PlaceOf&& placeOf) const {
    return measure(i, placeOf) - double(ratio) * rest[size_t(i)];
  }

  template <class A>
  void archive(A& ar) {
    auto& [starts, partStarts, particles, parts, rest, lambda, ratio, compliance, damping,
           stiffness, interval, x, gradients] = *this;
    ar(starts, partStarts, particles, parts, rest, lambda, ratio, compliance, damping, interval);
  }

 private:
  template <class PlaceOf>
  double measure(int i, PlaceOf&& placeOf) const {
    const WideParts of = partsOf(i);
    x.clear();
    for (const int32_t p : of.particles) x.push_back(toDouble(placeOf(p)));
    gradients.assign(x.size(), {});
    return C::measure(x, of.parts, gradients);
  }
};

}  // namespace holonom
