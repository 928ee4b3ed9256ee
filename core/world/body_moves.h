#pragma once
// Kinematic bodies that are moved to a pose: their velocities for one step, and the exact arrival.
#include <vector>

#include "rigid/bodies.h"

namespace holonom {

class BodyMoves {
 public:
  /// In place of the move that the body may have.
  void set(BodyId body, const Transform& target);
  void forget(BodyId body);
  /// Whether a body has the velocities of a move that has ended.
  bool hasArrived(BodyId body) const;
  /// Gives each the velocities that reach its pose in a step; what has arrived stands.
  void begin(Bodies& bodies, float dt);
  /// At the end of that step: the pose itself, as substeps round.
  void finish(Bodies& bodies);

  template <class A>
  void archive(A& ar) {
    ar(moves_);
  }

 private:
  struct Move {
    BodyId body;
    Transform target;
    bool arrived = false;  // at the end of the last step

    template <class A>
    void archive(A& ar) {
      auto& [body, target, arrived] = *this;
      ar(body, target, arrived);
    }
  };
  std::vector<Move> moves_;
};

}  // namespace holonom
