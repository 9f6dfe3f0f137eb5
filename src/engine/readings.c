/* Five descriptions of two figures, sentence by sentence. */
#include "exact.h"

#include "ask.h"
#include "params.h"
#include "text.h"

#include <math.h>
#include <string.h>

#define PICTURE 0.02 /* how well a number can be read off a picture */
#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static const nf_sentence sink[] = {
    {"Every panel is lower-triangular.", "above~all~eq~0", NULL, 0, false, NF_ALWAYS,
     "With a causal mask every cell above the diagonal is exactly 0."},
    {"Query and Key look alike.", "diff~p11~p21~le~1e-6;diff~p12~p22~le~1e-6;diff~p13~p23~le~1e-6",
     NULL, 0, false, NF_ALWAYS,
     "Where they are scaled: a factor on either one is the same factor on the logits."},
    {"Value does not depend on epsilon.", "diff~p31~p32~eq~0;diff~p31~p33~eq~0;diff~p32~p33~eq~0",
     NULL, 0, false, NF_ALWAYS, "Value never enters the weights of its own layer."},
    {"With Value changed, attention sits on the first token.", "first~r3~ge~0.97;rest~r3~le~0.02",
     NULL, 0, false, NF_YES,
     "The pattern, yes. That changing Value collapses attention there, never: these panels show "
     "the head untouched."},
    {"Changing Value keeps a faint diagonal.", "diag~r3~gt~1~rest", NULL, 0, false, NF_YES,
     "A head may look at itself a little."},
    {"At 5e-1 the first column is prominent, and then the diagonal.",
     "first~p11~ge~0.3;first~p21~ge~0.3;diag~p11~ge~2~rest;diag~p21~ge~2~rest", NULL, 0, false,
     NF_YES, "Halved logits keep their order and lose their contrast."},
    {"At 5e-1 there is a strong diagonal, red to orange.", "diag~p11~ge~0.6;diag~p21~ge~0.6", NULL,
     0, false, NF_NEVER,
     "A factor keeps each row's order: where Value's panels give the first column 0.97 on average, "
     "it stays "
     "ahead of the diagonal."},
    {"The panels at 1e-3 and at 1e-10 hardly differ.", "diff~p12~p13~le~0.02;diff~p22~p23~le~0.02",
     NULL, 0, false, NF_ALWAYS,
     "For logits between -20 and 20: a factor of 1e-3 leaves each within 0.02 of 0, which moves no "
     "weight by "
     "more than 0.01."},
    {"At 1e-3 and 1e-10 there is a band along the diagonal.",
     "diag~p12~ge~2~rest;diag~p13~ge~2~rest;diag~p22~ge~2~rest;diag~p23~ge~2~rest", NULL, 0, false,
     NF_NEVER,
     "At 1e-10 every row is uniform: each of i+1 tokens gets 1/(i+1), and with up to 50 tokens "
     "that is no band."},
    {"At 1e-10 the rows are uniform.", "uniform~p13~le~1e-6;uniform~p23~le~1e-6", NULL, 0, false,
     NF_ALWAYS,
     "This is what is really there: weights tend to 1/(i+1) as epsilon goes to 0, for logits up to "
     "1,000 to "
     "within 1e-6."},
};

static const nf_sentence mean[] = {
    {"Query and Key are high in the top-left corner and fall to the bottom-right.",
     "fall~c1~le~-0.9;fall~c2~le~-0.9", NULL, 0, false, NF_ALWAYS,
     "Where causal rows are nearly uniform, 1/(i+1): that is large only where few tokens can be "
     "seen. The real head is outside: "
     "the eight heads of its layer share too much to cancel, and its rows are not nearly uniform."},
    {"The first elements therefore matter more.",
     "uniform~c1~le~0.25;uniform~c2~le~0.25;peak~c1~le~3;peak~c2~le~3", NULL, 0, true, NF_NEVER,
     "It never follows from the corner, which is the mask's shape: nearly uniform rows give all "
     "about the same. Rows of the "
     "real head are far from uniform; the difference to uniform rows shows it."},
    {"Input 1 lies above Input 2, and Input 2 above Input 3.",
     "level~p11~gt~1~level~p21;level~p21~gt~1~level~p31;level~p12~gt~1~level~p22;level~p22~gt~1~"
     "level~p32",
     NULL, 0, false, NF_YES,
     "And it says nothing of the head: where rows sum to 1, the mean over all cells is 1/n, and "
     "the shorter input lies above."},
    {"Query and Key look alike.", "gap~p11~p12~le~0.03;gap~p21~p22~le~0.03;gap~p31~p32~le~0.03",
     NULL, 0, false, NF_YES, "Where both are nearly uniform."},
    {"With the mean of Value the first column is red and the rest blue.",
     "first~c3~ge~0.97;rest~c3~le~0.02", NULL, 0, false, NF_YES,
     "These panels show the head untouched."},
    {"The first element dominates the mean of Value.", "diff~p13~b1~eq~0", NULL, 0, true, NF_NEVER,
     "Averaging Value leaves the weights of its own layer as they were, to the bit."},
};

