#include "base/archive.h"

namespace holonom {

uint8_t* Archive::next(size_t size) {
  const size_t from = at_;
  if (out_) {
    at_ += size;
    if (at_ > out_->size()) out_->resize(at_ + at_ / 2 + 1024);
    return out_->data() + from;
  }
  failed_ = failed_ || size > left();
  if (failed_) return nullptr;
  at_ += size;
  return const_cast<uint8_t*>(in_.data()) + from;
}

void Archive::bytes(void* data, size_t size) {
  if (size == 0) return;
  uint8_t* const at = next(size);
  if (!reading())
    std::memcpy(at, data, size);
  else if (at)
    std::memcpy(data, at, size);
}

size_t Archive::count(size_t now, size_t elementSize) {
  uint32_t n = static_cast<uint32_t>(now);
  one(n);
  if (!reading()) return now;
  failed_ = failed_ || n > left() / elementSize;
  return failed_ ? 0 : n;
}

}  // namespace holonom
