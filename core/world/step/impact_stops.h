#pragma once
// What swept contacts stop: bodies at the time of their impact, which lose the rest of the substep
// and make up for it in the next.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rigid/free_motion.h"
#include "rigid/whole_motion.h"
#include "solvers/impacts.h"
#include "world/collision/collision.h"
#include "world/collision/joined_groups.h"

namespace holonom {

class ImpactStops {
 public:
  /// Of a group of joined bodies that is stopped: the momentum that it was given in the substep,
  /// and what of that by impacts; of one that makes up for lost time: the momentum that it has.
  struct GroupMomentum {
    Vec3 all, bounced;  ///< [N s]
    Vec3 weight;        ///< [N]
    float mass = 0;
    bool held = false;  ///< something bars the way of one of them
  };
  /// Where a group stops: the share of the substep that it moves on, and the body that stops it.
  struct Stop {
    float share;
    int stopper;
    Vec3 bars{};  ///< normals from the group into what it touches that stands
  };
  /// Bodies that touch or are joined, which the world does not hold: what they are before some of
  /// them stop. Unless forces act, all of that stays.
  struct FreeIsland {
    int first, count;
    Whole before;
    double energy;  ///< kinetic [J]
    bool forced;
  };
  /// Time that a body has made up for [s].
  struct MadeUp {
    int body;
    float time;
  };
  /// A body that was put where it meets another, and how it would be if it had turned freely.
  struct Bent {
    int body;
    Turning back;
  };
  /// What is filled anew in each substep.
  struct Room {
    std::vector<int> stopOf;  ///< of each group, by its root: among `stops`, or −1
    std::vector<Stop> stops;
    std::vector<GroupMomentum> given;  ///< of the groups that have joints, by their root
    std::vector<int> roots;            ///< of each body: one that stands for its island
    std::vector<uint8_t> marks;        ///< of islands, by their root, and of bodies
    std::vector<int> members;          ///< of the free islands with a stopped body, one by one
    std::vector<FreeIsland> free;
    std::vector<int> pressed;  ///< single bodies that can't move on at all
    std::vector<Bent> bent;
    std::vector<MadeUp> made;  ///< by body
  };

  ImpactStops(Room& room, Bodies& bodies, Collision& collision, const JoinedGroups& groups,
              const Impacts& impacts, const WorldSettings& settings)
      : room_(room),
        bodies_(bodies),
        collision_(collision),
        groups_(groups),
        impacts_(impacts),
        settings_(settings) {}

  /// Bodies that came to touch within a substep stop there, with all that they are joined to, and
  /// lose the rest of it. True if any did, or made up for what it had lost.
  bool run(float h);

 private:
  /// Of an island, at its root: something holds it, or some of it stops at what is in it. Of a
  /// body: it is pressed into one that moves, touches what does not, is in a held island, or
  /// bounced off what it was pressed into.
  enum Mark : uint8_t {
    kHeld = 1,
    kStopped = 2,
    kIsPressed = 4,
    kTouchesStill = 8,
    kIsHeld = 16,
    kBounced = 32
  };

  // Which bodies stop, and when.
  void start();
  bool stopsPressed(int body, int other) const;
  void stopFor(int body, int other, float share);
  bool stopAtMissedPairs(float h, bool started);
  bool isUntouched(const MissedPair& pair) const;
  bool isNew(const MissedPair& pair) const;
  float waitingAt(const Contact& c, float h) const;
  float whenMet(const Collider& a, const Collider& b, int part, float h) const;
  float missedAt(const MissedPair& pair, float h) const;
  void stopBehind(float h);
  bool stopBehind(const Contact& c, float h);
  bool stopFollowers(float h);
  Stop* stopOf(int body) const {
    const int stop = room_.stopOf[size_t(groups_.rootOf(body))];
    return stop < 0 ? nullptr : &room_.stops[size_t(stop)];
  }
  bool isForced(int body) const {
    return bodies_.moves(body) && bodies_.accelerationOf(body, settings_.gravity) != Vec3{};
  }

  // stopped_islands.cpp
  void findIslands();
  void listFreeIslands();
  template <class F>
  void forEachSet(std::vector<int>& list, F&& each);
  bool has(int body, int marks) const { return (room_.marks[size_t(body)] & marks) != 0; }
  void settlePressed(float h);
  void pushOn(std::span<const int> members);
  bool bounceOff(int body, int other, float h);
  void goWith(int body, int other);
  void slow(int body, float kept);
  void returnMomenta();

  // lost_time.cpp
  void addGroupMomenta();
  std::optional<Vec3> fallOfGroup(int root, float time) const;
  void stopBody(int body, float share, int stopper, bool alone, float h);
  void turnBack(int body, Quat rotation, float time, bool both, bool pressed);
  bool isNear(int body, Quat a, Quat b, bool both) const;
  void turnTo(int body, const Turning& turning);
  void turnTo(int body, Quat rotation, bool keepsEnergy);
  bool isHeld(int body, bool joined, float h) const;
  void addLateGroups(float h);
  bool makeUpForLags(float h);
  float timeMade(int body) const;

  Room& room_;
  Bodies& bodies_;
  Collision& collision_;
  const JoinedGroups& groups_;
  const Impacts& impacts_;
  const WorldSettings& settings_;
};

}  // namespace holonom
