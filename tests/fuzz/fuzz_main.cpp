// fuzz SECONDS [FIRST_SEED]: runs random cases until the time is up; fuzz --cases COUNT
// [FIRST_SEED]: so many; fuzz --seed N: that one. Prints the seed of each that fails and how to run
// it again.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cases.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

using namespace holonom;

/// A case that is still at work after this hangs [s].
constexpr unsigned kLongestCase = 60;
constexpr int kMostFailures = 10;
constexpr double kReportEvery = 10;  // [s]

uint64_t gSeed = 0;

void printRepro(const char* what) {
  std::printf("FAILED %s %llu: %s; again: npm run fuzz -- --seed %llu\n", fuzz::caseOf(gSeed).name,
              static_cast<unsigned long long>(gSeed), what, static_cast<unsigned long long>(gSeed));
  std::fflush(stdout);
}

void onAlarm(int) {
  printRepro("hangs");
  std::_Exit(1);
}

void onDeath() { printRepro("a sanitizer's report, see above"); }

bool passes(uint64_t seed) {
  gSeed = seed;
  alarm(kLongestCase);
  const std::string fault = fuzz::caseOf(seed).run(seed);
  if (!fault.empty()) printRepro(fault.c_str());
  return fault.empty();
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGALRM, onAlarm);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_set_death_callback(onDeath);
#else
  (void)onDeath;
#endif
  if (argc == 3 && std::strcmp(argv[1], "--seed") == 0) {
    const bool passed = passes(std::strtoull(argv[2], nullptr, 10));
    if (passed) std::printf("passed\n");
    return passed ? 0 : 1;
  }
  const bool counted = argc > 2 && std::strcmp(argv[1], "--cases") == 0;
  if (counted) ++argv, --argc;
  const double most = argc > 1 ? std::atof(argv[1]) : 10;
  const double seconds = counted ? holonom::kInfinity : most;
  const double cases = counted ? most : holonom::kInfinity;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  int failures = 0;
  uint64_t seed = first;
  const auto report = [&](double spent) {
    std::printf("%.0f s: %llu cases from seed %llu on, %d failed\n", spent,
                static_cast<unsigned long long>(seed - first),
                static_cast<unsigned long long>(first), failures);
    std::fflush(stdout);
  };
  double spent = 0, reported = 0;
  while (failures < kMostFailures && spent < seconds && double(seed - first) < cases) {
    failures += !passes(seed++);
    spent = std::chrono::duration<double>(Clock::now() - start).count();
    if (spent < reported + kReportEvery) continue;
    report(spent);
    reported = spent;
  }
  if (reported < spent) report(spent);
  return failures > 0;
}
