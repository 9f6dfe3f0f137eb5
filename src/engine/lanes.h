/* Four float lanes, and the operations the kernels are written in; four doubles, `wide`, in which
 * floats are added up; and sixteen bytes, `octets`, whose bits are moved before they become floats.
 *
 * Every operation rounds like the plain-C twin at the end of this file (IEEE arithmetic, nothing
 * fused), so WebAssembly SIMD, SSE, NEON and the twin give the same bits. -DNF_SCALAR
 * chooses the twin. */
#ifndef NF_LANES_H
#define NF_LANES_H

#include "bits.h"

#if defined(__wasm_simd128__) && !defined(NF_SCALAR)

#include <wasm_simd128.h>
typedef v128_t lanes;
static inline lanes lanes_load(const float *p) { return wasm_v128_load(p); }
static inline void lanes_store(float *p, lanes a) { wasm_v128_store(p, a); }
static inline lanes lanes_of(float x) { return wasm_f32x4_splat(x); }
static inline lanes lanes_of_full(const uint8_t *p) { return wasm_v128_load(p); }
static inline lanes lanes_of_half(const uint8_t *p) {
    v128_t bits = wasm_u32x4_load16x4(p), most = wasm_i32x4_const_splat(0x7c00);
    v128_t special = wasm_i32x4_eq(wasm_v128_and(bits, most), most);
    v128_t size = wasm_i32x4_shl(wasm_v128_and(bits, wasm_i32x4_const_splat(0x7fff)), 13);
    v128_t sign = wasm_i32x4_shl(wasm_v128_and(bits, wasm_i32x4_const_splat(0x8000)), 16);
    size = wasm_f32x4_mul(size, wasm_f32x4_const_splat(0x1p112f));
    special = wasm_v128_and(special, wasm_i32x4_const_splat(0x7f800000));
    return wasm_v128_or(wasm_v128_or(size, special), sign);
}
static inline lanes lanes_of_brain(const uint8_t *p) {
    return wasm_i32x4_shl(wasm_u32x4_load16x4(p), 16);
}
static inline lanes lanes_add(lanes a, lanes b) { return wasm_f32x4_add(a, b); }
static inline lanes lanes_subtract(lanes a, lanes b) { return wasm_f32x4_sub(a, b); }
static inline lanes lanes_multiply(lanes a, lanes b) { return wasm_f32x4_mul(a, b); }
static inline lanes lanes_divide(lanes a, lanes b) { return wasm_f32x4_div(a, b); }
static inline lanes lanes_min(lanes a, lanes b) { return wasm_f32x4_pmin(a, b); }
static inline lanes lanes_max(lanes a, lanes b) { return wasm_f32x4_pmax(a, b); }
static inline lanes lanes_minus_size(lanes a) { return wasm_f32x4_neg(wasm_f32x4_abs(a)); }
static inline lanes lanes_if_negative(lanes x, lanes a, lanes b) {
    return wasm_v128_bitselect(a, b, wasm_i32x4_shr(x, 31));
}
static inline lanes lanes_add_exponent(lanes a, lanes n) {
    return wasm_i32x4_add(a, wasm_i32x4_shl(n, 23));
}
static inline void lanes_transpose(lanes a[4]) {
    lanes p = wasm_i32x4_shuffle(a[0], a[1], 0, 4, 1, 5),
          q = wasm_i32x4_shuffle(a[2], a[3], 0, 4, 1, 5);
    lanes r = wasm_i32x4_shuffle(a[0], a[1], 2, 6, 3, 7),
          s = wasm_i32x4_shuffle(a[2], a[3], 2, 6, 3, 7);
    a[0] = wasm_i64x2_shuffle(p, q, 0, 2);
    a[1] = wasm_i64x2_shuffle(p, q, 1, 3);
    a[2] = wasm_i64x2_shuffle(r, s, 0, 2);
    a[3] = wasm_i64x2_shuffle(r, s, 1, 3);
}

typedef struct wide {
    v128_t low, high;
} wide;
static inline wide wide_of(lanes a) {
    return (wide){wasm_f64x2_promote_low_f32x4(a),
                  wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(a, a, 1, 1))};
}
static inline wide wide_load(const double *p) {
    return (wide){wasm_v128_load(p), wasm_v128_load(p + 2)};
}
static inline void wide_store(double *p, wide a) {
    wasm_v128_store(p, a.low);
    wasm_v128_store(p + 2, a.high);
}
static inline wide wide_add(wide a, wide b) {
    return (wide){wasm_f64x2_add(a.low, b.low), wasm_f64x2_add(a.high, b.high)};
}

