#pragma once
// Settings of a world; every one can change while it runs.
#include "solvers/particle_rows.h"
#include "solvers/solver.h"

namespace holonom {

enum class ParticleIntegrator { Euler, Bdf2 };
template <>
struct EnumNames<ParticleIntegrator> {
  static constexpr const char* names[] = {"euler", "bdf2"};
};

struct WorldSettings : SolverSettings {
  Vec3 gravity{0, -9.81f, 0};
  Vec3 wind;
  float gusts = 0;
  float gustPeriod = 3;
  SolverType solver = SolverType::SoftStep;
  bool exactIslands = true;
  bool continuous = true;
  ParticleSolver particleSolver = ParticleSolver::Colored;
  ParticleIntegrator particleIntegrator = ParticleIntegrator::Euler;
  int particleIterations = 2;
  bool particleResiduals = false;
  bool sleeping = true;
  float sleepSpeed = 0.01f;
  float sleepTime = 0.5f;

  static constexpr const char* help = "Settings of a world; every one can change while it runs.";
  static constexpr auto fields() {
    using W = WorldSettings;
    return std::make_tuple(
        field("gravity", &W::gravity, "m/s²", "Acceleration of free fall.", {-1e5, 1e5}),
        field("wind", &W::wind, "m/s", "Velocity of the air.", {-1e3, 1e3}),
        field("gusts", &W::gusts, "",
              "How far the wind on cloth varies about its speed, as a share of it, in waves that "
              "travel with it. They begin anew when a scene is loaded.",
              {0, 10}),
        field("gustPeriod", &W::gustPeriod, "s", "Time between the longest gusts.", kPositive,
              kExclusiveMin),
        field("solver", &W::solver, "",
              "Solver of rigid contacts and joints. gauss-seidel, pgs and xpbd do not quite close "
              "the joints of fast light chains, whose energy may rise for a time; that of the "
              "others does not. A tower of ten boxes sways at 30 mm/s under xpbd, at 3 mm/s under "
              "pgs and direct; under soft-step it is pressed together by 14 mm. With one substep "
              "tall stacks fall under pgs, direct and xpbd."),
        field("exactIslands", &W::exactIslands, "",
              "Whether islands where a body bears on one that is 16 times lighter (4 times the "
              "number of substeps, where these are fewer than 4) are solved as by mlcp under every "
              "solver, up to 32 contact points (16 with friction pyramid) and 160 rows; of many "
              "islands those of the most unlike masses. Without, with more of them, or with joints "
              "under direct and soft-step, heavy bodies may sink into light ones or bounce on "
              "them."),
        field("continuous", &W::continuous, "",
              "Continuous collision detection: bodies that move far within a step are swept, so "
              "that they neither tunnel nor hit what they only pass by. Without, a step takes less "
              "time where many are fast, and contacts are found once a step: a body that moves "
              "farther in a step than what it meets is thick may pass through. See also a body's "
              "own `continuous`."),
        field("substeps", &W::substeps, "", "Substeps of one step.", {1, 256}),
        field("iterations", &W::iterations, "",
              "Sweeps in a substep; 0 takes the solver's own: direct 8, mlcp 50 (of islands too "
              "large for it), gauss-seidel 50, pgs 8, soft-step 1, xpbd 4.",
              {0, 1000}),
        field("particleSolver", &W::particleSolver, "",
              "Solver of the constraints of particles: gauss-seidel one by one; colored four at a "
              "time, straight lines of over 64 edges whole; lines as colored, all lines of edges "
              "whole (neither with selfCollision or stiffness); jacobi all at once, with Chebyshev "
              "acceleration; direct as one linear system (cloth too large for it as gauss-seidel); "
              "hierarchical as colored, after coarse levels that keep inextensible cloth from "
              "stretching, whose forces are not told."),
        field("particleIntegrator", &W::particleIntegrator, "",
              "Motion of particles: backward Euler, which damps, or bdf2, of second order."),
        field("particleIterations", &W::particleIterations, "",
              "Sweeps over the constraints of particles in a substep.", {1, 1000}),
        field("particleResiduals", &W::particleResiduals, "",
              "Whether a step measures what each of these sweeps leaves; see a cloth's residuals."),
        field("sleeping", &W::sleeping, "",
              "Whether islands of bodies that rest are left out of the computation."),
        field("sleepSpeed", &W::sleepSpeed, "m/s",
              "No point of a body that rests moves faster than this.", kPositive),
        field("sleepTime", &W::sleepTime, "s", "How long an island rests before it sleeps.",
              kPositive),
        field(
            "friction", &W::friction, "",
            "Bound of friction: cone as a vector, pyramid along each of two axes, constant by the "
            "bodies' weight instead of the normal force."),
        field("integrator", &W::integrator, "",
              "Free motion of bodies: symplectic Euler, or Runge-Kutta with momenta as state."),
        field("gyroscopic", &W::gyroscopic, "",
              "How the spin of free bodies changes with symplectic Euler: midpoint keeps energy "
              "and angular momentum."),
        field("contactFrequency", &W::contactFrequency, "Hz",
              "Stiffness of contacts in soft-step; at most a quarter of the substep rate acts.",
              kPositive, kExclusiveMin),
        field("contactDampingRatio", &W::contactDampingRatio, "",
              "Damping of contacts in soft-step.", kPositive),
        field("contactSlop", &W::contactSlop, "m", "Penetration that is left alone.", kPositive),
        field("maxPushSpeed", &W::maxPushSpeed, "m/s", "Fastest recovery from penetration.",
              kPositive, kExclusiveMin),
        field("restitutionThreshold", &W::restitutionThreshold, "m/s",
              "Slower impacts do not bounce.", kPositive),
        field("baumgarte", &W::baumgarte, "",
              "Share of the position error removed per substep, by all but soft-step and xpbd.",
              {0, 1}));
  }
};

}  // namespace holonom
