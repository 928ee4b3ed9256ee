#pragma once
// Small dense kernels of the block factorisation: rows padded to pairs of doubles, N rows known to
// the compiler where N > 0, else counted.
#include <cstring>

#include "math/simd.h"

namespace holonom {

/// Share of a row's own diagonal below which a pivot counts as redundant, and fades.
inline constexpr double kSmallPivot = 1e-6;

inline f64x2 loadPair(const double* p) {
  f64x2 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void storePair(double* p, f64x2 v) { std::memcpy(p, &v, sizeof v); }
inline f64x2 pairOf(double s) { return f64x2{s, s}; }
inline double sumOf(f64x2 v) { return v[0] + v[1]; }

inline double dot6(const double* a, const double* b) {
  return sumOf(loadPair(a) * loadPair(b) + loadPair(a + 2) * loadPair(b + 2) +
               loadPair(a + 4) * loadPair(b + 4));
}

/// target[c][·] −= Σₖ scaled[k][c] · factor[k][·] for W pairs of columns.
template <int N, int W>
inline void subtractProduct(int count, double* target, int targetRows, const double* scaled,
                            int scaledStride, const double* factor) {
  const int n = N > 0 ? N : count;
  for (int c = 0; c < targetRows; ++c, target += 2 * W) {
    f64x2 sum[W];
    for (int w = 0; w < W; ++w) sum[w] = loadPair(target + 2 * w);
    for (int k = 0; k < n; ++k) {
      const f64x2 s = pairOf(scaled[k * scaledStride + c]);
      for (int w = 0; w < W; ++w) sum[w] -= s * loadPair(factor + k * 2 * W + 2 * w);
    }
    for (int w = 0; w < W; ++w) storePair(target + 2 * w, sum[w]);
  }
}

template <int N>
inline void subtractProduct(int count, double* target, int targetRows, const double* scaled,
                            int scaledStride, const double* factor, int stride) {
  switch (stride) {
    case 2:
      return subtractProduct<N, 1>(count, target, targetRows, scaled, scaledStride, factor);
    case 4:
      return subtractProduct<N, 2>(count, target, targetRows, scaled, scaledStride, factor);
    default:
      return subtractProduct<N, 3>(count, target, targetRows, scaled, scaledStride, factor);
  }
}

/// Factors the symmetric n × stride block s in place as L D Lᵀ: L below the diagonal, and on it the
/// inverse pivots 1/p, faded to p³ / (p⁴ + q⁴) below some 1000 q, where q is `small` times `scale`.
template <int N>
inline void factorBlock(int count, int stride, double* s, const double* scale, double small) {
  const int n = N > 0 ? N : count;
  for (int k = 0; k < n; ++k) {
    const double pivot = s[k * stride + k], q = small * scale[k];
    double inverse = 0;
    if (pivot > 1e3 * q) {
      inverse = 1 / pivot;
    } else if (pivot > 0) {
      const double ratio = q / pivot, squared = ratio * ratio;
      inverse = 1 / (pivot * (1 + squared * squared));
    }
    s[k * stride + k] = inverse;
    for (int m = k + 1; m < n; ++m) {
      const double f = s[k * stride + m] * inverse;
      for (int c = m; c < n; ++c) s[m * stride + c] -= f * s[k * stride + c];
      s[m * stride + k] = f;
    }
  }
}

/// The symmetric 3 × 3 block s, of stride 4, becomes its inverse, where pivots fade as in
/// `factorBlock`. By cofactors, which wait for each other less than pivots do
/// and lose few digits as long as the pivots are no smaller.
inline void invertBlock(double* s, const double* scale, double small) {
  const double a = s[0], b = s[1], c = s[2], d = s[5], e = s[6], f = s[10];
  double xx = d * f - e * e, xy = c * e - b * f, xz = b * e - c * d;
  double yy = a * f - c * c, yz = b * c - a * e, zz = a * d - b * b;
  const double determinant = a * xx + b * xy + c * xz, least = 1e3 * small;
  if (a > least * scale[0] && zz > least * scale[1] * a && determinant > least * scale[2] * zz) {
    const double i = 1 / determinant;
    xx *= i, xy *= i, xz *= i, yy *= i, yz *= i, zz *= i;
  } else {
    factorBlock<3>(3, 4, s, scale, small);
    // L⁻ᵀ D⁻¹ L⁻¹
    const double p = s[4], r = s[9], q = p * r - s[8];
    zz = s[10], yz = -r * zz, xz = q * zz;
    yy = s[5] - r * yz, xy = -p * s[5] - r * xz, xx = s[0] + p * p * s[5] + q * xz;
  }
  s[0] = xx, s[1] = s[4] = xy, s[2] = s[8] = xz;
  s[5] = yy, s[6] = s[9] = yz, s[10] = zz;
}

/// scaled = s y for the 3 × 3 block s and three rows of `stride` columns.
inline void multiplyBlock(const double* s, const double* y, double* scaled, int stride) {
  for (int c = 0; c < stride; c += 2) {
    const f64x2 x = loadPair(y + c), v = loadPair(y + stride + c), z = loadPair(y + 2 * stride + c);
    for (int m = 0; m < 3; ++m)
      storePair(scaled + m * stride + c,
                pairOf(s[m * 4]) * x + pairOf(s[m * 4 + 1]) * v + pairOf(s[m * 4 + 2]) * z);
  }
}

/// y ← L⁻¹ y for n rows of `stride` columns, and scaled = D⁻¹ y.
template <int N>
inline void solveLower(int count, const double* s, int sStride, double* y, double* scaled,
                       int stride) {
  const int n = N > 0 ? N : count;
  for (int c = 0; c < stride; c += 2) {
    f64x2 row[6];
    for (int m = 0; m < n; ++m) {
      f64x2 v = loadPair(y + m * stride + c);
      for (int k = 0; k < m; ++k) v -= pairOf(s[m * sStride + k]) * row[k];
      row[m] = v;
      storePair(y + m * stride + c, v);
      storePair(scaled + m * stride + c, pairOf(s[m * sStride + m]) * v);
    }
  }
}

/// Calls f.template operator()<N>() with N = count where that is a usual number of rows, else 0.
template <class F>
inline void withRowCount(int count, F f) {
  switch (count) {
    case 3:
      return f.template operator()<3>();
    case 5:
      return f.template operator()<5>();
    case 6:
      return f.template operator()<6>();
    default:
      return f.template operator()<0>();
  }
}

}  // namespace holonom