typedef v128_t octets;
static inline octets octets_load(const uint8_t *p) { return wasm_v128_load(p); }
static inline octets octets_and(octets a, uint8_t b) {
    return wasm_v128_and(a, wasm_u8x16_splat(b));
}
static inline octets octets_or(octets a, octets b) { return wasm_v128_or(a, b); }
static inline octets octets_subtract(octets a, uint8_t b) {
    return wasm_i8x16_sub(a, wasm_u8x16_splat(b));
}
/* By pairs: engines take many instructions to shift single bytes. */
static inline octets octets_shift_right(octets a, int n) {
    return octets_and(wasm_u16x8_shr(a, (uint32_t)n), (uint8_t)(0xff >> n));
}
static inline octets octets_shift_left(octets a, int n) {
    return octets_and(wasm_i16x8_shl(a, (uint32_t)n), (uint8_t)(0xff << n));
}
static inline void octets_floats(octets a, lanes out[4]) {
    v128_t low = wasm_i16x8_extend_low_i8x16(a), high = wasm_i16x8_extend_high_i8x16(a);
    out[0] = wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(low));
    out[1] = wasm_f32x4_convert_i32x4(wasm_i32x4_extend_high_i16x8(low));
    out[2] = wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(high));
    out[3] = wasm_f32x4_convert_i32x4(wasm_i32x4_extend_high_i16x8(high));
}

#elif defined(__SSE2__) && !defined(NF_SCALAR)

