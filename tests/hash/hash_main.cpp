// Prints the state hash of each fixed scene: native and WebAssembly must print the same.
#include <cstdio>

#include "../core/everything.h"
#include "math/hash.h"

namespace {

using namespace holonom;

template <class Build>
void print(const char* name, int steps, Build&& build, WorldSettings settings = {}) {
  World world(settings);
  build(world);
  for (int i = 0; i < steps; ++i)
    if (world.step(1.0f / 60)) std::abort();
  std::printf("%-24s %016llx\n", name, static_cast<unsigned long long>(world.hash()));
}

/// A snapshot and what follows from it are the same bytes everywhere.
void printSnapshots() {
  World world, other;
  scenes::everything(world);
  for (int i = 0; i < 60; ++i)
    if (world.step(1.0f / 60) || (i == 30 && other.restore(world.snapshot()))) std::abort();
  for (int i = 31; i < 60; ++i)
    if (other.step(1.0f / 60)) std::abort();
  for (const World* w : {&world, &other}) {
    StateHash hash;
    const std::vector<uint8_t> bytes = w->snapshot();
    hash.add(bytes.data(), bytes.size());
    std::printf("%-24s %016llx\n", w == &world ? "snapshot" : "snapshot-restored",
                static_cast<unsigned long long>(hash.value()));
  }
}

}  // namespace

int main() {
  using namespace holonom;
  WorldSettings pgs;
  pgs.solver = SolverType::Pgs;
  pgs.iterations = 4;
  print("tower", 300, [](World& w) { scenes::tower(w); });
  print("pyramid", 200, [](World& w) { scenes::pyramid(w); });
  print(
      "pyramid-pgs", 200, [](World& w) { scenes::pyramid(w); }, pgs);
  print("belt", 200, [](World& w) { scenes::belt(w); });
  WorldSettings xpbd;
  xpbd.solver = SolverType::Xpbd;
  print(
      "belt-xpbd", 200, [](World& w) { scenes::belt(w); }, xpbd);
  print("cloth", 200, [](World& w) { scenes::hangingCloth(w); });
  print("net-symplectic-euler", 200,
        [](World& w) { scenes::hangingNet(w, IntegratorType::SymplecticEuler); });
  print("net-backward-euler", 200,
        [](World& w) { scenes::hangingNet(w, IntegratorType::BackwardEuler); });
  print("falling-sheets", 200, [](World& w) { scenes::fallingSheets(w); });
  print("pile-and-rope", 200, [](World& w) { scenes::pileAndRope(w); });
  print("mixed", 300, [](World& w) { scenes::mixed(w); });
  printSnapshots();
  return 0;
}
