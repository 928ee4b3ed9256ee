#pragma once
// Islands that every solver takes as one complementarity problem, as mlcp does: those where a heavy
// body bears on a light one, or many bodies on one, or a motor without bound on what touches
// something. Sweeps pass a push on through a light body by the share light / heavy only: what falls
// on a light body sinks into it and bounces, or drives it through a wall, and stacks blow up where
// the masses differ a thousandfold.
#include <vector>

#include "base/bridges.h"
#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "solvers/joint_solver.h"
#include "solvers/mlcp.h"

namespace holonom {

/// Most rows of such an island under the other solvers, per ratio of the masses and within bounds:
/// Newton's method takes about 0.4 µs of each in a substep at rest, and up to forty times that
/// where bodies land or roll. All together may have twice as many, but for the lower bound. Beyond,
/// islands of smaller ratios are left to the sweeps, which do least harm there.
inline constexpr float kRowsPerRatio = 10, kLeastMostRows = 160, kMostRows = 1300;

/// How much it may take to solve an island. The defaults are those of mlcp.
struct ExactEffort {
  MlcpTolerance tolerance = {};
  /// Rows up to which pivoting comes first, with friction, with joints too, and without friction:
  /// Newton's method is faster beyond, but does not see contradictions, such as of a chain that is
  /// drawn apart, and keeps the stresses of joints that hold a body twice.
  size_t pivotRows = 60, joinedPivotRows = 60, frictionlessPivotRows = 60;
};
/// Of the other solvers, which have less time for it.
inline constexpr ExactEffort kExactEffort{{1e-4, 1e-8, 3e-7, 0.01}, 12, 60, 160};

struct ExactSettings {
  bool on = true;
  float ratio = 1.5f;         ///< masses of bodies that bear on each other, from which on
  Vec3 gravity;               ///< light bodies on heavy ones need nothing
  bool sweepsJoints = false;  ///< equations of joints too pass a push on by sweeps
};

class ExactIslands {
 public:
  /// As a step begins, with its manifolds, joints and grabs: marks all that is of such islands.
  /// Allocates only while capacities grow.
  void find(const Bodies& bodies, ContactCache& contacts, std::vector<ActiveJoint>& joints,
            std::vector<ActiveGrab>& grabs, const ExactSettings& settings);
  bool any() const { return any_; }

 private:
  struct Island {
    int rows = 0;
    float ratio = 0;  // the largest, of what bears on a body to it; 0: none that matters
    bool barred = false;
    bool joined = false, driven = false;  // by joints; by a motor without bound
    bool loaded = false;                  // a body of it carries much
  };
  /// What lies on a body.
  struct Load {
    static constexpr int kClosed = -1'000'000;
    float mass = 0;  // as a multiple of that of what bears it
    int bodies = kClosed;
    bool isOpen() const { return bodies >= 0; }
    void add(float share) { mass += share, ++bodies; }
  };
  /// The ratio of the masses if one body bears on the other, and which is light; else 0.
  float bears(const Bodies& bodies, int a, int b, float least, int& light) const;
  bool openLoads(const Bodies& bodies, const ContactCache& contacts, Vec3 gravity);
  bool carriesMuch(int body) const;
  bool findSeeds(const Bodies& bodies, const ContactCache& contacts,
                 const std::vector<ActiveJoint>& joints, const ExactSettings& settings);
  void findLoops(const Bodies& bodies, const ContactCache& contacts,
                 const std::vector<ActiveJoint>& joints);
  void findWheels(const Bodies& bodies, const ContactCache& contacts,
                  const std::vector<ActiveJoint>& joints);
  void boundRows(float ratio);

  bool any_ = false;
  std::vector<int> parents_;
  std::vector<int> links_;    // of each body: what touches it or is joined to it; then its island
  std::vector<Load> loads_;   // of each body
  std::vector<float> seeds_;  // of each body: how much heavier is what bears on it, or 0
  Bridges loops_;             // of what touches or is joined: joints first
  std::vector<int32_t> wheels_;  // of each body: the hinge whose motor turns it as a wheel, or −1
  std::vector<Island> islands_;  // of which a seed is part, and one for all others
};

}  // namespace holonom
