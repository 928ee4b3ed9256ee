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

/// A soft body of each model and rods that are clamped, coiled and free fall onto a ball.
void softBodiesAndRods(World& world) {
  BodyDef ball;
  ball.type = BodyType::Static, ball.shape = Sphere{1};
  scenes::need(world.addBody(ball));
  for (const SolidModel model : {SolidModel::NeoHookean, SolidModel::SaintVenantKirchhoff}) {
    SoftBodyDef jelly;
    jelly.lattice = LatticeDef{{0.4f, 0.4f, 0.4f}, {2, 2, 2}}, jelly.model = model;
    jelly.position = {model == SolidModel::NeoHookean ? 0.3f : -0.3f, 1.6f, 0};
    scenes::need(world.addSoftBody(jelly));
  }
  RodDef rod;
  rod.position = {0, 2.2f, 0};
  scenes::need(world.addRod(rod));
  rod.position = {0.5f, 3, 0.5f}, rod.clamps.names = {"left"};
  scenes::need(world.addRod(rod));
  rod.clamps = {}, rod.position = {0, 2.5f, 0}, rod.springDamping = 0.01f;
  for (int i = 0; i <= 40; ++i) {
    const int quarter = i % 4;
    rod.points.insert(rod.points.end(), {0.02f * float(i),
                                         quarter == 1   ? 0.1f
                                         : quarter == 3 ? -0.1f
                                                        : 0,
                                         quarter == 0   ? 0.1f
                                         : quarter == 2 ? -0.1f
                                                        : 0});
  }
  scenes::need(world.addRod(rod));
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
  print("soft-bodies-and-rods", 200, softBodiesAndRods);
  printSnapshots();
  return 0;
}
