/* src/engine/numbers.h: the stated errors against the C library's long double, the moments of the
 * normals, the hashes. */
#include "engine/numbers.h"
#include "engine/sha256.h"
#include "test.h"

#include <float.h>
#include <math.h>

enum { DRAWS = 200000 };

/* ---- Elementary functions ------------------------------------------------------------------- */

/* The largest error over its stated bound, and where. */
typedef struct worst {
    double ratio, at;
} worst;

static void weigh_error(worst *w, double x, double ours, long double exact, long double bound) {
    double ratio = (double)(fabsl((long double)ours - exact) / bound);
    if (!(ratio <= w->ratio)) {
        w->ratio = ratio;
        w->at = x;
    }
}

/* Below its bound, and above a thousandth of it: an error of nothing means that nothing was
 * compared. */
static void check_worst(const char *name, const worst *w) {
    CHECK(w->ratio < 1 && w->ratio > 1e-3, "%s: %.3g of its bound at %.17g", name, w->ratio, w->at);
}

static void test_exponentials(void) {
    worst two = {0, 0}, e = {0, 0};
    chance c = {1};
    for (int i = 0; i < DRAWS; i++) {
        double x = i % 2 ? within(&c, -1022, 1023) : within(&c, -2, 2),
               y = i % 2 ? within(&c, -700, 700) : x;
        weigh_error(&two, x, nf_exp2(x), exp2l(x), 4e-16L * exp2l(x));
        weigh_error(&e, y, nf_exp(y), expl(y), 3e-16L * (1 + fabsl(y)) * expl(y));
    }
    check_worst("exp2", &two);
    check_worst("exp", &e);
    for (int n = -1022; n <= 1023; n++)
        if (nf_exp2(n) != ldexp(1, n)) CHECK(false, "2^%d is %.17g", n, nf_exp2(n));
    CHECK(nf_exp2(2000) == ldexp(1, 1023), "2^2000 is %g, not the largest power", nf_exp2(2000));
    CHECK(nf_exp2(-2000) == DBL_MIN, "2^-2000 is %g, not the smallest power", nf_exp2(-2000));
    CHECK(nf_exp2((double)NAN) == DBL_MIN, "2^NaN is %g", nf_exp2((double)NAN));
    CHECK(nf_exp2((double)INFINITY) == ldexp(1, 1023), "2^inf is %g", nf_exp2((double)INFINITY));
}

static void test_logarithm_and_root(void) {
    worst log = {0, 0}, root = {0, 0};
    chance c = {2};
    for (int i = 0; i < DRAWS; i++) {
        double x = i % 2 ? ldexp(within(&c, 1, 2), between(&c, -1022, 1023)) : within(&c, 0.5, 2);
        weigh_error(&log, x, nf_log(x), logl(x), 4e-16L * (1 + fabsl(logl(x))));
        weigh_error(&root, x, nf_sqrt(x), sqrtl(x), 3e-16L * sqrtl(x));
    }
    check_worst("log", &log);
    check_worst("sqrt", &root);
    CHECK(nf_log(1) == 0, "log 1 is %g", nf_log(1));
    CHECK(nf_sqrt(0) == 0 && nf_sqrt(-1) == 0 && nf_sqrt((double)NAN) == 0,
          "a root of nothing is %g", nf_sqrt(-1));
    for (int i = 0; i < 100; i++)
        if (nf_sqrt((double)i * i) != i)
            CHECK(false, "the root of %d is %.17g", i * i, nf_sqrt((double)i * i));
    double outside[] = {0, -1, -0.0, (double)INFINITY, (double)NAN, 5e-324};
    for (int i = 0; i < 6; i++)
        CHECK(isfinite(nf_log(outside[i])), "log %g is %g", outside[i], nf_log(outside[i]));
}

