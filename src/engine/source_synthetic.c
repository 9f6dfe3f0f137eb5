/* A head drawn from a seed and shaped by sliders.
 *
 * Its logit is a sum of four parts. Each part has coordinates of its own, a block, in every query
 * and key, so that any operation acts on a true product q.k. With r the query's input and c the
 * key's, i and j their tokens:
 *
 *     block    coordinates  q_i                                 k_j
 *     content  the rest     sqrt(noise_r) z                     sqrt(noise_c) z'
 *     bump     2 F          sqrt(local_r a_r(f)) e(f i + phase)sqrt(local_c a_c(f)) e(f j + phase)
 *     floor    2            sqrt(floor_r) u                     -sqrt(floor_c) u
 *     sink     2            sqrt(sink_r) u                      sqrt(sink_c) u if j = 0, else 0
 *
 * z and z' are independent and normal, u and e(t) = (cos t, sin t) are unit vectors. All is scaled
 * so that the logit q.k / sqrt(d) of the sink is `sink`, of the floor -`floor`, of the bump `local`
 * at i = j, and of the content has standard deviation `noise`. The amplitudes a(f) sum to 1 and
 * follow the spectrum of a bump exp(-(i-j)^2 / 2 width^2).
 *
 * Every block of every head is rotated by an angle of its own. The head's own logits do not change
 * by it, but a mean over heads does: `agree` reduces the angles, to 0 where all heads agree. Values
 * are copies of the keys.
 *
 * A product q.k is summed in the order of the coordinates, and a sum loses least by rounding while
 * it is small. So what is small or cancels comes first, the highest frequencies before the lowest,
 * and the sink last. */
#include "exact.h"

#include "messages.h"
#include "numbers.h"
#include "params.h"
#include "source.h"
#include "text.h"
#include "work.h"

#include <string.h>

/* What random numbers are for: part of their key. */
enum { FOR_PHASE = 0x7475726e, FOR_SHARED = 0x736861, FOR_OWN = 0x6f776e };

enum { BUMPS_MAX = (256 - 4) / 3 };

typedef struct blocks {
    int bumps, content; /* how many frequencies, how many coordinates of content */
} blocks;

static blocks blocks_of(int d) {
    int bumps = (d - 4) / 3;
    return (blocks){bumps, d - 4 - 2 * bumps};
}

/* Frequencies are dense near 0 and sparse near pi. So wide bumps are smooth, and a narrow one does
 * not appear again at a distance where all frequencies are in phase. */
static double frequency(int f, int count) {
    double x = (f + 0.5) / count;
    return NF_PI * x * x;
}

/* The amplitudes a(f) of a bump: the density of frequencies times the Gaussian's spectrum, folded
 * back from beyond pi because tokens are whole steps apart. Their sum is 1. */
static void bump_amplitudes(double width, int count, double *amplitude) {
    double sum = 0;
    for (int f = 0; f < count; f++) {
        double spectrum = 0;
        for (int fold = -3; fold <= 3; fold++) {
            double x = width * (frequency(f, count) + 2 * NF_PI * fold);
            spectrum += nf_exp(-x * x / 2);
        }
        amplitude[f] = (f + 0.5) * spectrum;
        sum += amplitude[f];
    }
    for (int f = 0; f < count; f++) {
        amplitude[f] /= sum;
        if (amplitude[f] < 1e-20) amplitude[f] = 0; /* invisible, and subnormal numbers are slow */
    }
}

/* The rows to fill in, and what decides over them. */
typedef struct head_rows {
    const nf_params *params;
    int d, input, head, first, rows;
    bool is_key; /* keys, and values, which are copies of them */
    double unit; /* d^(1/4), by which coordinates are multiplied: q.k is divided by sqrt(d) later */
    uint64_t key; /* the key of this seed's random numbers */
} head_rows;

static double shape_of(const head_rows *p, int row) { return p->params->number[row][p->input]; }

/* The angle by which a block of this head is rotated, in radians. */
static double phase_of(const head_rows *p, int block) {
    double apart = 1 - number_of(p->params, P_agree);
    uint64_t key = nf_key(nf_key(p->key, FOR_PHASE), (uint64_t)p->head);
    return 2 * NF_PI * apart * nf_uniform(key, (uint64_t)block);
}

static void write_pair(float *at, double size, double angle) {
    at[0] = (float)(size * nf_cos(angle));
    at[1] = (float)(size * nf_sin(angle));
}

