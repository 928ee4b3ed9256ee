// What of the equality system stands as long as its joints do: order, places and couplings.
#include <algorithm>

#include "base/union_find.h"
#include "solvers/equality_system.h"

namespace holonom {

namespace {

uint8_t movableBits(const Bodies& bodies, const RowBlock& block) {
  return uint8_t(PreciseBody::isMovable(bodies, block.a) | PreciseBody::isMovable(bodies, block.b)
                                                               << 1);
}

}  // namespace

bool EqualitySystem::matches(const Bodies& bodies, std::span<const RowBlock> blocks) const {
  if (blocks.size() != blocks_.size()) return false;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i] != blocks_[i] || movableBits(bodies, blocks[i]) != movable_[i]) return false;
  return true;
}

void EqualitySystem::analyze(const Bodies& bodies, std::span<const RowBlock> blocks,
                             const FactorLimits& limits) {
  blocks_.assign(blocks.begin(), blocks.end());
  movable_.clear();
  slots_.clear();
  // Movable bodies first: their slots are the elements of the ordering.
  std::vector<int32_t>& slotOf = slotsOfBodies_;
  slotOf.assign(size_t(bodies.size()) + 1, -1);
  const auto addSlot = [&](int body) {
    if (slotOf[body] >= 0) return;
    slotOf[body] = int32_t(slots_.size());
    slots_.emplace_back();
    slots_.back().body = body;
    slots_.back().movable = PreciseBody::isMovable(bodies, body);
  };
  for (const RowBlock& block : blocks) {
    movable_.push_back(movableBits(bodies, block));
    for (const int body : {block.a, block.b})
      if (PreciseBody::isMovable(bodies, body)) addSlot(body);
  }
  const int movableCount = int(slots_.size());
  // A row of many bodies makes one of them: the order takes all that they touch for coupled.
  std::vector<int> wholes;
  startSets(wholes, movableCount);
  for (size_t i = 0; i < blocks.size(); ++i)
    for (int k = 0; blocks[i].further > 0 && k <= blocks[i].further; ++k) {
      const int a = slotOf[blocks[i].a], b = slotOf[blocks[i + size_t(k)].b];
      if (a >= 0 && b >= 0) unite(wholes, a, b);
    }
  std::vector<JointEdge> edges;
  for (const RowBlock& block : blocks) {
    addSlot(block.a), addSlot(block.b);
    const int a = slotOf[block.a], b = slotOf[block.b];
    // A joint of a body with itself, or without rows, moves nothing.
    const bool idle = a == b || block.count == 0;
    JointEdge& edge = edges.emplace_back();
    edge = {idle || a >= movableCount ? -1 : rootOf(wholes, a),
            idle || b >= movableCount ? -1 : rootOf(wholes, b), block.count};
    if (edge.a == edge.b) edge.b = -1;
  }
  order_ = eliminationOrder(edges, movableCount, limits);

  joints_.clear();
  entries_.clear();
  further_.clear();
  int32_t packed = 0, value = 0, diagonal = 0, offDiagonal = 0, widest = 0;
  for (const int32_t index : order_.joints) {
    const RowBlock& block = blocks[index];
    const int32_t stride = (block.count + 1) & ~1;
    joints_.push_back({.block = index,
                       .first = block.first,
                       .count = block.count,
                       .stride = stride,
                       .packed = packed,
                       .value = value,
                       .diagonal = diagonal,
                       .bodies = {slotOf[block.a], slotOf[block.b]},
                       .column = 0,
                       .columnEnd = 0,
                       .holdsPoint = block.holdsPoint,
                       .isGrounded = block.isGrounded,
                       .further = int32_t(further_.size()),
                       .furtherEnd = int32_t(further_.size()) + block.further});
    for (int k = 1; k <= block.further; ++k)
      further_.push_back({slotOf[blocks[size_t(index + k)].b], {}, {}, {}});
    packed += block.count;
    value += stride;
    diagonal += block.count * stride;
  }
  for (size_t p = 0; p < joints_.size(); ++p) {
    joints_[p].column = int32_t(entries_.size());
    const int32_t start = offDiagonal;
    for (int32_t c = order_.columnStarts[p]; c < order_.columnStarts[p + 1]; ++c) {
      const int32_t row = order_.columnRows[c];
      entries_.push_back({row, offDiagonal});
      offDiagonal += joints_[p].count * joints_[row].stride;
    }
    joints_[p].columnEnd = int32_t(entries_.size());
    widest = max(widest, offDiagonal - start);
  }

  // Which joints share a body before any is eliminated.
  struct Touch {
    int32_t joint, side;
  };
  std::vector<std::vector<Touch>> touches(static_cast<size_t>(movableCount));
  for (int32_t p = 0; p < int32_t(joints_.size()); ++p)
    forEachSlot(joints_[p], [&](int32_t body, int32_t side) {
      if (body < movableCount) touches[body].push_back({p, side});
    });
  couplings_.clear();
  for (int32_t p = 0; p < int32_t(joints_.size()); ++p)
    forEachSlot(joints_[p], [&](int32_t body, int32_t side) {
      if (body >= movableCount) return;
      for (const Touch& other : touches[body])
        if (other.joint > p)
          couplings_.push_back({p, other.joint, side, other.side, findEntry(p, other.joint)});
    });

  parts_.assign(size_t(packed), {});
  weighted_.assign(size_t(packed), {});
  arms_.assign(joints_.size(), {});
  grounds_.assign(size_t(packed), {});
  diagonals_.assign(size_t(diagonal), 0);
  offDiagonals_.assign(size_t(offDiagonal), 0);
  columnScratch_.assign(size_t(widest), 0);
  for (std::vector<double>* v : {&biases_, &stillBiases_, &gammas_, &scales_, &totals_, &values_})
    v->assign(size_t(value), 0);
  places_.assign(blocks_.size(), -1);
  for (size_t p = 0; p < joints_.size(); ++p)
    places_[size_t(joints_[p].block)] = static_cast<int32_t>(p);
  listAssemblies();
}

