#pragma once
// Memory is asked for before a call changes anything: where an allocation fails in the midst of
// one, WebAssembly traps and the call is left half done.
#include <cstddef>

namespace holonom {

/// Room for what a call needs besides what it says [bytes].
inline constexpr size_t kSpareRoom = size_t(1) << 20;

/// Whether `bytes`, and the spare room, can be had now. Where memory is promised without being
/// there, as natively, always.
bool hasRoom(size_t bytes);

}  // namespace holonom