#include <emmintrin.h>
typedef __m128 lanes;
static inline lanes lanes_load(const float *p) { return _mm_loadu_ps(p); }
static inline void lanes_store(float *p, lanes a) { _mm_storeu_ps(p, a); }
static inline lanes lanes_of(float x) { return _mm_set1_ps(x); }
static inline lanes lanes_of_full(const uint8_t *p) { return _mm_loadu_ps((const float *)p); }
static inline lanes lanes_of_half(const uint8_t *p) {
    __m128i bits = _mm_unpacklo_epi16(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
    __m128i most = _mm_set1_epi32(0x7c00), infinite = _mm_set1_epi32(0x7f800000);
    __m128i special = _mm_cmpeq_epi32(_mm_and_si128(bits, most), most);
    __m128i size = _mm_slli_epi32(_mm_and_si128(bits, _mm_set1_epi32(0x7fff)), 13);
    __m128i sign = _mm_slli_epi32(_mm_and_si128(bits, _mm_set1_epi32(0x8000)), 16);
    lanes exact = _mm_mul_ps(_mm_castsi128_ps(size), _mm_set1_ps(0x1p112f));
    sign = _mm_or_si128(sign, _mm_and_si128(special, infinite));
    return _mm_or_ps(exact, _mm_castsi128_ps(sign));
}
static inline lanes lanes_of_brain(const uint8_t *p) {
    return _mm_castsi128_ps(
        _mm_unpacklo_epi16(_mm_setzero_si128(), _mm_loadl_epi64((const __m128i *)p)));
}
static inline lanes lanes_add(lanes a, lanes b) { return _mm_add_ps(a, b); }
static inline lanes lanes_subtract(lanes a, lanes b) { return _mm_sub_ps(a, b); }
static inline lanes lanes_multiply(lanes a, lanes b) { return _mm_mul_ps(a, b); }
static inline lanes lanes_divide(lanes a, lanes b) { return _mm_div_ps(a, b); }
static inline lanes lanes_min(lanes a, lanes b) { return _mm_min_ps(b, a); }
static inline lanes lanes_max(lanes a, lanes b) { return _mm_max_ps(b, a); }
static inline lanes lanes_minus_size(lanes a) {
    return _mm_or_ps(a, _mm_castsi128_ps(_mm_set1_epi32(INT32_MIN)));
}
static inline lanes lanes_if_negative(lanes x, lanes a, lanes b) {
    lanes negative = _mm_castsi128_ps(_mm_srai_epi32(_mm_castps_si128(x), 31));
    return _mm_or_ps(_mm_and_ps(negative, a), _mm_andnot_ps(negative, b));
}
static inline lanes lanes_add_exponent(lanes a, lanes n) {
    return _mm_castsi128_ps(
        _mm_add_epi32(_mm_castps_si128(a), _mm_slli_epi32(_mm_castps_si128(n), 23)));
}
static inline void lanes_transpose(lanes a[4]) { _MM_TRANSPOSE4_PS(a[0], a[1], a[2], a[3]); }

typedef struct wide {
    __m128d low, high;
} wide;
static inline wide wide_of(lanes a) {
    return (wide){_mm_cvtps_pd(a), _mm_cvtps_pd(_mm_movehl_ps(a, a))};
}
static inline wide wide_load(const double *p) {
    return (wide){_mm_loadu_pd(p), _mm_loadu_pd(p + 2)};
}
static inline void wide_store(double *p, wide a) {
    _mm_storeu_pd(p, a.low);
    _mm_storeu_pd(p + 2, a.high);
}
static inline wide wide_add(wide a, wide b) {
    return (wide){_mm_add_pd(a.low, b.low), _mm_add_pd(a.high, b.high)};
}

typedef __m128i octets;
static inline octets octets_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline octets octets_and(octets a, uint8_t b) {
    return _mm_and_si128(a, _mm_set1_epi8((char)b));
}
static inline octets octets_or(octets a, octets b) { return _mm_or_si128(a, b); }
static inline octets octets_subtract(octets a, uint8_t b) {
    return _mm_sub_epi8(a, _mm_set1_epi8((char)b));
}
static inline octets octets_shift_right(octets a, int n) {
    return octets_and(_mm_srl_epi16(a, _mm_cvtsi32_si128(n)), (uint8_t)(0xff >> n));
}
static inline octets octets_shift_left(octets a, int n) {
    return octets_and(_mm_sll_epi16(a, _mm_cvtsi32_si128(n)), (uint8_t)(0xff << n));
}
static inline void octets_floats(octets a, lanes out[4]) {
    __m128i half[2] = {_mm_srai_epi16(_mm_unpacklo_epi8(a, a), 8),
                       _mm_srai_epi16(_mm_unpackhi_epi8(a, a), 8)};
    for (int i = 0; i < 2; i++) {
        __m128i low = _mm_unpacklo_epi16(half[i], half[i]),
                high = _mm_unpackhi_epi16(half[i], half[i]);
        out[2 * i] = _mm_cvtepi32_ps(_mm_srai_epi32(low, 16));
        out[2 * i + 1] = _mm_cvtepi32_ps(_mm_srai_epi32(high, 16));
    }
}

#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(NF_SCALAR)

#include <arm_neon.h>
typedef float32x4_t lanes;
static inline lanes lanes_load(const float *p) { return vld1q_f32(p); }
static inline void lanes_store(float *p, lanes a) { vst1q_f32(p, a); }
static inline lanes lanes_of(float x) { return vdupq_n_f32(x); }
static inline lanes lanes_of_full(const uint8_t *p) { return vreinterpretq_f32_u8(vld1q_u8(p)); }
static inline lanes lanes_of_half(const uint8_t *p) {
    uint32x4_t bits = vmovl_u16(vreinterpret_u16_u8(vld1_u8(p))), most = vdupq_n_u32(0x7c00);
    uint32x4_t special = vceqq_u32(vandq_u32(bits, most), most);
    uint32x4_t size = vshlq_n_u32(vandq_u32(bits, vdupq_n_u32(0x7fff)), 13);
    uint32x4_t sign = vshlq_n_u32(vandq_u32(bits, vdupq_n_u32(0x8000)), 16);
    lanes exact = vmulq_f32(vreinterpretq_f32_u32(size), vdupq_n_f32(0x1p112f));
    sign = vorrq_u32(sign, vandq_u32(special, vdupq_n_u32(0x7f800000)));
    return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(exact), sign));
}
static inline lanes lanes_of_brain(const uint8_t *p) {
    return vreinterpretq_f32_u32(vshlq_n_u32(vmovl_u16(vreinterpret_u16_u8(vld1_u8(p))), 16));
}
static inline lanes lanes_add(lanes a, lanes b) { return vaddq_f32(a, b); }
static inline lanes lanes_subtract(lanes a, lanes b) { return vsubq_f32(a, b); }
static inline lanes lanes_multiply(lanes a, lanes b) { return vmulq_f32(a, b); }
static inline lanes lanes_divide(lanes a, lanes b) { return vdivq_f32(a, b); }
static inline lanes lanes_min(lanes a, lanes b) { return vbslq_f32(vcltq_f32(b, a), b, a); }
static inline lanes lanes_max(lanes a, lanes b) { return vbslq_f32(vcltq_f32(a, b), b, a); }
static inline lanes lanes_minus_size(lanes a) { return vnegq_f32(vabsq_f32(a)); }
static inline lanes lanes_if_negative(lanes x, lanes a, lanes b) {
    return vbslq_f32(vreinterpretq_u32_s32(vshrq_n_s32(vreinterpretq_s32_f32(x), 31)), a, b);
}
static inline lanes lanes_add_exponent(lanes a, lanes n) {
    return vreinterpretq_f32_s32(
        vaddq_s32(vreinterpretq_s32_f32(a), vshlq_n_s32(vreinterpretq_s32_f32(n), 23)));
}
static inline void lanes_transpose(lanes a[4]) {
    float32x4x2_t p = vtrnq_f32(a[0], a[1]), q = vtrnq_f32(a[2], a[3]);
    a[0] = vcombine_f32(vget_low_f32(p.val[0]), vget_low_f32(q.val[0]));
    a[1] = vcombine_f32(vget_low_f32(p.val[1]), vget_low_f32(q.val[1]));
    a[2] = vcombine_f32(vget_high_f32(p.val[0]), vget_high_f32(q.val[0]));
    a[3] = vcombine_f32(vget_high_f32(p.val[1]), vget_high_f32(q.val[1]));
}