static const nf_sentence mirror[] = {
    {"All nine are red along the main diagonal.", "ontop~all~eq~1", NULL, 0, false, NF_YES,
     "Heads that agree keep their bump at distance 0 in a mean over heads."},
    {"The triangles mirror each other.", "mirror~all~le~0.02", NULL, 0, false, NF_YES,
     "A weight that depends on the distance alone is the same in both directions."},
    {"The diagonal is about 1.0 for Input 1, 0.9 for Input 2 and 0.7 for Input 3.",
     "diag~p11~in~0.97~1;diag~p22~in~0.85~0.95;diag~p33~in~0.65~0.75", NULL, PICTURE, false, NF_YES,
     "With softmax too, but then not together with the next sentence."},
    {"One step away it is 0.5 to 0.8.", "near~d1~in~0.5~0.8", NULL, PICTURE, false, NF_LOOSE_ROWS,
     "0.7 for itself and 0.5 for each neighbour make 1.7."},
    {"Far away it is 0.0 to 0.2.", "far~d1~in~0~0.2", NULL, PICTURE, false, NF_YES, "A bump ends."},
    {"The gradients are smooth.", "rise~all~le~1e-3", NULL, 0, false, NF_YES,
     "The mean weight at each distance falls from 0 to half the input."},
    {"Input 1 is the sharpest, Input 3 the most diffuse.",
     "contrast~p11~gt~1~contrast~p22;contrast~p22~gt~1~contrast~p33", NULL, 0, false, NF_YES,
     "Diagonal less far cells."},
    {"Input 3's Query against its Value is the darkest red.",
     "diag~p33~gt~1~diag~p11;diag~p33~gt~1~diag~p22", NULL, 0, false, NF_NEVER,
     "No panel here is of a Value; and where the description's own 1.0, 0.9 and 0.7 are right, "
     "Input 3 is the palest."},
    {"Each input attends mainly to itself.", "own~d1~gt~0.5", NULL, 0, false, NF_NOT_HERE,
     "The largest cell of a row is not the larger part of it."},
};

static const nf_sentence blur[] = {
    {"There is a diagonal in all panels.", "diag~all~gt~1~near;near~all~gt~1~far", NULL, 0, false,
     NF_YES, "A bump around the diagonal survives blending."},
    {"A small epsilon focuses Query and Key.",
     "diag~p12~gt~1~diag~p11;diag~p13~gt~1~diag~p12;diag~p22~gt~1~diag~p21;diag~p23~gt~1~diag~p22",
     NULL, 0, false, NF_YES,
     "When epsilon is how much is disturbed, little of it leaves the head as it was."},
    {"At 5e-1 they are close to uniform.", "entropy~p11~ge~0.9;entropy~p21~ge~0.9", NULL, 0, false,
     NF_YES, "Most of the component has been replaced by its mean."},
    {"At 1e-10 they have near-perfect focus.", "diag~p13~ge~0.85;diag~p23~ge~0.85", NULL, 0, false,
     NF_YES, "Almost nothing has been replaced."},
    {"At 1e-3 they are in between.",
     "diag~p12~ge~1~diag~p11~0.05;diag~p12~le~1~diag~p13~-0.05;diag~p22~ge~1~diag~p21~0.05;diag~"
     "p22~le~1~diag~p23~-0.05",
     NULL, 0, false, NF_YES, "With a response that spreads tiny epsilons apart."},
    {"Key lies between Query and Value.",
     "diag~p11~le~1~diag~p21~0.01;diag~p21~le~1~diag~p31~0.01;diag~p12~le~1~diag~p22~0.01;diag~p22~"
     "le~1~diag~p32~0.01;"
     "diag~p13~le~1~diag~p23~0.01;diag~p23~le~1~diag~p33~0.01",
     NULL, 0, false, NF_YES, "To within 0.01, in every column."},
    {"Key is a little paler than Query.",
     "diag~p21~lt~1~diag~p11~-0.01;diag~p22~lt~1~diag~p12~-0.01;diag~p23~lt~1~diag~p13~-0.01", NULL,
     0, false, NF_NEVER,
     "Not together with the sentence before, which leaves Key at most 0.01 below Query: nothing an "
     "eye could see."},
    {"Value is the strongest at 5e-1.", "diag~p31~gt~1~diag~p11;diag~p31~gt~1~diag~p21", NULL, 0,
     false, NF_YES, "It is the head untouched, beside two that are nearly uniform."},
    {"Value is sharpest at 1e-10.", "diag~p33~gt~1~diag~p31", NULL, 0, false, NF_NEVER,
     "In its own layer the three Value panels are the same to the bit."},
};