static void test_power(void) {
    worst w = {0, 0};
    chance c = {3};
    for (int i = 0; i < DRAWS; i++) {
        double x = exp(within(&c, -24, 3)),
               y = within(&c, -4, 8); /* as epsilons to the power of a response */
        /* What the logarithm is off by is multiplied by y; then the power's own 4e-16. */
        long double bound = 4e-16L + fabsl(y) * 8e-16L * (1 + fabsl(logl(x)));
        weigh_error(&w, x, nf_pow(x, y), powl(x, y), bound * powl(x, y));
    }
    check_worst("pow", &w);
    CHECK(nf_pow(1, 3.7) == 1 && nf_pow(7.3, 0) == 1, "powers of and to nothing: %g %g",
          nf_pow(1, 3.7), nf_pow(7.3, 0));
}

static void test_circle(void) {
    worst s = {0, 0}, k = {0, 0};
    chance c = {4};
    for (int i = 0; i < DRAWS; i++) {
        double x = i % 3 == 0   ? within(&c, -1e6, 1e6)
                   : i % 3 == 1 ? within(&c, -7, 7)
                                : between(&c, -600000, 600000) * NF_PI / 2;
        weigh_error(&s, x, nf_sin(x), sinl(x), 1e-15L);
        weigh_error(&k, x, nf_cos(x), cosl(x), 1e-15L);
    }
    check_worst("sin", &s);
    check_worst("cos", &k);
    CHECK(nf_sin(0) == 0 && nf_cos(0) == 1, "sin 0 is %g, cos 0 is %g", nf_sin(0), nf_cos(0));
}

/* ---- Random numbers ------------------------------------------------------------------------- */

/* The first outputs of splitmix64 from the seeds 0 and 1234567, as published for that generator. */
static void test_published_stream(void) {
    static const uint64_t zero = 0xe220a8397b1dcdafu;
    static const uint64_t stream[] = {6457827717110365317u, 3203168211198807973u,
                                      9817491932198370423u, 4593380528125082431u,
                                      16408922859458223821u};
    CHECK(nf_uniform(0, 0) == (double)(zero >> 11) * 0x1p-53, "stream 0 starts with %.17g",
          nf_uniform(0, 0));
    for (unsigned i = 0; i < 5; i++)
        CHECK(nf_uniform(1234567, i) == (double)(stream[i] >> 11) * 0x1p-53, "draw %u is %.17g", i,
              nf_uniform(1234567, i));
}

/* Sums of n independent draws stray from what is expected by their deviation over sqrt(n); five of
 * these is never. */
static void close_to(const char *what, double sum, double expected, double deviation) {
    double off = fabs(sum / (double)DRAWS - expected),
           allowed = 5 * deviation / sqrt((double)DRAWS);
    CHECK(off < allowed, "%s is off by %g, allowed is %g", what, off, allowed);
}

static void test_moments(void) {
    double first = 0, second = 0, third = 0, fourth = 0, inside = 0, beside = 0, other = 0,
           largest = 0;
    uint64_t key = nf_key(7, 1), another = nf_key(7, 2);
    for (uint64_t i = 0; i < DRAWS; i++) {
        double x = nf_normal(key, i);
        first += x;
        second += x * x;
        third += x * x * x;
        fourth += x * x * x * x;
        inside += fabs(x) < 1;
        beside += x * nf_normal(key, i + 1);
        other += x * nf_normal(another, i);
        largest = fmax(largest, fabs(x));
    }
    close_to("mean", first, 0, 1);
    close_to("variance", second, 1, sqrt(2));
    close_to("third moment", third, 0, sqrt(15));
    close_to("fourth moment", fourth, 3, sqrt(96));
    close_to("share within 1", inside, 0.682689492, sqrt(0.2166));
    close_to("product of neighbours", beside, 0, 1);
    close_to("product across purposes", other, 0, 1);
    CHECK(largest > 4 && largest < 8.6, "the largest is %g", largest);
}