typedef struct wide {
    float64x2_t low, high;
} wide;
static inline wide wide_of(lanes a) {
    return (wide){vcvt_f64_f32(vget_low_f32(a)), vcvt_high_f64_f32(a)};
}
static inline wide wide_load(const double *p) { return (wide){vld1q_f64(p), vld1q_f64(p + 2)}; }
static inline void wide_store(double *p, wide a) {
    vst1q_f64(p, a.low);
    vst1q_f64(p + 2, a.high);
}
static inline wide wide_add(wide a, wide b) {
    return (wide){vaddq_f64(a.low, b.low), vaddq_f64(a.high, b.high)};
}

typedef uint8x16_t octets;
static inline octets octets_load(const uint8_t *p) { return vld1q_u8(p); }
static inline octets octets_and(octets a, uint8_t b) { return vandq_u8(a, vdupq_n_u8(b)); }
static inline octets octets_or(octets a, octets b) { return vorrq_u8(a, b); }
static inline octets octets_subtract(octets a, uint8_t b) { return vsubq_u8(a, vdupq_n_u8(b)); }
static inline octets octets_shift_right(octets a, int n) {
    return vshlq_u8(a, vdupq_n_s8((int8_t)-n));
}
static inline octets octets_shift_left(octets a, int n) {
    return vshlq_u8(a, vdupq_n_s8((int8_t)n));
}
static inline void octets_floats(octets a, lanes out[4]) {
    int8x16_t numbers = vreinterpretq_s8_u8(a);
    int16x8_t half[2] = {vmovl_s8(vget_low_s8(numbers)), vmovl_s8(vget_high_s8(numbers))};
    for (int i = 0; i < 2; i++) {
        out[2 * i] = vcvtq_f32_s32(vmovl_s16(vget_low_s16(half[i])));
        out[2 * i + 1] = vcvtq_f32_s32(vmovl_s16(vget_high_s16(half[i])));
    }
}

#else

typedef struct lanes {
    float of[4];
} lanes;

#define NF_EACH_LANE(expression)                                                                   \
    lanes r;                                                                                       \
    for (int i = 0; i < 4; i++) r.of[i] = (expression);                                            \
    return r

