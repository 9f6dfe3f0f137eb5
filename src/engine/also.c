#include "also.h"

#include "params.h"
#include "text.h"

/* Puts a head among those that rise; false if it is there, or if there are too many. */
static bool insert(also_head *heads, int count, also_head head) {
    if (count == ALSO_MAX) return false;
    for (; count && heads[count - 1] >= head; count--) {
        if (heads[count - 1] == head) return false;
        heads[count] = heads[count - 1];
    }
    heads[count] = head;
    return true;
}

int read_also(slice spelling, also_head heads[ALSO_MAX]) {
    int count = 0, layer = -1, value = -1; /* -1: no digit yet */
    for (size_t i = 0; i <= spelling.length; i++) {
        char c = i < spelling.length ? spelling.at[i] : '~';
        if (is_digit(c)) {
            value = (value < 0 ? 0 : 10 * value) + c - '0';
            if (value > 255) return -1;
            continue;
        }
        bool ends_layer = c == '.' && layer < 0, ends_head = c == '~' && layer >= 0;
        if (value < 0 || (!ends_layer && !ends_head)) return -1;
        if (ends_head && !insert(heads, count++, (also_head)(layer << 8 | value))) return -1;
        layer = ends_layer ? value : -1;
        value = -1;
    }
    return count;
}

void put_also(nf_text *out, const also_head *heads, int count) {
    for (int i = 0; i < count; i++) {
        put(out, i ? "~" : "");
        put_whole(out, layer_of(heads[i]));
        put_char(out, '.');
        put_whole(out, place_of(heads[i]));
    }
}

int also_of(const nf_params *params, also_head heads[ALSO_MAX]) {
    slice list = {params->texts + params->start[P_also], params->length[P_also]};
    return list.length ? read_also(list, heads) : 0;
}
