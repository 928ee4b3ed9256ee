#pragma once
// Contacts of nodes within an implicit step: its equations get the contact's as terms of the
// nodes' own blocks, so that nodes which touch together stop together and any solver can be used.
// Which touch, stick and slip is found by repeated solution. [Baraff & Witkin 1998, section 5]
#include "springs/linear_system.h"

namespace holonom {

/// Whether the integrator solves its contacts itself; else they push nodes after its step.
bool solvesContacts(const SpringNetworkDef& settings);

// What solveTouching() is made of.
void startContacts(SpringNetwork& network);
void addContacts(SpringNetwork& network);
void takeContactsOff(SpringNetwork& network);
/// Notes the impulses of the Δv found; false if none comes, goes, sticks or slips otherwise.
bool reviseContacts(SpringNetwork& network);

/// Calls `solve`, which takes `force` and the blocks for `deltaVelocity`, until it agrees with the
/// contacts, or a few times. What touches shows in a rough solution already: `solve` is told
/// whether one will do, and says whether it gave a good one all the same.
template <class Solve>
void solveTouching(SpringNetwork& network, Solve&& solve) {
  constexpr int kMostRounds = 4;
  startContacts(network);
  bool last = network.contacts.empty();
  for (int round = 1; round <= kMostRounds; ++round) {
    last |= round == kMostRounds;
    addContacts(network);
    const bool good = solve(!last);
    takeContactsOff(network);
    const bool changed = reviseContacts(network);
    if (last || (good && !changed)) break;
    last = !changed;
  }
}

/// The square of what residuals are measured by: the right-hand side, in which a contact counts as
/// much as it would with the mass of its node. Uses `z`.
double loadSquared(SpringNetwork& network);

}  // namespace holonom
