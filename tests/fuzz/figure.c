/* Any bytes as a sequence of figures on one engine, of links, of sliders and of tensors with any
 * bits: whatever is made is finite, masked where it should be, and has the check that a new engine
 * gives it. */
#include "figures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take_link(input *in, nf_params *params) {
    size_t length = take_below(in, 600), left = (size_t)(in->end - in->at);
    if (length > left) length = left;
    nf_decode((const char *)in->at, length, params, NULL, NULL);
    in->at += length;
}

/* ---- Tensors -------------------------------------------------------------------------------- */

enum { BROUGHT_MAX = 3 * 3 * 3 * 9 * 40 };

/* Small shapes, some of them refused, and elements of any bits, or of usual size where the input
 * asks for it. */
static nf_status take_tensors(input *in, nf_engine *engine, nf_engine *other) {
    static float memory[BROUGHT_MAX];
    nf_tensors t = {0};
    t.inputs = (int)(take_byte(in) % 5);
    t.heads = (int)(take_byte(in) % 4);
    t.d = (int)(take_byte(in) % 41);
    unsigned usual = take_byte(in);
    float *at = memory;
    for (int i = 0; i < 3; i++) {
        t.tokens[i] = (int)(take_byte(in) % 10);
        size_t count = (size_t)t.heads * (size_t)t.tokens[i] * (size_t)t.d;
        t.q[i] = at;
        t.k[i] = at + count;
        t.v[i] = at + 2 * count;
        at += 3 * count;
    }
    for (float *x = memory; x < at; x++) {
        *x = ((float)take_byte(in) - 127) / (usual & 1 ? 0.0128f : 64);
        if (usual < 128 && in->at < in->end) take_bytes(in, x, sizeof *x);
    }
    nf_status status = nf_bring(engine, &t);
    must(status == nf_bring(other, &t) &&
         (status == NF_OK || (status == NF_BAD_TENSORS && nf_why(engine)[0])));
    return status;
}

/* ---- Sequences ------------------------------------------------------------------------------ */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char first[] = "1;n=6;d=32;heads=2";
    input in = input_of(data, size);
    nf_engine *engine = nf_open(), *other = nf_open();
    nf_params params;
    nf_decode(first, sizeof first - 1, &params, NULL, NULL);
    for (unsigned figures = take_byte(&in) % 5 + 1; figures > 0; figures--) {
        unsigned what = take_byte(&in);
        if (what % 8 == 7) take_tensors(&in, engine, other);
        if (what % 8 == 6) take_link(&in, &params);
        for (unsigned sliders = what / 8 % 8; sliders > 0; sliders--) take_slider(&in, &params);
        make_small(&params);
        make_figure(&in, engine, other, &params);
        nf_params nothing = params; /* is refused, so that the next figure of `other` shares nothing
                                       with this one */
        nothing.number[P_source][0] = SOURCE_SYNTHETIC;
        nothing.number[P_head][0] = nothing.number[P_heads][0];
        must(nf_begin(other, &nothing, 0) == NF_NO_DATA);
    }
    nf_close(engine);
    nf_close(other);
    return 0;
}
