#pragma once
// Moving bodies that joints and constraints of the user hold together, in this step.
#include <cstdint>
#include <vector>

#include "base/union_find.h"
#include "rigid/bodies.h"

namespace holonom {

class JoinedGroups {
 public:
  /// They are to be found anew.
  void forget() { known_ = false; }
  /// Where they are not known: calls `list(link)` twice, which calls `link(a, b, held)` for the
  /// ends of each, `held` where the world holds both.
  template <class List>
  void find(const Bodies& bodies, List&& list) {
    if (known_) return;
    known_ = true;
    startSets(roots_, bodies.size());
    joined_.assign(size_t(bodies.size()) + 1, 0);
    held_.assign(size_t(bodies.size()), 0);
    any_ = false;
    list([&](int a, int b, bool) {
      any_ = true;
      for (const int i : {a, b})
        if (bodies.canMove(i)) joined_[size_t(i)] = 1;
      if (bodies.canMove(a) && bodies.canMove(b)) unite(roots_, a, b);
    });
    const auto hold = [&](int i) { held_[size_t(rootOf(i))] = 1; };
    // The least of a group comes first.
    for (int& root : roots_) root = roots_[size_t(root)];
    list([&](int a, int b, bool held) {
      if (!held && bodies.canMove(a) && bodies.canMove(b)) return;
      for (const int i : {a, b})
        if (bodies.canMove(i)) hold(i);
    });
    for (const int i : bodies.active())
      if (bodies.isLocked(i)) hold(i);
  }

  bool any() const { return any_; }
  /// Whether a body moves and is joined to something.
  bool isJoined(int body) const { return joined_[size_t(body)]; }
  /// The body that stands for its group.
  int rootOf(int body) const { return roots_[size_t(body)]; }
  /// Whether the world holds some of a group.
  bool isHeld(int root) const { return held_[size_t(root)]; }

 private:
  std::vector<int> roots_;
  std::vector<uint8_t> joined_, held_;
  bool any_ = false, known_ = false;
};

}  // namespace holonom
