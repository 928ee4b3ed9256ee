#pragma once
// The batches of constraints of one cloth, rope or grains: those of every kind in the list.
#include <array>
#include <tuple>
#include <vector>

#include "constraints/list.h"

namespace holonom {

/// One batch of a kind, or as many as it has names for, or any number.
template <class C>
auto batchesOf() {
  if constexpr (requires { C::batchNames; })
    return std::array<ConstraintBatch<C>, std::size(C::batchNames)>{};
  else if constexpr (requires { C::isManyBatches; })
    return std::vector<ConstraintBatch<C>>{};
  else
    return std::array<ConstraintBatch<C>, 1>{};
}

template <class List, class Wide, class Oriented>
class ParticleBatchesOf;
template <class... Cs, class... Ws, class... Os>
class ParticleBatchesOf<TypeList<Cs...>, TypeList<Ws...>, TypeList<Os...>> {
 public:
  /// That of a kind of constraints of any number of particles.
  template <class C>
  WideBatch<C>& wide() {
    return std::get<WideBatch<C>>(wide_);
  }
  template <class C>
  const WideBatch<C>& wide() const {
    return std::get<WideBatch<C>>(wide_);
  }
  /// Calls f(name, batch) for each of these.
  template <class F>
  void forEachWide(F&& f) {
    (f(Ws::name, wide<Ws>()), ...);
  }
  template <class F>
  void forEachWide(F&& f) const {
    (f(Ws::name, wide<Ws>()), ...);
  }

  /// That of a kind of constraints of particles with orientations.
  template <class C>
  OrientedBatch<C>& oriented() {
    return std::get<OrientedBatch<C>>(oriented_);
  }
  template <class C>
  const OrientedBatch<C>& oriented() const {
    return std::get<OrientedBatch<C>>(oriented_);
  }
  /// Calls f(batch) for each of these.
  template <class F>
  void forEachOriented(F&& f) {
    (f(oriented<Os>()), ...);
  }
  template <class F>
  void forEachOriented(F&& f) const {
    (f(oriented<Os>()), ...);
  }

  template <class C>
  auto& of() {
    return std::get<decltype(batchesOf<C>())>(all_);
  }
  template <class C>
  const auto& of() const {
    return std::get<decltype(batchesOf<C>())>(all_);
  }
  template <class C>
  ConstraintBatch<C>& one() {
    return of<C>()[0];
  }
  template <class C>
  const ConstraintBatch<C>& one() const {
    return of<C>()[0];
  }

  /// Calls f(name, batch) for each, in the order of the list.
  template <class F>
  void forEach(F&& f) {
    (forEachOf<Cs>(*this, f), ...);
  }
  template <class F>
  void forEach(F&& f) const {
    (forEachOf<Cs>(*this, f), ...);
  }

  template <class A>
  void archive(A& ar) {
    const auto archiveOf = [&]<class C>() {
      if constexpr (requires { C::isManyBatches; })
        ar(of<C>());
      else
        for (auto& batch : of<C>()) ar(batch);
    };
    (archiveOf.template operator()<Cs>(), ...);
    (ar(wide<Ws>()), ...);
    (ar(oriented<Os>()), ...);
  }

 private:
  template <class C, class Self, class F>
  static void forEachOf(Self& self, F& f) {
    size_t i = 0;
    for (auto& batch : self.template of<C>()) {
      if constexpr (requires { C::batchNames; })
        f(C::batchNames[i++], batch);
      else
        f(C::name, batch);
    }
  }

  std::tuple<decltype(batchesOf<Cs>())...> all_;
  std::tuple<WideBatch<Ws>...> wide_;
  std::tuple<OrientedBatch<Os>...> oriented_;
};

using ParticleBatches =
    ParticleBatchesOf<ParticleConstraints, WideConstraints, OrientedConstraints>;

}  // namespace holonom