/* Each is what Box and Muller make of two uniform draws. */
static void test_normals(void) {
    double worst = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        double radius = sqrt(-2 * log(1 - nf_uniform(9, 2 * i))),
               exact = radius * cos(2 * NF_PI * nf_uniform(9, 2 * i + 1));
        worst = fmax(worst, fabs(nf_normal(9, i) - exact));
    }
    CHECK(worst < 1e-14, "a normal is off by %g", worst);
}

static void test_uniforms(void) {
    double first = 0, second = 0, least = 1, most = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        double x = nf_uniform(i, 3); /* along the keys: seeds 1, 2, 3 must not be alike */
        first += x;
        second += x * x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    close_to("mean", first, 0.5, sqrt(1.0 / 12));
    close_to("mean square", second, 1.0 / 3, sqrt(4.0 / 45));
    CHECK(least >= 0 && least < 1e-3 && most < 1 && most > 0.999, "between %g and %g", least, most);
}

/* One bit more or less in a key, a purpose or an index changes half of the bits that come out. */
static void test_spreading(void) {
    for (int bit = 0; bit < 64; bit++) {
        double by_key = 0, by_purpose = 0;
        for (uint64_t i = 0; i < 400; i++) {
            uint64_t base = nf_mix(i), flip = (uint64_t)1 << bit;
            by_key += __builtin_popcountll(nf_key(base, i) ^ nf_key(base ^ flip, i)) / 400.0;
            by_purpose += __builtin_popcountll(nf_key(i, base) ^ nf_key(i, base ^ flip)) / 400.0;
        }
        /* Means of 400 counts, each of deviation 4. */
        CHECK(fabs(by_key - 32) < 1.2 && fabs(by_purpose - 32) < 1.2, "bit %d changes %g, %g", bit,
              by_key, by_purpose);
    }
}

/* ---- Hash ----------------------------------------------------------------------------------- */

enum { COUNT = 19 }; /* two runs of eight and an odd rest */

static uint64_t hash_with(uint64_t start, int changed, uint32_t flip, size_t count) {
    float x[COUNT + 1] = {0};
    for (int i = 0; i < COUNT; i++) x[i] = (float)(i + 1) * 0.37f;
    if (changed >= 0) x[changed] = float_of_bits(bits_of_float(x[changed]) ^ flip);
    return nf_hash_floats(start, x, count);
}

static void test_every_bit(void) {
    uint64_t seen[COUNT * 32 + 1];
    int count = 0, alike = 0;
    seen[count++] = hash_with(0, -1, 0, COUNT);
    for (int i = 0; i < COUNT; i++)
        for (int bit = 0; bit < 32; bit++)
            seen[count++] = hash_with(0, i, (uint32_t)1 << bit, COUNT);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) alike += seen[i] == seen[j];
    CHECK(alike == 0, "%d pairs of arrays with one bit changed hash alike", alike);
}

static void test_order_length_and_zero(void) {
    float x[COUNT], y[COUNT];
    for (int i = 0; i < COUNT; i++) x[i] = y[i] = (float)(i % 3 ? i + 1 : 0);
    uint64_t hash = nf_hash_floats(0, x, COUNT);
    for (int i = 1; i < COUNT; i++) {
        y[0] = x[i];
        y[i] = x[0];
        CHECK(x[i] == x[0] || nf_hash_floats(0, y, COUNT) != hash,
              "elements 0 and %d can be exchanged", i);
        y[0] = x[0];
        y[i] = x[i];
    }
    for (int i = 0; i < COUNT; i++) y[i] = x[i] == 0 ? -0.0f : x[i];
    CHECK(nf_hash_floats(0, y, COUNT) == hash, "-0 is not +0");
    for (size_t n = 0; n <= COUNT; n++)
        CHECK(hash_with(0, -1, 0, n) != hash_with(0, -1, 0, n + 1),
              "%zu and %zu elements hash alike", n, n + 1);
    CHECK(hash_with(0, -1, 0, COUNT) != hash_with(1, -1, 0, COUNT),
          "what came before does not matter");
}

