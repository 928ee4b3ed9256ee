#pragma once
// Stage timers of a step.
#include <chrono>

namespace holonom {

inline double nowMs() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

/// Adds the time of its scope to a counter, in milliseconds.
class ScopedTimer {
 public:
  explicit ScopedTimer(double& total) : total_(total), start_(nowMs()) {}
  ~ScopedTimer() { total_ += nowMs() - start_; }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  double& total_;
  double start_;
};

}  // namespace holonom
