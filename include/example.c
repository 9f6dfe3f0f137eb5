/* An example of the library: the figure of a link, with its check, its panels, and a statement.
 *
 *     cc example.c $(pkg-config --cflags --libs ninefold) -o example
 *     ./example '1;figure=mean;seed=7'
 */
#include <ninefold.h>

#include <stdio.h>
#include <string.h>

int main(int count, char **words) {
    const char *link = count > 1 ? words[1] : "1;seed=7", *statement = "first~p31~gt~0.9";
    char canonical[NF_LINK_MAX], check[NF_CHECK_MAX];
    nf_text out = {canonical, 0, sizeof canonical}, digits = {check, 0, sizeof check};
    static nf_params params; /* 24 KB */
    nf_link read = nf_decode(link, strlen(link), &params, NULL, NULL);
    if (!read.readable || !read.lossless) {
        fprintf(stderr, "not all of this link can be read\n");
        return 1;
    }
    nf_engine *engine = nf_open();
    if (!engine || nf_compute(engine, &params, NF_WEIGHTS | NF_MEASURES | NF_CHECK) != NF_OK) {
        fprintf(stderr, "%s\n", engine ? nf_why(engine) : nf_status_text(NF_NO_MEMORY));
        nf_close(engine);
        return 1;
    }
    nf_encode(&params, &out);
    nf_print_check(nf_check(engine), &digits);
    printf("%s;check=%s\n", canonical, check);
    for (int i = 0; i < NF_PANELS; i++) {
        const nf_panel *panel = nf_get_panel(engine, i);
        printf("row %d, column %d: %s %.4f\n", panel->row + 1, panel->column + 1,
               nf_measure_key(NF_FIRST), panel->measure[NF_FIRST]);
    }
    nf_verdict verdict = nf_ask(engine, statement, strlen(statement), 0);
    printf("%s: %s\n", statement, verdict.holds == NF_HOLDS ? "holds" : "does not hold");
    nf_close(engine);
    return 0;
}
