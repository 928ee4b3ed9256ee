// Prints the state hash of each fixed scene: native and WebAssembly must print the same.
#include <cstdio>

#include "../core/scenes.h"

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
  print("cloth", 200, [](World& w) { scenes::hangingCloth(w); });
  print("net-symplectic-euler", 200,
        [](World& w) { scenes::hangingNet(w, IntegratorType::SymplecticEuler); });
  print("net-backward-euler", 200,
        [](World& w) { scenes::hangingNet(w, IntegratorType::BackwardEuler); });
  print("mixed", 300, [](World& w) { scenes::mixed(w); });
  return 0;
}
