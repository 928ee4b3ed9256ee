// The state of a world as bytes, and back.
#include <cstring>

#include "base/archive.h"
#include "world/check.h"
#include "world/world.h"

namespace holonom {

namespace {

/// To be raised with every change of what `archive` writes anywhere.
constexpr uint32_t kSnapshotVersion = 35;
constexpr char kMagic[] = {'H', 'o', 'l', 'o'};

struct Header {
  char magic[4];
  uint32_t version;
  uint64_t size;      ///< of all bytes
  uint64_t checksum;  ///< of those after it
};
static_assert(sizeof(Header) == 24);

uint64_t mixed(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x100000001b3ull;
  return sum ^ sum >> 29;
}

/// FNV-1a by words of 8 bytes, in four sums that do not wait for each other.
uint64_t checksumOf(std::span<const uint8_t> bytes) {
  uint64_t sums[4] = {0xcbf29ce484222325ull, 1, 2, 3};
  for (size_t at = 0; at < bytes.size(); at += 32) {
    uint64_t words[4] = {};
    std::memcpy(words, bytes.data() + at, std::min<size_t>(32, bytes.size() - at));
    for (int k = 0; k < 4; ++k) sums[k] = mixed(sums[k], words[k]);
  }
  return mixed(mixed(mixed(sums[0], sums[1]), sums[2]), sums[3]);
}

/// Geometry that was built from the same lists serves again.
template <class AnyShape>
void reuseGeometry(AnyShape& shape, const AnyShape& before) {
  if (Hull* hull = std::get_if<Hull>(&shape))
    if (const Hull* old = std::get_if<Hull>(&before); old && old->points == hull->points)
      hull->geometry = old->geometry;
  if constexpr (std::is_same_v<AnyShape, Shape>) {
    if (Mesh* mesh = std::get_if<Mesh>(&shape))
      if (const Mesh* old = std::get_if<Mesh>(&before);
          old && old->vertices == mesh->vertices && old->indices == mesh->indices)
        mesh->geometry = old->geometry;
    if (Compound* compound = std::get_if<Compound>(&shape))
      if (const Compound* old = std::get_if<Compound>(&before))
        for (size_t i = 0; i < std::min(compound->parts.size(), old->parts.size()); ++i)
          reuseGeometry(compound->parts[i].shape, old->parts[i].shape);
  }
}

/// Calls `f` for the handles of each kind, of one world or of several side by side.
template <class F, class... Worlds>
void forEachKind(F&& f, Worlds&... worlds) {
  f(worlds.bodies.ids...);
  f(worlds.soft.cloths...);
  f(worlds.soft.springs...);
  f(worlds.ties.attachments...);
  f(worlds.ties.grabs...);
  f(worlds.joints.all...);
  f(worlds.forces...);
}

}  // namespace

template <class A>
void World::archive(A& ar) {
  // clang-format off
  auto& [settings, bodies, soft, ties, notes, joints, forces, collision, objectEvents, time, stepCount, version, stageMs, solving_, generators_, course_, userConstraints_, moves_, queries_, islands_, stopRoom_, pointContacts_] = *this;
  // clang-format on
  // What a step fills before it reads it, or what follows from the rest, is left out.
  ar(settings, bodies, soft, ties, notes, joints, forces, collision, objectEvents, time, stepCount,
     solving_.counts, course_, moves_, userConstraints_);
}

void World::follow(const World& before) {
  forEachKind([](auto& own, const auto& other) { own.follow(other); }, *this, before);
}

void World::leaveFuture() {
  forEachKind([](auto& own) { own.leaveFuture(); }, *this);
}

void World::snapshot(std::vector<uint8_t>& out) const {
  Archive ar(out, sizeof(Header));
  // Writing changes nothing.
  const_cast<World*>(this)->archive(ar);
  ar.end();
  Header header{
      {}, kSnapshotVersion, out.size(), checksumOf(std::span(out).subspan(sizeof(Header)))};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  std::memcpy(out.data(), &header, sizeof header);
}

std::vector<uint8_t> World::snapshot() const {
  std::vector<uint8_t> out;
  snapshot(out);
  return out;
}

Status World::restore(std::span<const uint8_t> bytes) {
  Header header{};
  if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0)
    return Error{ErrorCode::Type, "bytes", double(bytes.size()), Rule::Snapshot};
  if (header.version != kSnapshotVersion)
    return Error{ErrorCode::Version,
                 "bytes",
                 double(header.version),
                 Rule::SnapshotVersion,
                 {double(kSnapshotVersion)}};
  const std::span<const uint8_t> body = bytes.subspan(sizeof header);
  if (header.size != bytes.size() || header.checksum != checksumOf(body))
    return Error{
        ErrorCode::Type, "bytes", double(bytes.size()), Rule::SnapshotBytes, {double(header.size)}};
  World restored;
  restored.version = version + 1;
  Archive ar(body);
  restored.archive(ar);
  if (ar.failed() || ar.left() > 0)
    return Error{ErrorCode::Version, "bytes", double(bytes.size()), Rule::SnapshotOfThis};
  restored.follow(*this);
  restored.rebuildShapes(*this);
  for (SpringObject& o : restored.soft.springs) prepareFactor(o.network, o.def);
  become(std::move(restored));
  return {};
}

World World::emptied() const {
  World empty;
  empty.version = version + 1;
  forEachKind([](auto& own, const auto& given) { own.take(given); }, empty, *this);
  return empty;
}

void World::become(World&& other) {
  other.generators_ = std::move(generators_);
  other.userConstraints_.keep(std::move(userConstraints_));
  *this = std::move(other);
}

/// Geometry is not in a snapshot: it follows from the lists it was built from.
void World::rebuildShapes(const World& before) {
  for (int i = 0; i < bodies.size(); ++i) {
    Shape& shape = bodies.defs[size_t(i)].shape;
    const int old = before.indexOf(bodies.ids.idAt(i));
    if (old >= 0) reuseGeometry(shape, before.bodies.defs[size_t(old)].shape);
    resolveShape(shape, "");
  }
  collision.takeShapes(bodies);
}

}  // namespace holonom
