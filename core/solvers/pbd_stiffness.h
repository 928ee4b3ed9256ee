#pragma once

namespace holonom {

/// The share of its error that each of n projections takes away for a share k altogether:
/// 1 − (1 − k)^(1/n). [Müller et al. 2007, section 3.3]
inline double pbdStiffness(double k, int n) {
  const double left = 1 - k;
  if (!(left > 0)) return 1;
  // Newton's method for yⁿ = left from above: without overshoot, so it ends where it stops falling.
  double y = 1;
  for (;;) {
    double power = 1;  // yⁿ⁻¹
    for (int i = 1; i < n; ++i) power *= y;
    const double next = y - (y * power - left) / (n * power);
    if (!(next < y)) return 1 - y;
    y = next;
  }
}

}  // namespace holonom
