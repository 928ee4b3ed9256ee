#pragma once
// Four floats at a time, by the compilers' vector extension: one source becomes wasm SIMD128 and
// SSE/NEON. Only + - * / sqrt, comparisons and selects: all exact in IEEE arithmetic, so every
// platform gives the same bits.
#include <cmath>
#include <cstdint>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace holonom {

typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));

inline f32x4 splat(float s) { return f32x4{s, s, s, s}; }

inline f32x4 sqrt(f32x4 a) {
#if defined(__wasm_simd128__)
  return (f32x4)wasm_f32x4_sqrt((v128_t)a);
#elif defined(__SSE2__)
  return (f32x4)_mm_sqrt_ps((__m128)a);
#else
  return f32x4{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

inline f32x4 select(i32x4 mask, f32x4 yes, f32x4 no) {
#if defined(__wasm_simd128__)
  return (f32x4)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)mask);
#else
  return (f32x4)((mask & (i32x4)yes) | (~mask & (i32x4)no));
#endif
}
// min is a < b ? a : b and max is a > b ? a : b on every platform, also for NaN and signed zeros.
inline f32x4 min(f32x4 a, f32x4 b) {
#if defined(__wasm_simd128__)
  return (f32x4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#elif defined(__SSE2__)
  return (f32x4)_mm_min_ps((__m128)a, (__m128)b);
#else
  return select(a < b, a, b);
#endif
}
inline f32x4 max(f32x4 a, f32x4 b) {
#if defined(__wasm_simd128__)
  return (f32x4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#elif defined(__SSE2__)
  return (f32x4)_mm_max_ps((__m128)a, (__m128)b);
#else
  return select(a > b, a, b);
#endif
}
inline f32x4 abs(f32x4 a) { return (f32x4)((i32x4)a & 0x7fffffff); }
/// Of a mask: whether it holds in any lane.
inline bool any(i32x4 m) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true((v128_t)m);
#elif defined(__SSE2__)
  return _mm_movemask_ps((__m128)m) != 0;
#else
  return (m[0] | m[1] | m[2] | m[3]) != 0;
#endif
}
/// Of a mask: bit k says whether it holds in lane k.
inline uint32_t bitsOf(i32x4 m) {
#if defined(__wasm_simd128__)
  return wasm_i32x4_bitmask((v128_t)m);
#elif defined(__SSE2__)
  return uint32_t(_mm_movemask_ps((__m128)m));
#else
  return uint32_t((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}
/// And back: the mask of the lanes that have a bit.
inline i32x4 lanesOfBits(int bits) {
  return (i32x4{bits, bits, bits, bits} & i32x4{1, 2, 4, 8}) != 0;
}

/// Rows become columns.
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const f32x4 ab01 = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const f32x4 ab23 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const f32x4 cd01 = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const f32x4 cd23 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab01, cd01, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab01, cd01, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab23, cd23, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab23, cd23, 2, 3, 6, 7);
}

// The same names for one lane, so that a kernel written once serves float, double and f32x4.
template <class T>
T lanes(float s) {
  return T(s);
}
template <>
inline f32x4 lanes<f32x4>(float s) {
  return splat(s);
}

inline float sqrt(float a) { return std::sqrt(a); }
inline double sqrt(double a) { return std::sqrt(a); }
inline float select(bool m, float yes, float no) { return m ? yes : no; }
inline double select(bool m, double yes, double no) { return m ? yes : no; }
inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }
inline double min(double a, double b) { return a < b ? a : b; }
inline double max(double a, double b) { return a > b ? a : b; }
inline bool any(bool m) { return m; }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline float abs(float a) { return a < 0 ? -a : a; }
inline double abs(double a) { return a < 0 ? -a : a; }

}  // namespace holonom
