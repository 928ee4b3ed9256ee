#pragma once
// Impacts that bounce, for every solver: within each substep, at the instant when the surfaces
// meet, with friction in the same impulse. Points that meet at once are solved together, then those
// that these set in motion, and so on: a blow passes through touching balls one by one. [Smith,
// Kaufman, Vouga, Tamstorf and Grinspun 2012, "Reflections on Simultaneous Impact"] Joined bodies
// are struck together, as the substep begins: their joints hold at those poses. Those without
// restitution stop here too: sweeps over contacts and joints in turn would leave some of a blow.
#include <vector>

#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "solvers/contact_solver.h"
#include "solvers/impact_assemblies.h"

namespace holonom {

struct ImpactSettings {
  FrictionModel friction = FrictionModel::Cone;
  float threshold = 1;      ///< slower impacts do not bounce [m/s]
  float kickBefore = 0.5f;  ///< fraction of a substep's acceleration that acts before its motion
};

class Impacts {
 public:
  /// Takes the contacts with restitution or of joined bodies that are not swept, as the step
  /// begins. Allocates only while capacities grow.
  void prepare(const Bodies& bodies, const ContactCache& contacts, const JointSolver& joints,
               const ImpactSettings& settings);
  /// Swept contacts that touch as a substep begins, in place of those of the substep before.
  void prepareSwept(const Bodies& bodies, const ContactCache& contacts, const JointSolver& joints,
                    const std::vector<int>& indices);
  /// Before a substep's gravity and forces change the velocities.
  void begin(const Bodies& bodies);
  /// After they did: bounces what meets within the substep h [s], by velocities alone.
  void solve(Bodies& bodies, JointSolver& joints, float h);
  /// Whether there were more visits to points than the last substep may make.
  bool ranOut() const { return work_ < 0 || smooth_; }
  /// Before positions are integrated: until it bounced, a body moved at its old velocity.
  void place(Bodies& bodies) const;
  /// What the last `solve` changed of the velocity of a body's center [m/s], and how far from where
  /// it began that parabola begins [m].
  struct Change {
    Vec3 linear, shift;
  };
  Change changeOf(int body) const {
    if (size_t(body) >= pushed_.size()) return {};
    return {pushed_[body].change, pushed_[body].shift};
  }
  /// Adds the impulses of the step to those that the solver stored.
  void store(ContactCache& contacts) const { store(contacts, 0, steady_); }
  /// Of swept contacts, after each substep.
  void storeSwept(ContactCache& contacts) const { store(contacts, steady_, patches_.size()); }

 private:
  struct Point {
    Vec3 armA, armB;          // as the step begins
    float separation = 0;     // as the step begins [m]
    float normalImpulse = 0;  // of the step [N s]
    float kick = 0;           // of jointed ones: change of the normal velocity by forces [m/s]
  };
  struct Patch {
    int patch = 0, a = 0, b = 0;
    Vec3 normal, tangent1, tangent2;
    float friction = 0, restitution = 0;
    PairSurface surface;
    float reachA = 0, reachB = 0;  // longest arm [m]
    float towardsB = 0.5f;         // where between the surfaces impulses act
    bool swept = false;            // found as the substep began
    bool balls = false;            // two that turn about their middles, without joints
    RollAxis rollA, rollB;         // how arms turn with their bodies
    int first = 0, count = 0;      // of its points
    float closing = 0;             // of the centers along the normal, before the kick [m/s]
    bool jointed = false;          // one of its bodies has joints
    Vec3 linearA, angularA, linearB, angularB;  // of jointed ones, before the kick
    float speed = 0;                            // fastest impact of the step [m/s]
    Vec3 frictionImpulse;                       // of the step, world axes [N s]
    float scale = 1;                            // of the restitution in this round
    bool settled = false;                       // its impulses stay, as long as others do not push
    int visit = 0;                              // its last
  };
  struct Pushed {
    Vec3 shift;      // what `place` adds to the position [m]
    Vec3 change;     // of the linear velocity, once all is solved; before, what it was [m/s]
    int round = -1;  // in which the body was pushed last
    int visit = 0;   // that changed the body last
    float first;     // time of its first blow in this round, since the substep began [s]
    struct {
      Vec3 linear, angular, shift;
    } before;  // the round
  };
  /// A point that bounces in this round.
  struct Active {
    int patch = 0, point = 0;
    Vec3 armA, armB;   // to its place on either surface, from the centers
    Vec3 between;      // from the center of A to that of B as the substep begins
    float time = 0;    // of the impact, since the substep began [s]
    float speed = 0;   // of approach, negative [m/s]
    float offset = 0;  // normal velocity in the store beyond that at the instant of impact [m/s]
    float normalMass = 0, tangentMass = 0;
    float before[3] = {};   // velocity along normal and tangents [m/s]
    float impulse[3] = {};  // along them, of this round [N s]
    Vec3 spinBefore;        // of B against A [rad/s]
    Vec3 torque;            // of torsional and rolling friction, of this round [N m s]
    bool jointed = false;
    float closing = 0;  // without restitution: the speed that closes the gap in the substep [m/s]
    ImpactAnswer answers[2];
  };
  struct Arms {
    Vec3 a, b;
  };
  struct Work {
    float given = 0, size = 0;
  };

  void add(const Bodies& bodies, const ContactCache& contacts, const JointSolver& joints,
           const Contact& contact, bool swept);
  void store(ContactCache& contacts, size_t first, size_t end) const;
  void activate(Bodies& bodies, JointSolver& joints, int patch, float h, int round);
  bool meetAsBalls(const Bodies& bodies, Patch& patch, Active& c, float& separation, float h) const;
  void keepFirst(const Bodies& bodies);
  bool findMasses(const Bodies& bodies, JointSolver& joints, Active& c);
  Arms armsOf(const Bodies& bodies, const Active& c) const;
  void forgetPushed();
  void markPushed(const Bodies& bodies, int body, int round);
  void push(Bodies& bodies, const Active& c, Vec3 impulse, const float* along, int round);
  Vec3 resistTurning(Bodies& bodies, Active& c);
  void solvePatch(Bodies& bodies, size_t first, size_t end, int round);
  bool converge(Bodies& bodies, int round);
  bool bounce(Bodies& bodies, int round);
  bool bounceOrTakeBack(Bodies& bodies, int round);
  void leaveOutFriction();
  int64_t mostWork() const;
  void bounceAll(Bodies& bodies, JointSolver& joints, float h);
  bool takeBack(Bodies& bodies, int round);
  Work workOf(const Bodies& bodies, size_t first, size_t end) const;
  bool calm(const Bodies& bodies, bool last);
  size_t endOfPatch(size_t first) const;

  ImpactSettings settings_;
  int64_t work_ = 0;            // visits to points that are left in this substep
  bool smooth_ = false;         // whether friction is left out of what is left of this substep
  int visits_ = 0;              // to patches, in this step
  std::vector<Patch> patches_;  // the swept ones last
  size_t steady_ = 0, steadyPoints_ = 0;
  std::vector<Point> points_;
  std::vector<Pushed> pushed_;  // of each body
  std::vector<int> moved_;      // bodies that were pushed
  std::vector<Active> active_;
  ImpactAssemblies assemblies_;
};

}  // namespace holonom
