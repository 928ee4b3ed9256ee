#pragma once
// Settings of a world; every one can change while it runs.
#include "solvers/list.h"
#include "solvers/particle_rows.h"

namespace holonom {

enum class ParticleIntegrator { Euler, Bdf2 };
template <>
struct EnumNames<ParticleIntegrator> {
  static constexpr const char* names[] = {"euler", "bdf2"};
};

enum class ContactManifold { Full, Incremental };
template <>
struct EnumNames<ContactManifold> {
  static constexpr const char* names[] = {"full", "incremental"};
};

struct WorldSettings : SolverSettings {
  Vec3 gravity{0, -9.81f, 0};
  Vec3 wind;
  float gusts = 0;
  float gustPeriod = 3;
  SolverType solver = SolverType::SoftStep;
  bool exactIslands = true;
  bool continuous = true;
  ContactManifold contactManifold = ContactManifold::Full;
  bool planar = false;
  ParticleSolver particleSolver = ParticleSolver::Colored;
  ParticleIntegrator particleIntegrator = ParticleIntegrator::Euler;
  int particleIterations = 2;
  bool particleResiduals = false;
  bool sleeping = true;
  float sleepSpeed = 0.01f;
  float sleepTime = 0.5f;

  static constexpr const char* help = "Settings of a world. All can change while it runs.";
  static constexpr auto fields() {
    using W = WorldSettings;
    return std::make_tuple(
        field("gravity", &W::gravity, "m/s²", "Gravitational acceleration.", {-1e5, 1e5}),
        field("wind", &W::wind, "m/s",
              "Velocity of the air. Acts on cloth, spring networks and drag forces.", {-1e3, 1e3}),
        field("gusts", &W::gusts, "",
              "Amplitude of gusts on cloth and spring networks, as a fraction of the wind speed. "
              "Gusts travel with the wind. They restart when a scene is loaded.",
              {0, 10}),
        field("gustPeriod", &W::gustPeriod, "s", "Period of the slowest gusts.", kPositive,
              kExclusiveMin),
        field(
            "solver", &W::solver, "",
            "Solver of rigid contacts and joints. Under gauss-seidel, pgs and xpbd, joints of fast "
            "light chains keep an error and their energy may rise for a time. Under gauss-seidel, "
            "five or more boxes in a row on fixed joints or sliders swing. A tower of ten boxes "
            "sways at 30 mm/s under xpbd and at 3 mm/s under pgs and direct; under soft-step it is "
            "compressed by 14 mm. With one substep, tall stacks fall under pgs, direct and xpbd."),
        field(
            "exactIslands", &W::exactIslands, "",
            "Solves islands of unlike masses as mlcp does, under every solver. An island "
            "qualifies if a body bears on one that is 1.5 times lighter (under direct and "
            "soft-step 10 times, if it has joints), if three or more bodies of together 3.5 times "
            "its mass lie on one, or if a motor without bound drives it against something. Limits: "
            "10 rows per mass ratio (60 of what lies on a body), but 160 at least and 1300 at "
            "most, about 100 boxes apart or 30 that touch each other; with joints 8 per ratio and "
            "320 at most; of all such islands 20 rows per ratio, 160 to 2600; those of the largest "
            "ratios come first. If off, or beyond the "
            "limits, heavy bodies may sink into light ones or bounce on them, bodies with much on "
            "them may shake, and motors without bound may press bodies into each other."),
        field(
            "continuous", &W::continuous, "",
            "Continuous collision detection. Fast bodies are swept along their motion: they "
            "neither tunnel nor hit bodies that they only pass by. If off, a step with many fast "
            "bodies takes less time, but contacts are found once a step: a body that moves farther "
            "in a step than an obstacle is thick may tunnel. See also `continuous` of a body."),
        field(
            "contactManifold", &W::contactManifold, "",
            "How contact points are found. full: all points of a pair of shapes in each step. "
            "incremental: each step adds the deepest point to a cache of at most four, as the "
            "persistent manifold of Bullet does; for teaching and comparison. A cached point is "
            "dropped when it separates, or drifts along the surface, by more than 2 cm (less for "
            "small shapes). A box that lands flat rocks for some steps until it has four points, "
            "and a tower of ten boxes starts to sway. A box that slides fast keeps one or two "
            "points, sinks by 2 cm and shakes; under xpbd it sinks by 4 cm, and friction stops it "
            "too soon. Swept contacts add a point in each substep. Spheres and ellipsoids have one "
            "point either way."),
        field("planar", &W::planar, "",
              "Locks all dynamic bodies to the x-y plane: translation along z and rotation about x "
              "and y, as `lockTranslation` and `lockRotation` of a body do. Their z and their "
              "tilt stay as they are. Cloth, grains and spring networks are not locked."),
        field("substeps", &W::substeps, "", "Number of substeps in a step.", {1, 256}),
        field("iterations", &W::iterations, "",
              "Solver iterations per substep. 0 uses the default of the solver: direct 8, mlcp 50 "
              "(for islands too large for it), gauss-seidel 50, pgs 8, soft-step 1, xpbd 4. Under "
              "direct, pgs and soft-step, contacts of bodies that are small beside their fall in a "
              "substep take up to 61 times as many: at the defaults, of shapes under 5 cm from the "
              "center to the farthest point. Under gauss-seidel and xpbd, stacks of cubes under "
              "1.5 cm may fall.",
              {0, 1000}),
        field("particleSolver", &W::particleSolver, "",
              "Solver of particle constraints. gauss-seidel: one by one. colored: four at a time "
              "by graph coloring, straight lines of over 64 edges as a whole. lines: as colored, "
              "but all lines of edges as a whole. Neither solves lines as a whole with "
              "selfCollision or stiffness. jacobi: all at once, with Chebyshev acceleration. "
              "direct: one linear system; cloth too large for it as gauss-seidel. hierarchical: as "
              "colored, after coarse levels that keep inextensible cloth from stretching; forces "
              "of the coarse levels are not reported."),
        field("particleIntegrator", &W::particleIntegrator, "",
              "Integrator of particles: euler is backward Euler, which damps motion; bdf2 is of "
              "second order."),
        field("particleIterations", &W::particleIterations, "",
              "Iterations over the particle constraints per substep.", {1, 1000}),
        field("particleResiduals", &W::particleResiduals, "",
              "Measures the residual after each particle iteration; see `residuals` of a cloth."),
        field("sleeping", &W::sleeping, "",
              "Lets islands of resting bodies sleep: a step skips them."),
        field("sleepSpeed", &W::sleepSpeed, "m/s",
              "Speed limit of resting bodies: no point of a body may move faster.", kPositive),
        field("sleepTime", &W::sleepTime, "s", "Time an island must rest before it falls asleep.",
              kPositive),
        field("friction", &W::friction, "",
              "Bound of friction. cone: length of the friction force. pyramid: each of two "
              "tangential axes. constant: bounded by the weight of the bodies in place of the "
              "normal force."),
        field(
            "integrator", &W::integrator, "",
            "Integrator of free rigid motion. symplectic-euler: velocity first, then position with "
            "the new velocity; first order, its energy does not drift. rk4: Runge-Kutta 4 with "
            "momenta as state; fourth order. explicit-euler: position with the velocity of the "
            "substep's start, for comparison; first order, and it gains energy: the amplitude of "
            "an oscillation at w rad/s grows by the factor sqrt(1 + (w h)²) in each substep of h "
            "seconds, and a falling body is late by g t h / 2."),
        field("gyroscopic", &W::gyroscopic, "",
              "Gyroscopic torque under symplectic-euler: off, explicit, implicit or midpoint. "
              "midpoint conserves energy and angular momentum."),
        field("contactFrequency", &W::contactFrequency, "Hz",
              "Stiffness of contacts under soft-step, as a frequency. Clamped to a quarter of the "
              "substep rate.",
              kPositive, kExclusiveMin),
        field("contactDampingRatio", &W::contactDampingRatio, "",
              "Damping ratio of contacts under soft-step; 1 is critical.", kPositive),
        field("contactSlop", &W::contactSlop, "m",
              "Penetration that is not corrected. Smaller in proportion for shapes under 5 cm from "
              "the center to the farthest point, or under 2 mm thick.",
              kPositive),
        field("maxPushSpeed", &W::maxPushSpeed, "m/s",
              "Maximum speed at which penetration is corrected.", kPositive, kExclusiveMin),
        field("restitutionThreshold", &W::restitutionThreshold, "m/s",
              "Minimum impact speed for restitution.", kPositive),
        field("baumgarte", &W::baumgarte, "",
              "Fraction of the position error corrected per substep, under all solvers but "
              "soft-step and xpbd.",
              {0, 1}));
  }
};

}  // namespace holonom