static inline lanes lanes_load(const float *p) { NF_EACH_LANE(p[i]); }
static inline void lanes_store(float *p, lanes a) { memcpy(p, a.of, sizeof a.of); }
static inline lanes lanes_of(float x) { NF_EACH_LANE(x); }
/* As bits.h has them, of four numbers in a file. */
static inline lanes lanes_of_full(const uint8_t *p) { NF_EACH_LANE(full_float(p + 4 * i)); }
static inline lanes lanes_of_half(const uint8_t *p) { NF_EACH_LANE(half_float(p + 2 * i)); }
static inline lanes lanes_of_brain(const uint8_t *p) { NF_EACH_LANE(brain_float(p + 2 * i)); }
static inline lanes lanes_add(lanes a, lanes b) { NF_EACH_LANE(a.of[i] + b.of[i]); }
static inline lanes lanes_subtract(lanes a, lanes b) { NF_EACH_LANE(a.of[i] - b.of[i]); }
static inline lanes lanes_multiply(lanes a, lanes b) { NF_EACH_LANE(a.of[i] * b.of[i]); }
static inline lanes lanes_divide(lanes a, lanes b) { NF_EACH_LANE(a.of[i] / b.of[i]); }
/* b where b < a or a < b, else a: what WebAssembly calls pmin and pmax. */
static inline lanes lanes_min(lanes a, lanes b) {
    NF_EACH_LANE(b.of[i] < a.of[i] ? b.of[i] : a.of[i]);
}
static inline lanes lanes_max(lanes a, lanes b) {
    NF_EACH_LANE(a.of[i] < b.of[i] ? b.of[i] : a.of[i]);
}
/* -|a| */
static inline lanes lanes_minus_size(lanes a) {
    NF_EACH_LANE(float_of_bits(bits_of_float(a.of[i]) | 0x80000000u));
}
/* a where the sign bit of x is set, else b. */
static inline lanes lanes_if_negative(lanes x, lanes a, lanes b) {
    NF_EACH_LANE(bits_of_float(x.of[i]) >> 31 ? a.of[i] : b.of[i]);
}
/* a * 2^n for the whole number in the low nine bits of n's significand; a and the result normal. */
static inline lanes lanes_add_exponent(lanes a, lanes n) {
    NF_EACH_LANE(float_of_bits(bits_of_float(a.of[i]) + (bits_of_float(n.of[i]) << 23)));
}
/* Lane i of vector j and lane j of vector i change places. */
static inline void lanes_transpose(lanes a[4]) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            float moved = a[i].of[j];
            a[i].of[j] = a[j].of[i];
            a[j].of[i] = moved;
        }
}
#undef NF_EACH_LANE

typedef struct wide {
    double of[4];
} wide;

#define NF_EACH_DOUBLE(expression)                                                                 \
    wide r;                                                                                        \
    for (int i = 0; i < 4; i++) r.of[i] = (expression);                                            \
    return r
static inline wide wide_of(lanes a) { NF_EACH_DOUBLE((double)a.of[i]); }
static inline wide wide_load(const double *p) { NF_EACH_DOUBLE(p[i]); }
static inline void wide_store(double *p, wide a) { memcpy(p, a.of, sizeof a.of); }
static inline wide wide_add(wide a, wide b) { NF_EACH_DOUBLE(a.of[i] + b.of[i]); }
#undef NF_EACH_DOUBLE

typedef struct octets {
    uint8_t of[16];
} octets;

#define NF_EACH_OCTET(expression)                                                                  \
    octets r;                                                                                      \
    for (int i = 0; i < 16; i++) r.of[i] = (uint8_t)(expression);                                  \
    return r
static inline octets octets_load(const uint8_t *p) { NF_EACH_OCTET(p[i]); }
static inline octets octets_and(octets a, uint8_t b) { NF_EACH_OCTET(a.of[i] & b); }
static inline octets octets_or(octets a, octets b) { NF_EACH_OCTET(a.of[i] | b.of[i]); }
static inline octets octets_subtract(octets a, uint8_t b) { NF_EACH_OCTET(a.of[i] - b); }
static inline octets octets_shift_right(octets a, int n) { NF_EACH_OCTET(a.of[i] >> n); }
static inline octets octets_shift_left(octets a, int n) { NF_EACH_OCTET(a.of[i] << n); }
/* As numbers from -128 to 127. */
static inline void octets_floats(octets a, lanes out[4]) {
    for (int i = 0; i < 16; i++) out[i / 4].of[i % 4] = (float)(int8_t)a.of[i];
}
#undef NF_EACH_OCTET

#endif

#endif
