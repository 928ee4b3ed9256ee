#pragma once
// 32-bit generational handles: low 20 bits are slot + 1, high 12 bits a generation. Zero is null.
#include <cstdint>
#include <optional>

#include "base/packed.h"

namespace holonom {

template <class Tag>
struct Handle {
  uint32_t bits = 0;
  using Packed = PackedOf<uint32_t>;
  explicit operator bool() const { return bits != 0; }
  friend bool operator==(Handle, Handle) = default;
};

using BodyId = Handle<struct BodyTag>;
using ClothId = Handle<struct ClothTag>;
using RopeId = Handle<struct RopeTag>;
using GrainsId = Handle<struct GrainsTag>;
using SoftBodyId = Handle<struct SoftBodyTag>;
using RodId = Handle<struct RodTag>;
using SpringNetworkId = Handle<struct SpringNetworkTag>;
using AttachmentId = Handle<struct AttachmentTag>;
using GrabId = Handle<struct GrabTag>;
using JointId = Handle<struct JointTag>;
using ForceId = Handle<struct ForceTag>;

/// Cloths, ropes, grains, soft bodies and rods share one pool of handles: each as that of a cloth.
inline ClothId clothOf(ClothId id) { return id; }
inline ClothId clothOf(RopeId id) { return {id.bits}; }
inline ClothId clothOf(GrainsId id) { return {id.bits}; }
inline ClothId clothOf(SoftBodyId id) { return {id.bits}; }
inline ClothId clothOf(RodId id) { return {id.bits}; }
/// The one of the five that is given, if any.
inline std::optional<ClothId> clothOf(std::optional<ClothId> cloth, std::optional<RopeId> rope,
                                      std::optional<GrainsId> grains,
                                      std::optional<SoftBodyId> softBody,
                                      std::optional<RodId> rod) {
  if (rod) return clothOf(*rod);
  if (softBody) return clothOf(*softBody);
  return rope ? clothOf(*rope) : grains ? clothOf(*grains) : cloth;
}

inline constexpr uint32_t kHandleIndexBits = 20;
inline constexpr uint32_t kHandleIndexMask = (1u << kHandleIndexBits) - 1;
/// Most objects of one kind that a world can hold at a time.
inline constexpr uint32_t kMaxObjects = kHandleIndexMask - 1;

}  // namespace holonom
