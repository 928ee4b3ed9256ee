#include "solvers/island_rows.h"

#include <algorithm>

#include "base/union_find.h"

namespace holonom {

namespace {

int slidingRows(const TouchingPair& pair) { return pair.friction > 0 ? 3 : 1; }

/// Normal and tangents of each point, then torques about the normal and across it.
int pairRows(const TouchingPair& pair, const TouchingSurface* surface) {
  const int turning = !surface ? 0 : (surface->torsional > 0) + 2 * (surface->rolling > 0);
  return slidingRows(pair) * pair.count + turning;
}

/// Scales the rows of a friction entry into the bound that the normal sets.
void clipFriction(const RowIsland& island, const MlcpFriction& f, Bodies& bodies) {
  SolverRow& r = island.rows[f.row];
  const float bound = float(f.bound([&](int i) { return island.rows[i].impulse; }));
  if (f.second < 0) {
    if (abs(r.impulse) > bound) setRowImpulse(r, bodies, r.impulse > 0 ? bound : -bound);
    return;
  }
  SolverRow& s = island.rows[f.second];
  const float size2 = r.impulse * r.impulse + s.impulse * s.impulse;
  if (size2 <= bound * bound) return;
  const float scale = bound / std::sqrt(size2);
  setRowImpulse(r, bodies, scale * r.impulse);
  setRowImpulse(s, bodies, scale * s.impulse);
}

}  // namespace

void IslandRows::join(const Bodies& bodies, int a, int b) {
  if (a == bodies.nobody() || b == bodies.nobody() || !bodies.moves(a) || !bodies.moves(b)) return;
  unite(parents_, a, b);
}

/// Counting sort: the sources of an island keep their order.
void IslandRows::sortByIsland(const Bodies& bodies) {
  starts_.assign(size_t(bodies.size()) + 1, 0);
  for (const Source& s : sources_) ++starts_[size_t(s.root) + 1];
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  sorted_.resize(sources_.size());
  for (const Source& s : sources_) sorted_[starts_[s.root]++] = s;
}

void IslandRows::gather(const Bodies& bodies, const JointSolver& joints,
                        const std::vector<ActiveGrab>& grabs, const TouchingPairs& touching,
                        const ContactRowSettings& settings, bool exactOnly) {
  using Kind = Source::Kind;
  startSets(parents_, bodies.size());
  sources_.clear();
  size_t rowCount = 0, frictionCount = 0;
  const auto add = [&](Kind kind, size_t index, int a, int b, size_t rows, bool exact) {
    if (exactOnly && !exact) return;
    join(bodies, a, b);
    const bool ofA = b == bodies.nobody() || bodies.canMove(a);
    sources_.push_back({kind, exact, static_cast<int>(index), 0, ofA ? a : b});
    rowCount += rows;
  };
  for (size_t i = 0; i < joints.joints.size(); ++i) {
    const ActiveJoint& j = joints.joints[i];
    add(Kind::Joint, i, j.a, j.b, size_t(j.count), j.exact);
  }
  for (size_t i = 0; i < grabs.size(); ++i)
    add(Kind::Grab, i, grabs[i].grab.body, bodies.nobody(), Grab::rowCount, grabs[i].exact);
  for (size_t i = 0; i < touching.pairs.size(); ++i) {
    const TouchingPair& p = touching.pairs[i];
    add(Kind::Pair, i, p.a, p.b, size_t(pairRows(p, touching.surfaceOf(p))), p.exact);
    frictionCount += size_t(2 * p.count + 2 * (p.surface >= 0));
  }
  for (Source& s : sources_) s.root = rootOf(parents_, s.root);
  sortByIsland(bodies);

  // Room first: islands are spans of these.
  rows_.clear(), friction_.clear(), islands_.clear();
  rows_.reserve(rowCount), friction_.reserve(frictionCount);
  size_t first = 0, firstFriction = 0;
  bool joined = false;
  for (size_t i = 0; i < sorted_.size(); ++i) {
    Source& s = sorted_[i];
    s.first = static_cast<int>(rows_.size());
    if (s.kind == Kind::Joint) {
      const ActiveJoint& j = joints.joints[s.index];
      rows_.insert(rows_.end(), joints.rows.begin() + j.first,
                   joints.rows.begin() + j.first + j.count);
      for (int k = s.first; k < int(rows_.size()); ++k) rows_[k].row.slop = settings.slop;
    } else if (s.kind == Kind::Grab) {
      rows_.insert(rows_.end(), grabs[s.index].rows, grabs[s.index].rows + Grab::rowCount);
    } else {
      const TouchingPair& pair = touching.pairs[s.index];
      const TouchingSurface* const surface = touching.surfaceOf(pair);
      const int count = slidingRows(pair);
      const bool constant = settings.friction == FrictionModel::Constant;
      const float force = constant ? TouchingPairs::constantFriction(pair, bodies, settings.h) : 0;
      const int firstNormal = static_cast<int>(rows_.size() - first);
      for (int k = 0; k < pair.count; ++k) {
        const int normal = static_cast<int>(rows_.size() - first);
        Manifold manifold{};
        manifold.normal = pair.normal;
        Row rows[3];
        contactRows(manifold, TouchingPairs::pointNow(pair, k, bodies), rows);
        rows[0].slop = settings.slop * pair.sizeShare;
        for (int d = 0; d < count; ++d) {
          SolverRow& r = rows_.emplace_back();
          r.row = rows[d];
          r.a = pair.a, r.b = pair.b;
          r.soft = {settings.baumgarte / settings.h, 1, 0};
          r.impulse = pair.points[k].impulse[d];
          if (d > 0)
            r.row.velocity = touching.slipAlong(pair, d == 1 ? pair.tangent1 : pair.tangent2);
          prepareRow(r, bodies);
        }
        if (count > 1 && constant) {
          friction_.push_back({normal + 1, normal + 2, -1, double(force) * settings.h});
        } else if (count > 1 && settings.friction == FrictionModel::Cone) {
          friction_.push_back({normal + 1, normal + 2, normal, double(pair.friction)});
        } else if (count > 1) {
          friction_.push_back({normal + 1, -1, normal, double(pair.friction)});
          friction_.push_back({normal + 2, -1, normal, double(pair.friction)});
        }
      }
      const auto resist = [&](float coefficient, int axes) {
        const int row = static_cast<int>(rows_.size() - first);
        for (int k = 0; k < axes; ++k) {
          SolverRow& r = rows_.emplace_back();
          r.row = turningRow(axes == 1 ? pair.normal : k == 0 ? pair.tangent1 : pair.tangent2);
          r.a = pair.a, r.b = pair.b;
          prepareRow(r, bodies);
        }
        friction_.push_back(
            {row, axes == 1 ? -1 : row + 1, firstNormal, double(coefficient), pair.count, count});
      };
      if (surface && surface->torsional > 0) resist(surface->torsional, 1);
      if (surface && surface->rolling > 0) resist(surface->rolling, 2);
    }
    joined |= s.kind != Kind::Pair;
    if (i + 1 < sorted_.size() && sorted_[i + 1].root == s.root) continue;
    islands_.push_back({s.exact,
                        joined,
                        {rows_.data() + first, rows_.size() - first},
                        {friction_.data() + firstFriction, friction_.size() - firstFriction}});
    first = rows_.size(), firstFriction = friction_.size();
    joined = false;
  }
}

void IslandRows::scatter(JointSolver& joints, std::vector<ActiveGrab>& grabs,
                         TouchingPairs& touching) const {
  using Kind = Source::Kind;
  for (const Source& s : sorted_) {
    const SolverRow* const rows = rows_.data() + s.first;
    if (s.kind == Kind::Joint) {
      const ActiveJoint& j = joints.joints[s.index];
      for (int k = 0; k < j.count; ++k) joints.rows[j.first + k].impulse = rows[k].impulse;
    } else if (s.kind == Kind::Grab) {
      for (int k = 0; k < Grab::rowCount; ++k) grabs[s.index].rows[k].impulse = rows[k].impulse;
    } else {
      TouchingPair& pair = touching.pairs[s.index];
      const int count = slidingRows(pair);
      for (int k = 0; k < pair.count; ++k)
        for (int d = 0; d < count; ++d) pair.points[k].impulse[d] = rows[k * count + d].impulse;
    }
  }
}

void sweepIsland(const RowIsland& island, Bodies& bodies, float h, float maxPush, int sweeps) {
  for (const SolverRow& r : island.rows) warmStartRow(r, bodies);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    size_t f = 0;
    for (size_t i = 0; i < island.rows.size(); ++i) {
      solveRow(island.rows[i], bodies, h, true, maxPush);
      if (f == island.friction.size()) continue;
      // The rows of an entry follow each other.
      const MlcpFriction& entry = island.friction[f];
      if (std::max(entry.row, entry.second) != static_cast<int>(i)) continue;
      clipFriction(island, entry, bodies);
      ++f;
    }
  }
}

}  // namespace holonom