/* Made by another program, from the description in numbers.c. They never change: every published
 * check is made of them. */
static void test_fixed_values(void) {
    CHECK(nf_hash_word(0, 1) == 0x9fb21c65812ac340u, "one word: %016llx",
          (unsigned long long)nf_hash_word(0, 1));
    CHECK(nf_key(1, 2) == 0xfea92520a9bf2821u, "a key: %016llx", (unsigned long long)nf_key(1, 2));
    CHECK(hash_with(0, -1, 0, 0) == 0xa960cd89ae70be76u, "nothing: %016llx",
          (unsigned long long)hash_with(0, -1, 0, 0));
    CHECK(hash_with(0, -1, 0, COUNT) == 0x9c541ac4014f3b01u, "all: %016llx",
          (unsigned long long)hash_with(0, -1, 0, COUNT));
    CHECK(hash_with(99, 3, 1, 7) == 0x6a60928547dc80e8u, "some: %016llx",
          (unsigned long long)hash_with(99, 3, 1, 7));
}

/* ---- SHA-256, by which files are named ------------------------------------------------------ */

static size_t pieces; /* how many there were so far, over all digests */

static void digest_is(const uint8_t *bytes, size_t count, const char *expected) {
    uint8_t digest[32];
    char text[65];
    sha256 hash;
    sha256_begin(&hash);
    for (size_t at = 0, part; at < count;
         at += part) { /* pieces of 0 to 130 bytes, in that order */
        part = pieces++ % 131;
        if (part > count - at) part = count - at;
        sha256_add(&hash, bytes + at, part);
    }
    sha256_end(&hash, digest);
    for (int i = 0; i < 32; i++) sprintf(text + 2 * i, "%02x", digest[i]);
    CHECK(strcmp(text, expected) == 0, "of %zu bytes: %s", count, text);
}

/* The standard's own examples, and every way in which the end of the bytes falls into a block, by
 * another program. */
static void test_sha256(void) {
    static const struct {
        size_t count;
        const char *digest;
    } others[] = {{0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
                  {1, "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"},
                  {55, "81afe5b788dc2ce138ff83d9b20164db75a94d75d2b2432eea4a0ef605088c72"},
                  {56, "2aba54f0ac632420a2b502431408866e40e1d5e430df4cd822642c78ab2eb9c1"},
                  {63, "733d3d4ee79ee67145bf73da13588f6f235d37414fc64b14a2f00f1762792f5e"},
                  {64, "79322907b3e9d013d7dc2c2f256674dbf733045cde01df3539271c6f5605feb8"},
                  {65, "d85c007c6eb440f085afa2b84f6f2bce4658b240e9f62cb1364bf0485a57e720"},
                  {119, "6c87eedf096b345de205b702e5223b73b447a3207791ded3ea007ba15ed6736e"},
                  {120, "42500cf6a1e3936d6b9e0bcfe296d654b63255e525487d3634d0b15fde591c4d"},
                  {128, "489d55fea9a73af36b6dd0be7b4117d8e5683386d39544e8a44c99a87f368707"},
                  {1000, "6b0df76627243d095b0c4400cb658b7e804dd03461cc03aee8fc8fe0bcada168"}};
    static uint8_t bytes[1000000];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        for (size_t b = 0; b < others[i].count; b++) bytes[b] = (uint8_t)(b * 7 + others[i].count);
        digest_is(bytes, others[i].count, others[i].digest);
    }
    digest_is((const uint8_t *)"abc", 3,
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    memset(bytes, 'a', sizeof bytes);
    digest_is(bytes, sizeof bytes,
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void) {
    test_exponentials();
    test_logarithm_and_root();
    test_power();
    test_circle();
    test_published_stream();
    test_moments();
    test_normals();
    test_uniforms();
    test_spreading();
    test_every_bit();
    test_order_length_and_zero();
    test_fixed_values();
    test_sha256();
    return report();
}
