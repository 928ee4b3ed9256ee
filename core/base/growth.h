#pragma once
// Growth of large lists by a sixteenth: doubling would leave up to half of their memory unused.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace holonom {

/// Makes room for `count`, and some more so that growing one by one stays linear.
template <class T>
void reserveSlowly(std::vector<T>& v, size_t count) {
  if (v.capacity() < count) v.reserve(count + count / 16 + 16);
}
/// Makes room for one more.
template <class T>
void growSlowly(std::vector<T>& v) {
  reserveSlowly(v, v.size() + 1);
}

/// Makes `count` more at the end and tells where they begin.
template <class T>
T* extend(std::vector<T>& v, size_t count) {
  v.resize(v.size() + count);
  return v.data() + v.size() - count;
}

/// Room for plain values that are all written before they are read: growing leaves nothing of them.
template <class T>
class Workspace {
 public:
  void resize(size_t count) {
    size_ = count;
    if (count <= capacity_) return;
    items_.reset();
    capacity_ = count + count / 16 + 16;
    items_.reset(new T[capacity_]);
  }
  /// As `resize`, and keeps what is there.
  void extend(size_t count) {
    if (count > capacity_) {
      const size_t capacity = count + count / 16 + 16;
      std::unique_ptr<T[]> items(new T[capacity]);
      std::copy_n(items_.get(), size_, items.get());
      items_ = std::move(items);
      capacity_ = capacity;
    }
    size_ = count;
  }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }
  const T* data() const { return items_.get(); }
  T* begin() { return items_.get(); }
  T* end() { return begin() + size_; }

 private:
  std::unique_ptr<T[]> items_;
  size_t size_ = 0, capacity_ = 0;
};

}  // namespace holonom
