#pragma once
// The objects of a kind: densely packed, each with a handle that stays.
#include <utility>
#include <vector>

#include "base/pool.h"

namespace holonom {

template <class T, class Id>
class Objects {
 public:
  Id add(T object) {
    all_.push_back(std::move(object));
    return ids_.insert();
  }
  /// The last one takes its place.
  void removeAt(int i) {
    if (size_t(i) + 1 < all_.size()) all_[size_t(i)] = std::move(all_.back());
    all_.pop_back();
    ids_.removeAt(i);
  }
  bool full() const { return ids_.full(); }

  size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  T& operator[](size_t i) { return all_[i]; }
  const T& operator[](size_t i) const { return all_[i]; }
  T& back() { return all_.back(); }
  auto begin() { return all_.begin(); }
  auto begin() const { return all_.begin(); }
  auto end() { return all_.end(); }
  auto end() const { return all_.end(); }
  T* data() { return all_.data(); }
  const T* data() const { return all_.data(); }

  /// -1 for a stale handle.
  int indexOf(Id id) const { return ids_.indexOf(id); }
  Id idAt(int i) const { return ids_.idAt(i); }
  const IdPool<Id>& ids() const { return ids_; }

  // As those of `IdPool`.
  void take(const Objects& given) { ids_.take(given.ids_); }
  void follow(const Objects& before) { ids_.follow(before.ids_); }
  void leaveFuture() { ids_.leaveFuture(); }

  template <class A>
  void archive(A& ar) {
    auto& [all_, ids_] = *this;
    ar(all_, ids_);
  }

 private:
  std::vector<T> all_;
  IdPool<Id> ids_;
};

}  // namespace holonom
