/* Printing, and progress. */
#include "main.h"

#include "engine/text.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Text of others ------------------------------------------------------------------------- */

/* The length of the character at the start; 1 where that is not UTF-8. */
static size_t step_of(const char *text, size_t length) {
    size_t bytes = utf8_length(text, length);
    return bytes ? bytes : 1;
}

static bool is_shown(const char *text, size_t length) {
    size_t bytes = utf8_length(text, length);
    return bytes > 0 && !is_control(code_point(text, bytes));
}

int print_plain(FILE *to, const char *text, size_t length) {
    int characters = 0;
    for (size_t i = 0, step; i < length; i += step) {
        step = step_of(text + i, length - i);
        if (is_shown(text + i, length - i))
            fwrite(text + i, 1, step, to);
        else
            putc(text[i] == '\t' ? ' ' : '?', to);
        characters++;
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

void tell(const char *format, ...) {
    char sentence[1 << 13];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    hide_progress();
    fputs("ninefold: ", stderr);
    print_plain(stderr, sentence, strlen(sentence));
    putc('\n', stderr);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

/* Characters that a spreadsheet may skip before a formula: spaces of any width, also of none. */
static bool is_blank(uint32_t code) {
    static const uint32_t blanks[] = {' ',    '\t',   0xa0,   0x1680, 0x180e,
                                      0x202f, 0x205f, 0x2060, 0x3000, 0xfeff};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (code == blanks[i]) return true;
    return code >= 0x2000 && code <= 0x200d;
}

/* Whether a character begins a formula: an ASCII sign, or the same in full width. */
static bool begins_formula(uint32_t code) {
    uint32_t narrow = code > 0xff00 && code < 0xff5f ? code - 0xfee0 : code;
    return narrow == '=' || narrow == '+' || narrow == '-' || narrow == '@';
}

/* Controls are skipped too: print_plain replaces them by a question mark or a space. */
static bool is_formula(const char *text, size_t length) {
    for (size_t i = 0, step; i < length; i += step) {
        step = step_of(text + i, length - i);
        if (!is_shown(text + i, length - i)) continue;
        uint32_t code = code_point(text + i, step);
        if (!is_blank(code)) return begins_formula(code);
    }
    return false;
}

/* In quotes, with quotes doubled; an apostrophe keeps a spreadsheet from running it. */
void print_csv_field(const char *text, size_t length) {
    fputs(is_formula(text, length) ? "\"'" : "\"", stdout);
    for (const char *quote; (quote = memchr(text, '"', length)) != NULL;) {
        size_t before = (size_t)(quote - text);
        print_plain(stdout, text, before);
        fputs("\"\"", stdout);
        text += before + 1;
        length -= before + 1;
    }
    print_plain(stdout, text, length);
    putchar('"');
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

/* ---- Verdicts ------------------------------------------------------------------------------- */

static void print_place(int panel) {
    if (panel < NF_PANELS)
        printf("p%d%d", panel / 3 + 1, panel % 3 + 1);
    else
        printf("b%d", panel - NF_PANELS + 1);
}

void print_verdict(const nf_verdict *verdict) {
    static const char *const words[] = {"fails", "holds", "unknown"};
    printf("%s", words[verdict->holds]);
    if (verdict->holds == NF_UNKNOWN)
        printf(": %s", verdict->why);
    else {
        printf(" (%.6g against %.6g at ", verdict->number, verdict->bound);
        print_place(verdict->panel);
        putchar(')');
    }
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
