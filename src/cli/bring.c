/* A model of the reader's own for the commands that make figures, and the reading of its files. */
#include "bring.h"
#include "opened.h"

#include "engine/params.h"
#include "engine/text.h"
#include "model/source_model.h"

void lend_texts(const job *job, byte_slice usual[3]) {
    const transformer *trained = brought_model(job->shipped);
    for (int i = 0; i < 3; i++)
        usual[i] = trained ? (byte_slice){trained->texts[i].at, trained->texts[i].bytes}
                           : (byte_slice){"", 0};
}

/* Opens what a path leads to as the model of an engine of its own; false, and why. */
static bool open_model(job *job, const char *path, nf_text *why) {
    byte_slice usual[3];
    opened *files = job->files;
    if (!open_own(path, OPENING_NAMED, files, why)) return false;
    lend_texts(job, usual);
    job->own = nf_open();
    job->own_model = job->own ? opened_model(&files->opening, &usual_limits, usual) : NULL;
    if (job->own_model) {
        bring_own(job->own, job->own_model);
        return true;
    }
    put(why, nf_status_text(NF_NO_MEMORY));
    return false;
}

bool bring_model(job *job, const char *path) {
    static opened files;
    char sentence[1 << 12] = "";
    nf_text why = new_text(sentence, sizeof sentence);
    job->files = &files;
    if (open_model(job, path, &why)) return true;
    tell("%s: %s", path, sentence);
    return false;
}

void forget_model(job *job) {
    if (job->own) nf_close(job->own);
    if (job->files) close_own(job->files);
}

/* The name that a link of this engine's model has. */
static void put_name(const nf_engine *engine, nf_text *out) {
    nf_params params;
    nf_defaults(&params);
    params.number[P_source][0] = params.number[P_source][1] = params.number[P_source][2] =
        SOURCE_MODEL;
    nf_name_model(engine, &params);
    put_bytes(out, params.texts + params.start[P_model], params.length[P_model]);
}

void choose_model(job *job) {
    const nf_params *p = &job->params;
    char id[16] = "";
    nf_text shipped = {id, 0, sizeof id};
    bool is_of_model = job->own && whole_of(p, P_source) == SOURCE_MODEL;
    if (is_of_model) put_name(job->shipped, &shipped);
    bool names_shipped =
        p->length[P_model] && same_text(p->texts + p->start[P_model], p->length[P_model], id);
    job->engine = is_of_model && !names_shipped ? job->own : job->shipped;
}

nf_status give_bytes(job *job) {
    nf_range range;
    if (!nf_wanted(job->engine, &range)) return NF_NO_FIGURE;
    return nf_give(job->engine, read_opened(job->files, &range));
}
