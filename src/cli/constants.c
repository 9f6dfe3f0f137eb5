/* The constants of ninefold.h that the page shares: its modules are made from these. */
#include "main.h"

#include "engine/also.h"

#include <string.h>

static const struct want {
    const char *key, *help;
    int bit;
} wants[] = {
#define X(name, key, bit, text) {key, text, bit},
    NF_WANT_LIST(X)
#undef X
};

static const char *const statuses[] = {
#define X(name, text) #name,
    NF_STATUSES(X)
#undef X
};

static const char *const numbers[] = {
#define X(name, member) #name,
    NF_PANEL_NUMBERS(X)
#undef X
};

static const char *const arrays[] = {
#define X(name, member) #name,
    NF_PANEL_ARRAYS(X)
#undef X
};

#define KEY_OF(name, key) key,
static const char *const causes[] = {NF_CAUSES(KEY_OF)};
static const char *const answer_causes[] = {NF_ANSWER_CAUSES(KEY_OF)};
static const char *const uses[] = {NF_USES(KEY_OF)};

static const char *const cells[] = {
#define X(name) #name,
    NF_CELL_NUMBERS(X)
#undef X
};

static const struct constant {
    const char *key, *help;
    int value;
} constants[] = {
    {"panels", "panels of a figure", NF_PANELS},
    {"baselines", "untouched heads, one for each input", NF_BASELINES},
    {"guesses", "likely next tokens of a prediction, before and after", NF_GUESSES},
    {"linkMax", "characters of a link that are read", NF_LINK_MAX},
    {"alsoMax", "other heads that a link names", ALSO_MAX},
};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* ,"key":["name",..] */
static void print_names(const char *key, const char *const *names, int count) {
    printf(",\n\"%s\":[", key);
    for (int i = 0; i < count; i++) printf("%s\"%s\"", i ? "," : "", names[i]);
    putchar(']');
}

static void print_json(void) {
    printf("{\"want\":[");
    for (int i = 0; i < COUNT(wants); i++) {
        printf("%s{\"key\":\"%s\",\"bit\":%d,\"help\":", i ? ",\n" : "\n", wants[i].key,
               wants[i].bit);
        print_json_text(wants[i].help);
        putchar('}');
    }
    putchar(']');
    print_names("statuses", statuses, COUNT(statuses));
    print_names("panelNumbers", numbers, COUNT(numbers));
    print_names("panelArrays", arrays, COUNT(arrays));
    print_names("causes", causes, COUNT(causes));
    print_names("answerCauses", answer_causes, COUNT(answer_causes));
    print_names("uses", uses, COUNT(uses));
    print_names("cellNumbers", cells, COUNT(cells));
    for (int i = 0; i < COUNT(constants); i++)
        printf(",\n\"%s\":%d", constants[i].key, constants[i].value);
    puts("}");
}

int run_constants(int count, char **words) {
    if (count > 1 || (count == 1 && strcmp(words[0], "--json") != 0)) return MISUSED;
    if (count == 1) {
        print_json();
        return DONE;
    }
    for (int i = 0; i < COUNT(wants); i++)
        printf("want %-12s %5d  %s\n", wants[i].key, wants[i].bit, wants[i].help);
    for (int i = 0; i < COUNT(statuses); i++)
        printf("status %-16s %2d  %s\n", statuses[i], i, nf_status_text((nf_status)i));
    for (int i = 0; i < COUNT(constants); i++)
        printf("%-17s %5d  %s\n", constants[i].key, constants[i].value, constants[i].help);
    return DONE;
}
