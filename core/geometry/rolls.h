#pragma once

namespace holonom {

/// About what a shape rolls over the same points of its surface or of another: its axis y, any axis
/// through its middle, or none.
enum class RollsAbout { Nothing, AxisY, AnyAxis };

}  // namespace holonom
