/* How commands are used, and what is wrong with what was typed. */
#include "main.h"

#include "engine/text.h"

#include <string.h>

/* What is typed behind a command: a word in capitals stands for one of the reader's, and one with
 * ... for as many as there are. A name that is here twice is used in two ways. */
typedef struct usage {
    const char *name, *takes, *does;
} usage;

static const usage usages[] = {
    {"panels",
     "LINK | - [--json] [--npz FILE] [--distributions] [--strict] [--model PATH] [--tensors FILE] "
     "[--arrays Q,K,V]",
     "the nine panels of a link, as JSON"},
    {"picture",
     "LINK [-o FILE] [--clean] [--without LIST] [--page URL] [--strict] [--model PATH] "
     "[--tensors FILE] [--arrays Q,K,V]",
     "the figure as an SVG, the same that the page saves"},
    {"table",
     "LINK... | - [--csv] [--json] [--heads LIST] [--op LIST] [--component LIST] [--eps LIST] "
     "[--measures LIST] [--strict] [--model PATH] [--tensors FILE] "
     "[--arrays Q,K,V]",
     "numbers of many figures, a line for each panel"},
    {"check",
     "LINK... | - [--csv] [--most-work N] [--strict] [--model PATH] [--tensors FILE] "
     "[--arrays Q,K,V]",
     "does each link reproduce, and do its statements hold?"},
    {"check",
     "--question LINK [FILE | -] [--csv] [--json] [--choice N] [--most-work N] [--model PATH] "
     "[--tensors FILE] [--arrays Q,K,V]",
     "a class's answers to a question, a row for each"},
    {"seal",
     "LINK... | - [--question LINK] [--strict] [--model PATH] [--tensors FILE] "
     "[--arrays Q,K,V]",
     "each link in its canonical form, with its check"},
    {"heads",
     "LINK | - [--json] [--csv] [--op LIST] [--component LIST] [--eps LIST] [--texts FILE] "
     "[--tokens WHICH] [--sort KEY] [--rising] [--strict] [--model PATH]",
     "every head of the model, on the link's texts or those of a file"},
    {"group",
     "LINK | - [--size N] [--json] [--csv] [--op OP] [--component C] [--eps E] [--texts FILE] "
     "[--tokens WHICH] [--strict]",
     "heads that together move what the model says next, one after the other"},
    {"model", "PATH [--json] | --export FOLDER",
     "what a model of yours is, a folder or a GGUF file; or the trained model as such a folder"},
    {"readings", "[--json]", "five descriptions of two figures, sentence by sentence"},
    {"params", "[--json]", "the table of parameters"},
    {"measures", "[--json]", "what statements speak of"},
    {"kinds", "[--json]", "kinds of figure, and operations"},
    {"constants", "[--json]", "numbers and names that a page shares"},
};

enum { USAGES = sizeof usages / sizeof *usages };

static const struct option {
    const char *name, *does;
} options[] = {
    {"--json", "answers in JSON"},
    {"--csv", "answers in CSV, for spreadsheets"},
    {"--npz", "writes NumPy arrays into FILE"},
    {"--distributions", "with --npz: the probability of every piece that may follow"},
    {"-o", "writes into FILE, and not to standard output"},
    {"--clean", "without what explains the picture: the same as --without hints,about"},
    {"--without", "leaves out parts of the picture: hints, about, untouched, caption"},
    {"--page", "the address of the page, in front of the link"},
    {"--strict",
     "exits with 1 if a link was not read exactly as written, or check did not judge it"},
    {"--model", "a folder or a GGUF file, through which links of source=model are read"},
    {"--export", "writes config.json, tokenizer.json and model.safetensors into FOLDER"},
    {"--tensors",
     "Query, Key and Value for source=tensors, or ready weights, from a .npy, .npz or safetensors "
     "file"},
    {"--arrays",
     "names the three arrays where their names do not say which is which, or the one of weights"},
    {"--most-work", "a line may take N billion multiplications; 300 unless this says otherwise"},
    {"--question", "the link that asks; seal makes answers to it"},
    {"--choice", "which of the question's choices is right, from 1"},
    {"--heads", "all; or layer.head as in 2.7,0.3; or heads alone, where there are no layers"},
    {"--size", "how many heads are found, from 1 to 17; 5 unless this says otherwise"},
    {"--op", "operations, as scale,mean"},
    {"--component", "of q,k,v; table has all unless said, heads q"},
    {"--eps", "epsilons, as 0,1e-3,1; or so many by ratio, as 1e-10..10/60"},
    {"--texts", "measures on each line of FILE, in place of the link's texts"},
    {"--tokens", "last: what follows the last token; all: a mean over all tokens"},
    {"--sort", "largest first, by a column: first, diag, previous, entropy, effect, .."},
    {"--rising", "smallest first"},
    {"--measures", "those of ninefold measures, all unless said; prediction; says"},
};

/* What an option does of one command, where that is not what it does of the others. */
static const struct own_words {
    const char *command, *name, *does;
} own_words[] = {
    {"check", "--json", "with --question: answers in JSON"},
    {"group", "--op", "the operation, scale unless said"},
    {"group", "--component", "one of q, k, v; q unless said"},
    {"group", "--eps", "the epsilon, from 0 to 10; unless said 0 with scale, else 1"},
};

