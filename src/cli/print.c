/* Printing, and progress. */
#include "main.h"

#include "answers/plain.h"
#include "answers/write.h"
#include "engine/text.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Text of others ------------------------------------------------------------------------- */

int print_plain(FILE *to, const char *text, size_t length) {
    int characters = 0;
    for (slice rest = {text, length}; rest.length; characters++) {
        char one[8];
        nf_text character = new_text(one, sizeof one);
        rest = after(rest, rest.at, put_plain_character(&character, rest));
        fputs(one, to);
    }
    return characters;
}

static const char *const sentences[] = {
#define SENTENCE(name, words) words,
#include "engine/messages.def"
};

void put_sentence(nf_text *out, sentence which, const fill *with) {
    put_words(out, sentences[which], with);
}

void say_sentence(sentence which, const fill *with) {
    char buffer[1 << 13];
    nf_text sentence = new_text(buffer, sizeof buffer);
    put_sentence(&sentence, which, with);
    tell("%s", buffer);
}

enum { LINK_SHOWN = 200 }; /* bytes of a link in front of what is said of it */

static slice subject;

void tell_of(const char *link, size_t length) {
    subject = (slice){link, length < LINK_SHOWN ? length : LINK_SHOWN};
}

void tell(const char *format, ...) {
    char sentence[1 << 13];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    hide_progress();
    fputs("ninefold: ", stderr);
    print_plain(stderr, subject.at, subject.length);
    fputs(subject.length ? ": " : "", stderr);
    print_plain(stderr, sentence, strlen(sentence));
    putc('\n', stderr);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

void print_csv_field(const char *text, size_t length) {
    static char buffer[8 * NF_LINK_MAX];
    nf_text field = new_text(buffer, sizeof buffer);
    put_csv_field(&field, (slice){text, length});
    print_text(&field);
}

/* ---- The library's texts -------------------------------------------------------------------- */

void print_text(const nf_text *text) { fputs(text->at, stdout); }

void print_number(double x) {
    char buffer[40];
    nf_text text = new_text(buffer, sizeof buffer);
    put_number(&text, x);
    print_text(&text);
}

void print_json_text(const char *text) {
    char buffer[1024];
    nf_text json = new_text(buffer, sizeof buffer);
    put_json_text(&json, text);
    print_text(&json);
}

/* ---- What JSON begins with ------------------------------------------------------------------- */

void print_link(const job *job) {
    char buffer[8 * NF_LINK_MAX];
    nf_text link = new_text(buffer, sizeof buffer);
    put_json_text(&link, job->canonical);
    fputs("{\"link\":", stdout);
    print_text(&link);
}

void print_inputs(const job *job) {
    char buffer[1 << 14];
    nf_text text = new_text(buffer, sizeof buffer);
    nf_print_inputs(job->engine, &text);
    fputs(",\n\"inputs\":", stdout);
    print_text(&text);
}

/* ---- Progress ------------------------------------------------------------------------------- */

static struct {
    bool watched, shown, is_among_rows;
    clock_t last;
} progress;

enum { PROGRESS_WIDTH = 40, PROGRESSES_A_SECOND = 4 };

void watch(void) {
    progress.watched = isatty(STDERR_FILENO);
    progress.is_among_rows = isatty(STDOUT_FILENO);
}

void show_progress(const job *job) {
    clock_t now = progress.watched ? clock() : progress.last;
    if (now - progress.last < CLOCKS_PER_SEC / PROGRESSES_A_SECOND) return;
    progress.last = now;
    progress.shown = true;
    fprintf(stderr, "\rline %d: %.0f %%   ", job->finished + 1, 100 * nf_progress(job->engine));
}

void leave_to_rows(void) {
    if (progress.is_among_rows) hide_progress();
}

void hide_progress(void) {
    if (progress.shown) fprintf(stderr, "\r%*s\r", PROGRESS_WIDTH, "");
    progress.shown = false;
}