int32_t EqualitySystem::findEntry(int32_t column, int32_t row) const {
  const auto begin = entries_.begin() + joints_[column].column;
  const auto end = entries_.begin() + joints_[column].columnEnd;
  return std::lower_bound(begin, end, row, [](const Entry& e, int32_t r) { return e.row < r; })
      ->offset;
}

// Elimination goes assembly by assembly, so that each is a range of everything.
void EqualitySystem::listAssemblies() {
  assemblies_.clear();
  int32_t coupling = 0;
  for (int32_t p = 0; p < int32_t(joints_.size());) {
    // The last column that the joints so far reach.
    int32_t end = p + 1;
    for (int32_t q = p; q < end; ++q)
      for (int32_t e = joints_[q].column; e < joints_[q].columnEnd; ++e)
        end = max(end, entries_[e].row + 1);
    const auto offsetAt = [&](int32_t joint) {
      const int32_t entry =
          joint < int32_t(joints_.size()) ? joints_[joint].column : int32_t(entries_.size());
      return entry < int32_t(entries_.size()) ? entries_[entry].offset
                                              : int32_t(offDiagonals_.size());
    };
    const int32_t firstCoupling = coupling;
    while (coupling < int32_t(couplings_.size()) && couplings_[coupling].column < end) ++coupling;
    assemblies_.push_back({p, end, firstCoupling, coupling, offsetAt(p), offsetAt(end)});
    p = end;
  }
  listMembers();
}

void EqualitySystem::listMembers() {
  owners_.assign(slots_.size(), -1);
  memberStarts_.clear();
  members_.clear();
  for (size_t i = 0; i < assemblies_.size(); ++i) {
    memberStarts_.push_back(int32_t(members_.size()));
    for (int32_t p = assemblies_[i].joint; p < assemblies_[i].jointEnd; ++p)
      forEachSlot(joints_[size_t(p)], [&](int32_t slot, int) {
        if (!slots_[size_t(slot)].movable || owners_[size_t(slot)] >= 0) return;
        owners_[size_t(slot)] = int32_t(i);
        members_.push_back(slots_[size_t(slot)].body);
      });
  }
  memberStarts_.push_back(int32_t(members_.size()));
}

}  // namespace holonom
