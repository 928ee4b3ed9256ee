#pragma once
// Who began and who ceased to touch. A pair with one contact is followed by a flag on it; pairs
// with several (compounds, meshes) by sorted lists of the pairs that touch, and how.
#include <vector>

#include "base/keyed.h"
#include "collision/contact_cache.h"
#include "rigid/bodies.h"
#include "world/readouts.h"

namespace holonom {

class ContactEvents {
 public:
  /// Of the last step, and of removals before it.
  const std::vector<ContactEvent>& told() const { return told_; }

  /// Before a contact is removed: its touch ends.
  void end(const Bodies& bodies, const ContactCache& contacts, const Contact& contact);
  /// Sets aside the touches of bodies that rest: they go on.
  void setAside(const Bodies& bodies);
  /// At the end of a step. Returns whether a contact of bodies that rest is not parked yet.
  bool find(const Bodies& bodies, ContactCache& contacts);

  template <class A>
  void archive(A& ar) {
    auto& [told_, pending_, touching_, touched_, resting_, found_, activity_, lost_, keyed_,
           scratch_] = *this;
    ar(told_, pending_, touching_, resting_);
  }

 private:
  /// How two bodies touch that have several contacts.
  struct PairTouch {
    uint64_t key = 0;   // of the pair
    int contact = -1;   // the first that touches
    int begin = -1;     // of the pending events, where it began there
    ContactEvent last;  // that tells its end

    template <class A>
    void archive(A& ar) {
      auto& [key, contact, begin, last] = *this;
      ar(key, last);
    }
  };

  void gather();
  void mergeFound();
  const PairTouch* knownTouch(uint64_t key) const;
  void noteLast(const Bodies& bodies, const ContactCache& contacts, PairTouch& touch) const;

  std::vector<ContactEvent> told_, pending_;
  std::vector<PairTouch> touching_, touched_;  // of active bodies, now and before, by key
  std::vector<PairTouch> resting_;             // of others, by key
  std::vector<PairTouch> found_;               // in this step, of all contacts, in their order
  uint64_t activity_ = 0;                      // of which touches are set aside
  bool lost_ = true;  // contacts of touches at rest were removed, or may have been
  std::vector<Keyed> keyed_, scratch_;
};

}  // namespace holonom
