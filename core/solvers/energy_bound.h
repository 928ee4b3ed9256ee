#pragma once
// Impulses of contacts and joints do no work on a passive world. Where bodies turn far within a
// substep, joined ones are hit, or limits that push are swept one after another, equations that are
// linear in the motion do not know that: each island of such bodies is kept from gaining energy by
// them, and keeps its momenta unless something holds it. What is too much is taken from the motion
// within the island. A body alone on what does not move is kept from it however slowly it turns: a
// coin that rolls on its rim would rise.
#include <cstdint>
#include <span>
#include <vector>

#include "collision/contact_cache.h"
#include "rigid/free_motion.h"
#include "solvers/active_grab.h"
#include "solvers/joint_springs.h"
#include "solvers/row_solver.h"

namespace holonom {

struct ActiveJoint;

class EnergyBound {
 public:
  /// Takes the joints, grabs and motion of a step. Bodies are watched that turn farther in a
  /// substep than `jointTurn` where joints hold them, else `contactTurn` [rad]. Allocates only
  /// while capacities grow.
  void prepare(const Bodies& bodies, std::span<const ActiveJoint> joints,
               std::span<const ActiveGrab> grabs, const FreeMotion& motion, float jointTurn,
               float contactTurn);
  /// Before a substep's velocities change: finds the islands to watch. `struck`: something fast
  /// touches bodies that have joints; `rows`: the joints'.
  void begin(const Bodies& bodies, const ContactCache& contacts, std::span<const SolverRow> rows,
             float h, bool struck);
  /// After gravity and forces changed the velocities over h [s], before impulses do.
  void measure(const Bodies& bodies, float h);
  /// Whether the island of a body is watched in this substep.
  bool watches(const Bodies& bodies, int body) const;
  /// The momenta that free islands have to keep, as they are now.
  void noteMomenta(const Bodies& bodies);
  /// Leaves alone the islands with a body that was stopped in this substep: it keeps no momentum.
  void dropStopped(const Bodies& bodies);
  /// Gives them back what impulses have changed of them since.
  void returnMomenta(Bodies& bodies) const;
  /// What motors have given in the substep, by the impulses of the joints' rows.
  void addMotorWork(const Bodies& bodies, std::span<const SolverRow> rows);
  /// After the motion, and again where bodies were stopped in it: takes what was gained. True where
  /// an island had gained so much that its impulses are no start for the next substep.
  bool finish(Bodies& bodies, float h);

 private:
  // Energies [J]: before the impulses, of that the kinetic and what springs store; after them the
  // kinetic and what springs store; what may be gained; what it lost lately.
  struct Island {
    double before = 0, kinetic = 0, stored = 0, after = 0, storedAfter = 0, credit = 0, lost = 0;
    int first = 0, count = 0;  // of its members; none once it is left alone
    bool held = false;         // by what does not move: its momenta need not stay
    bool leans = false;        // held by contacts only, along which it may move
    bool motored = false;      // a motor may have given it energy
    bool alone = false;        // one body that is watched for no more than that
    Vec3d momentum, angular;   // to keep; the latter about its center
  };
  // A member as the substep began.
  struct Begun {
    Vec3 place, linear, angular;
  };
  // The springs of a joint in an island.
  struct Springs {
    int32_t island;
    JointSprings springs;
  };
  // Of a joint: the rows of its limits.
  struct Limits {
    int32_t joint, first, count;
  };
  // A motion as of one rigid body.
  struct RigidMotion {
    Vec3d center, linear, angular;
  };
  // Of a body, in this step.
  enum BodyMark : uint8_t { kJointed = 1, kPowered = 2, kPaired = 4, kUneven = 8 };
  // Of an island, at its root, in this substep.
  enum IslandMark : uint8_t {
    kLinked = 1,
    kDriven = 2,
    kHeld = 4,
    kWatched = 8,
    kAlone = 16,
    kTouched = 32
  };

  void findLoops(const Bodies& bodies);
  void findLone(const Bodies& bodies, const ContactCache& contacts);
  bool turnsAlone(const Bodies& bodies, int body, float h) const;
  void listLone(const Bodies& bodies, float h);
  Begun begunOf(const Bodies& bodies, int body) const;
  bool isWatched(int root) const;
  bool turnsFar(const Bodies& bodies, int body, float h) const;
  void findPressed(std::span<const SolverRow> rows);
  void findIslands(const Bodies& bodies, const ContactCache& contacts);
  void watchIslands(const Bodies& bodies, const ContactCache& contacts, float h, bool struck);
  void listMembers(const Bodies& bodies);
  double movingEnergy(const Bodies& bodies, int body, Vec3 linear, float h) const;
  /// Where the island of a body, or of a joint, is among the watched; −1 if it is none of them.
  int islandOf(int body) const;
  int islandOf(const Bodies& bodies, const ActiveJoint& joint) const;
  void measureSprings(const Bodies& bodies);
  double kineticMost(const Bodies& bodies, Island& island, float h) const;
  void keepCredit(Bodies& bodies, const Island& island, double most) const;
  void takeGain(Bodies& bodies, Island& island, double most, float h) const;
  double energyAs(const Bodies& bodies, std::span<const int> members, const RigidMotion& motion,
                  float h) const;
  Vec3d keptVelocity(const Bodies& bodies, const Island& island) const;
  double slow(Bodies& bodies, std::span<const int> members, const RigidMotion& from,
              const RigidMotion& to, double most, float h) const;
  std::span<const int> membersOf(const Island& island) const {
    return std::span(members_).subspan(size_t(island.first), size_t(island.count));
  }

  std::span<const ActiveJoint> joints_;
  Vec3 gravity_;                           // [m/s²]
  float jointTurn_ = 0, contactTurn_ = 0;  // [rad]
  float storedLag_ = 0;  // of a substep: by how much stored velocities lag behind the true ones
  std::vector<uint8_t> marks_;        // BodyMark
  std::vector<uint8_t> islandMarks_;  // IslandMark
  std::vector<int32_t> lone_;         // in this substep: bodies alone on what stands still
  bool grouped_ = false;              // whether the islands of this substep were looked for
  std::vector<Limits> limited_;       // of joints that have some
  std::vector<int32_t> looped_;       // a body of each closed loop of stiff joints
  std::vector<int32_t> pressed_;      // joints whose limits pushed in the substep before
  std::vector<int32_t> motors_;       // joints that have one
  std::vector<int32_t> springs_;      // joints that have some
  std::vector<Springs> taken_;        // of those in watched islands
  // Room of findLoops; then of each body: one that stands for its island. Once members are listed,
  // those that do have −2 less the place of the island, or −1 if it is not watched.
  std::vector<int> roots_;
  std::vector<Island> islands_;  // the watched ones of this substep
  std::vector<int> members_;     // bodies, island by island
  std::vector<Begun> begun_;     // of each member
};

}  // namespace holonom