static const char links[] =
    "LINK is 1;key=value;..., alone or in a URL after # or ?s=; - reads links from standard input, "
    "one a line.\n";

static const char ends[] = "Exit status: 0 done; 1 something is wrong with a link or a file; "
                           "2 something is wrong with what was typed.\n";

static bool has_option(const usage *of, const char *name) {
    const char *at = strstr(of->takes, name);
    size_t length = strlen(name);
    return at && name[0] == '-' && strchr(" ]", at[length]);
}

/* The word in capitals behind an option; NULL of an option alone. */
static const char *value_of(const usage *of, const char *name) {
    const char *behind = strstr(of->takes, name) + strlen(name) + 1;
    return behind[-1] == ' ' && *behind >= 'A' && *behind <= 'Z' ? behind : NULL;
}

/* How a command is used, by what was typed behind it; NULL if there is none of this name. */
static const usage *usage_of(int count, char **words) {
    const usage *found = NULL;
    bool asks = false;
    for (int i = 1; i < count; i++) asks = asks || strcmp(words[i], "--question") == 0;
    for (int i = 0; i < USAGES; i++) {
        bool other = found && !(asks && strncmp(usages[i].takes, "--question", 10) == 0);
        if (count && strcmp(words[0], usages[i].name) == 0 && !other) found = &usages[i];
    }
    return found;
}

static void print_usage(FILE *to, const usage *of) {
    fprintf(to, "  ninefold %s %s\n      %s\n", of->name, of->takes, of->does);
}

static void print_all(FILE *to) {
    fputs("usage:\n", to);
    for (int i = 0; i < USAGES; i++) print_usage(to, &usages[i]);
    fputs("  ninefold COMMAND --help | --version\n", to);
    fputs(links, to);
    fputs(ends, to);
}

static const char *does_of(const struct option *option, const char *command) {
    for (size_t i = 0; i < sizeof own_words / sizeof *own_words; i++)
        if (strcmp(own_words[i].command, command) == 0 &&
            strcmp(own_words[i].name, option->name) == 0)
            return own_words[i].does;
    return option->does;
}

static void print_help(const char *name) {
    puts("usage:");
    for (int i = 0; i < USAGES; i++)
        if (strcmp(usages[i].name, name) == 0) print_usage(stdout, &usages[i]);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        for (int u = 0; u < USAGES; u++) {
            if (strcmp(usages[u].name, name) != 0 || !has_option(&usages[u], options[i].name))
                continue;
            printf("%-12s %s\n", options[i].name, does_of(&options[i], name));
            break;
        }
    fputs(links, stdout);
    fputs(ends, stdout);
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

bool give_help(int count, char **words) {
    if (count == 1 && strcmp(words[0], "--version") == 0)
        puts("ninefold " NF_VERSION);
    else if (count == 1 && (is_help(words[0]) || strcmp(words[0], "help") == 0))
        print_all(stdout);
    else if (count == 2 && is_help(words[1]) && usage_of(1, words))
        print_help(words[0]);
    else
        return false;
    return true;
}

/* ---- What is wrong -------------------------------------------------------------------------- */

/* A slice of a word of a usage. */
static slice word_at(const char *text) { return (slice){text, strcspn(text, " ].")}; }

static void say_wrong(sentence which, const usage *of, const char *word, const char *needs) {
    fill with = {.text = slice_of(of->name), .quoted = slice_of(word), .other = word_at(needs)};
    say_sentence(which, &with);
}

/* Says what is wrong with an option; how many words it takes, 0 if something is. */
static int judge_option(const usage *of, int left, char **words) {
    if (!has_option(of, words[0])) {
        say_wrong(NO_SUCH_OPTION, of, words[0], "");
        return 0;
    }
    const char *value = value_of(of, words[0]);
    if (!value) return 1;
    if (left < 2) say_wrong(OPTION_NEEDS, of, words[0], value);
    return left < 2 ? 0 : 2;
}

/* Says what is wrong with the words behind a command, if that can be seen from how it is used. */
static void judge_words(const usage *of, int count, char **words) {
    int given = 0, most = strstr(of->takes, "...") ? count : strncmp(of->takes, "[--", 3) != 0;
    for (int i = 0, step; i < count; i += step) {
        step = 1;
        bool is_option = words[i][0] == '-' && words[i][1];
        if (is_option) step = judge_option(of, count - i, words + i);
        if (step == 0) return;
        if (is_option || ++given <= most) continue;
        say_wrong(ONE_TOO_MANY, of, words[i], "");
        return;
    }
    for (int i = 0, forms = 0; i < count; i++) {
        forms += strcmp(words[i], "--json") == 0 || strcmp(words[i], "--csv") == 0;
        if (forms < 2) continue;
        say_sentence(TWO_FORMS, NULL);
        return;
    }
    bool needs = *of->takes >= 'A' && *of->takes <= 'Z';
    if (needs && !given) say_wrong(COMMAND_NEEDS, of, "", of->takes);
}

void say_usage(int count, char **words) {
    const usage *of = usage_of(count, words);
    if (count && !of) say_sentence(NO_SUCH_COMMAND, &(fill){.quoted = slice_of(words[0])});
    if (!of) {
        print_all(stderr);
        return;
    }
    judge_words(of, count - 1, words + 1);
    fputs("usage:\n", stderr);
    print_usage(stderr, of);
    fprintf(stderr, "  ninefold %s --help | ninefold --help\n", of->name);
}
