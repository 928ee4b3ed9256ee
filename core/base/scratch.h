#pragma once
// Room on the stack that nothing clears first.

namespace holonom {

/// N values of a plain type; each is written before it is read.
template <class T, int N>
class Scratch {
 public:
  T* data() { return reinterpret_cast<T*>(bytes_); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_); }
  T& operator[](int i) { return data()[i]; }

 private:
  alignas(T) unsigned char bytes_[sizeof(T) * N];
};

}  // namespace holonom