#define LOOSE " and nine times 0.2 make "
static const nf_sentence fade[] = {
    {"Modifying Query: diagonal 0.9-1.0, 0.7-0.9, 0.6-0.7, and beside it 0.2-0.4, 0.3-0.5, "
     "0.4-0.6.",
     "diag~p11~in~0.9~1;diag~p12~in~0.7~0.9;diag~p13~in~0.6~0.7;off~p11~in~0.2~0.4;off~p12~in~0.3~"
     "0.5;off~p13~in~0.4~0.6",
     NULL, PICTURE, false, NF_LOOSE_ROWS, "0.9" LOOSE "2.7."},
    {"Modifying Key: diagonal 0.8-1.0, 0.6-0.8, 0.5-0.6, and beside it 0.2-0.4, 0.3-0.5, 0.4-0.6.",
     "diag~p21~in~0.8~1;diag~p22~in~0.6~0.8;diag~p23~in~0.5~0.6;off~p21~in~0.2~0.4;off~p22~in~0.3~"
     "0.5;off~p23~in~0.4~0.6",
     NULL, PICTURE, false, NF_LOOSE_ROWS, "0.8" LOOSE "2.6."},
    {"Modifying Value: diagonal 0.8-1.0, 0.6-0.8, 0.5-0.6, and beside it 0.2-0.4, 0.3-0.5, "
     "0.4-0.6.",
     "diag~p31~in~0.8~1;diag~p32~in~0.6~0.8;diag~p33~in~0.5~0.6;off~p31~in~0.2~0.4;off~p32~in~0.3~"
     "0.5;off~p33~in~0.4~0.6",
     NULL, PICTURE, false, NF_LOOSE_ROWS,
     "0.8" LOOSE "2.6. And Value must be seen in the next layer."},
    {"The diagonal fades with epsilon in all three rows.",
     "diag~p11~gt~1~diag~p12;diag~p12~gt~1~diag~p13;diag~p21~gt~1~diag~p22;diag~p22~gt~1~diag~p23;"
     "diag~p31~gt~1~diag~p32;diag~p32~gt~1~diag~p33",
     NULL, 0, false, NF_YES, "A smaller factor leaves less contrast."},
    {"Value fades in its own layer.", "diag~p31~gt~1~diag~p32;diag~p32~gt~1~diag~p33", "value=this",
     0, false, NF_NEVER, "Value never enters the weights of its own layer."},
    {"Weights are generally lower at small epsilon.",
     "off~p13~lt~1~off~p11;off~p23~lt~1~off~p21;off~p33~lt~1~off~p31", NULL, 0, false, NF_NOT_HERE,
     "The cells off the diagonal, nine in ten, rise."},
    {"The effect is that of added noise.",
     "diag~p11~in~0.9~1;diag~p12~in~0.7~0.9;diag~p13~in~0.6~0.7", "op=noise", PICTURE, false,
     NF_NOT_HERE,
     "Under noise of the same strengths the diagonal does not fade: it stays about 0.9 at every "
     "epsilon."},
};

