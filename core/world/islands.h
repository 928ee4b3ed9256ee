#pragma once
// Bodies that touch, are joined or pull at each other: they wake and fall asleep together.
#include <span>
#include <utility>
#include <vector>

#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "world/settings.h"

namespace holonom {

class Islands {
 public:
  /// Two bodies that a joint, a force or a constraint of the user links.
  using Tie = std::pair<int, int>;

  /// Ties came or went, or bodies have other numbers.
  void forgetTies() { tiesKnown_ = linksKnown_ = false; }
  /// Contacts came or went.
  void forgetContacts() { linksKnown_ = false; }
  /// Calls `list(add)` where the ties are not known.
  template <class List>
  void tie(int nobody, List&& list) {
    if (tiesKnown_) return;
    ties_.clear();
    list([&](int a, int b) {
      if (a != nobody && b != nobody) ties_.push_back({a, b});
    });
    tiesKnown_ = true, activity_ = 0;
  }

  /// A body with all that fell asleep with it.
  static void wake(Bodies& bodies, int body);
  static void wakeAll(Bodies& bodies);
  /// And what is linked to it.
  static void wakeLinked(Bodies& bodies, std::span<const int> linked, int body);
  /// The bodies linked to one, good until contacts or ties change.
  std::span<const int> linkedTo(const Bodies& bodies, const ContactCache& contacts, int body);

  /// What is linked to a body that moves.
  void wakeDisturbed(Bodies& bodies, const ContactCache& contacts);

  std::vector<Vec3> pulls;  ///< what each body would be given, were it free [m/s²]
  std::vector<int> driven;  ///< bodies that motors move

  /// At the end of a step, with those two: islands of which all bodies have rested long enough.
  void fallAsleep(Bodies& bodies, const ContactCache& contacts, const WorldSettings& settings,
                  float dt);

 private:
  std::vector<Tie> ties_, activeTies_;
  std::vector<int> linkStarts_, links_;  // of each body, one's after another's
  std::vector<int> parents_;             // sets of bodies, as they fall asleep
  std::vector<float> islandTimes_;       // how long a set has been still, at its root [s]
  uint64_t activity_ = 0;                // of which `activeTies_` are
  bool tiesKnown_ = false, linksKnown_ = false;

  template <class F>
  void forEachLink(const ContactCache& contacts, F&& f) const;
  void listLinks(const Bodies& bodies, const ContactCache& contacts);
  const std::vector<Tie>& activeTies(const Bodies& bodies);
};

}  // namespace holonom