static void fill_floor_and_sink(const head_rows *p, float *out) {
    double sink = p->unit * nf_sqrt(shape_of(p, P_sink));
    double floor = p->unit * nf_sqrt(shape_of(p, P_floor));
    double sink_phase = phase_of(p, 0), floor_phase = phase_of(p, 1);
    for (int i = p->first; i < p->first + p->rows; i++, out += p->d) {
        write_pair(out, p->is_key ? -floor : floor, floor_phase);
        write_pair(out + 2, p->is_key && i > 0 ? 0 : sink, sink_phase);
    }
}

static void fill_bump(const head_rows *p, int bumps, float *out) {
    double amplitude[BUMPS_MAX], height = shape_of(p, P_local);
    bump_amplitudes(shape_of(p, P_width), bumps, amplitude);
    for (int f = 0; f < bumps; f++) {
        double size = p->unit * nf_sqrt(height * amplitude[f]), phase = phase_of(p, 2 + f);
        for (int i = 0; i < p->rows; i++)
            write_pair(out + (size_t)i * (size_t)p->d + 2 * (bumps - 1 - f), size,
                       frequency(f, bumps) * (p->first + i) + phase);
    }
}

/* Content is the sum of a part that all heads share and a part of the head's own; `agree` is the
 * share of the first. */
static void fill_content(const head_rows *p, int content, float *out) {
    double agree = number_of(p->params, P_agree);
    double size = nf_sqrt(shape_of(p, P_noise) * p->unit * p->unit / nf_sqrt(content));
    double shared = size * nf_sqrt(agree), own = size * nf_sqrt(1 - agree);
    uint64_t place = (uint64_t)(2 * p->input + p->is_key);
    uint64_t shared_key = nf_key(nf_key(p->key, FOR_SHARED), place);
    uint64_t own_key = nf_key(nf_key(nf_key(p->key, FOR_OWN), place), (uint64_t)p->head);
    for (int i = p->first; i < p->first + p->rows; i++, out += p->d)
        for (int c = 0; c < content; c++) {
            uint64_t index = (uint64_t)i * 256 + (uint64_t)c;
            double both = shared > 0 ? shared * nf_normal(shared_key, index) : 0;
            if (own > 0) both += own * nf_normal(own_key, index);
            out[c] = (float)both;
        }
}

static void fill_synthetic(const source *self, const vector_rows *which, float *out) {
    int d = self->shape.d;
    blocks b = blocks_of(d);
    head_rows p = {self->params,
                   d,
                   which->input,
                   which->head,
                   which->first,
                   which->rows,
                   which->component != QUERY,
                   nf_sqrt(nf_sqrt(d)),
                   (uint64_t)number_of(self->params, P_seed)};
    fill_content(&p, b.content, out);
    fill_bump(&p, b.bumps, out + b.content);
    fill_floor_and_sink(&p, out + b.content + 2 * b.bumps);
}

/* Random numbers for both parts of the content, and the angles of the other blocks. */
static uint64_t row_work_of(const nf_params *params, int input) {
    blocks b = blocks_of(whole_of(params, P_d));
    double agree = number_of(params, P_agree);
    bool any = params->number[P_noise][input] > 0;
    int draws = any ? (agree > 0) + (agree < 1) : 0;
    return (uint64_t)(draws * b.content) * WORK_OF_NORMAL + (uint64_t)(b.bumps + 2) * WORK_OF_ANGLE;
}

static nf_status open_synthetic(const nf_params *params, void *held, source *self, nf_text *why) {
    (void)held;
    int heads = whole_of(params, P_heads), head = whole_of(params, P_head);
    *self = (source){.kind = &synthetic_kind,
                     .params = params,
                     .shape = {.inputs = 3,
                               .heads = heads,
                               .head = head < 0 ? 0 : head,
                               .d = whole_of(params, P_d),
                               .layers = -1,
                               .layer = -1,
                               .next = -1},
                     .inputs = 3,
                     .fill = fill_synthetic};
    for (int i = 0; i < 3; i++) {
        self->shape.tokens[i] = (int)params->number[P_n][i];
        self->row_work[i] = row_work_of(params, i);
    }
    if (head < heads) return NF_OK;
    self->fault = say(why, fault_in(NF_HEAD_BEYOND, P_head), &(fill){.whole = {head, heads}});
    return NF_NO_DATA;
}

const source_kind synthetic_kind = {.open = open_synthetic};