static const nf_reading readings[] = {
    {"sink", "Does changing Value move attention?", "1", COUNT(sink), sink},
    {"mean", "What does averaging a head do?", "1;figure=mean;n=14~15~16", COUNT(mean), mean},
    {"mirror", "Can every token give 0.7 to itself and 0.5 to its neighbour?",
     "1;figure=cross;n=15;sink=0;local=7~5~2.8;width=0.9~1.1~1.2;noise=0;agree=1;mask=none;weights="
     "sigmoid;bias=-3~-2.6~-1.9",
     COUNT(mirror), mirror},
    {"blur", "Does a small epsilon sharpen...",
     "1;n=10;sink=0;local=7;noise=0;mask=none;op=blend;over=tokens;response=0.2", COUNT(blur),
     blur},
    {"fade", "...or does it blur?",
     "1;n=10;sink=0;local=3.3;width=0.5;floor=1;noise=0;mask=none;weights=sigmoid;response=0.072;"
     "value=next;copy=1.55",
     COUNT(fade), fade},
};

int nf_readings(void) { return COUNT(readings); }

const nf_reading *nf_get_reading(int reading) {
    return reading >= 0 && reading < COUNT(readings) ? &readings[reading] : NULL;
}

const char *nf_any_text(nf_any any) {
    static const char *const texts[] = {"yes", "always", "only if rows need not sum to 1", "never",
                                        "false here"};
    return (unsigned)any < sizeof texts / sizeof *texts ? texts[any] : "";
}

/* Sets key=value in *params; these are our own, so they are known to be accepted. */
static void set_pair(nf_params *params, const char *pair) {
    size_t key = strcspn(pair, "=");
    nf_set(params, nf_find(pair, key), pair + key + 1, strlen(pair + key + 1), NULL);
}

nf_verdict nf_judge(nf_engine *engine, const nf_reading *reading, const nf_sentence *sentence) {
    nf_params params;
    nf_verdict first = unknown_for(NF_READING_NOT_MADE);
    nf_decode(reading->link, strlen(reading->link), &params, NULL, NULL);
    if (sentence->with) set_pair(&params, sentence->with);
    if (nf_compute(engine, &params, NF_WEIGHTS | NF_MEASURES | NF_ALL_BASELINES) != NF_OK)
        return first;
    const char *test = sentence->test;
    for (bool any = false; *test; any = true) {
        size_t length = strcspn(test, ";");
        nf_verdict verdict = nf_ask(engine, test, length, sentence->slack);
        if (!any) first = verdict;
        if (verdict.holds != NF_HOLDS) return verdict;
        test += length + (test[length] == ';');
    }
    return first;
}

static void put_sentence(nf_text *out, nf_engine *engine, const nf_reading *reading,
                         const nf_sentence *s) {
    nf_verdict verdict = nf_judge(engine, reading, s);
    bool borne_out = (verdict.holds == NF_HOLDS) != s->refutes;
    put(out, "{\"text\":");
    put_json_text(out, s->text);
    put(out, ",\n   \"test\":");
    put_json_text(out, s->test);
    if (s->with) put_member(out, "with", s->with);
    put_number_member(out, "slack", s->slack);
    put(out, verdict.holds == NF_HOLDS ? ",\"holds\":true" : ",\"holds\":false");
    put(out, s->refutes ? ",\"refutes\":true" : ",\"refutes\":false");
    put(out, ",\"verdict\":");
    put(out, verdict.holds == NF_UNKNOWN ? "null" : borne_out ? "true" : "false");
    put_number_member(out, "number", verdict.number);
    put_number_member(out, "bound", verdict.bound);
    put_member(out, "any", nf_any_text(s->any));
    put(out, ",\n   \"reason\":");
    put_json_text(out, s->reason);
    put_char(out, '}');
}

void nf_print_readings(nf_engine *engine, nf_text *out) {
    put(out, "[");
    for (int r = 0; r < COUNT(readings); r++) {
        const nf_reading *reading = &readings[r];
        put(out, r ? ",\n{\"name\":" : "{\"name\":");
        put_json_text(out, reading->name);
        put_member(out, "question", reading->question);
        put_member(out, "link", reading->link);
        put(out, ",\"sentences\":[\n  ");
        for (int i = 0; i < reading->sentences; i++) {
            if (i) put(out, ",\n  ");
            put_sentence(out, engine, reading, &reading->sentence[i]);
        }
        put(out, "]}");
    }
    put(out, "]\n");
}
