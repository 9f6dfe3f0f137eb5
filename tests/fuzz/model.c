/* Any bytes as texts and states of the trained model: whatever is made is sound, whatever is
 * refused is refused in a sentence, and no bytes but the model's own are taken for a model. */
#include "figures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern const unsigned char nf_model_file[];
extern const size_t nf_model_file_size;

/* Opening the model takes longer than many figures: two engines have it from the first input on. */
static nf_engine *with_model(void) {
    nf_engine *engine = nf_open();
    must(nf_bring_model(engine, nf_model_file, nf_model_file_size) == NF_OK);
    return engine;
}

/* Text as links spell it, of any bytes; a refused one leaves the text that was there. */
static void take_text(input *in, nf_params *params, int row) {
    static const char digits[] = "0123456789abcdef";
    char spelling[3 * 256];
    size_t used = 0;
    for (unsigned left = take_byte(in); left > 0; left--) {
        unsigned byte = take_byte(in);
        if (byte >= 'a' && byte <= 'z')
            spelling[used++] = (char)byte;
        else if (byte < 32)
            spelling[used++] = '_';
        else {
            spelling[used++] = '~';
            spelling[used++] = digits[byte >> 4];
            spelling[used++] = digits[byte & 15];
        }
    }
    (void)nf_set(params, row, spelling, used, NULL);
}

static void predictions_are_sound(const nf_engine *engine) {
    for (int i = 0; i < NF_PANELS; i++) {
        const nf_prediction *p = nf_get_prediction(engine, i);
        if (!p) continue;
        must(isfinite(p->kl) && p->kl > -1e-6);
        for (int j = 0; j < p->tokens; j++)
            must(isfinite(p->divergence[j]) && p->divergence[j] > -1e-6);
    }
}

/* A model file is known by its checksum, so one of any bytes is refused, and so is one with a byte
 * changed. */
static void refuse_others(nf_engine *engine, input *in) {
    static unsigned char changed[1 << 20];
    must(nf_model_file_size <= sizeof changed);
    memcpy(changed, nf_model_file, nf_model_file_size);
    size_t high = take_byte(in), at = (high << 16 | take_below(in, 65536)) % nf_model_file_size;
    changed[at] = (unsigned char)(changed[at] + 1 + take_byte(in) % 255);
    must(nf_bring_model(engine, changed, nf_model_file_size) != NF_OK && nf_why(engine)[0]);
    must(nf_bring_model(engine, in->at, (size_t)(in->end - in->at)) != NF_OK && nf_why(engine)[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char first[] = "1;source=model";
    static nf_engine *engine, *other;
    static const char *const texts[] = {"text1", "text2", "text3"};
    input in = input_of(data, size);
    nf_params params;
    if (!engine) {
        engine = with_model();
        other = with_model();
    }
    if (take_byte(&in) == 0) refuse_others(engine, &in);
    nf_decode(first, sizeof first - 1, &params, NULL, NULL);
    nf_name_model(engine, &params);
    for (int i = 0; i < 3; i++)
        if (take_byte(&in) % 2) take_text(&in, &params, nf_find(texts[i], 5));
    for (unsigned sliders = take_byte(&in) % 8; sliders > 0; sliders--) take_slider(&in, &params);
    params.number[P_source][0] = SOURCE_MODEL;
    make_figure(&in, engine, other, &params);
    predictions_are_sound(engine);
    return 0;
}
