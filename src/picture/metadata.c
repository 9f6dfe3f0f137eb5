#include "engine/exact.h"

#include "drawing.h"

#include "about.h"
#include "engine/kinds.h"
#include "engine/text.h"

#include <stdlib.h>

enum { WORDS_MAX = 6000 };

static void put_xml_of(nf_text *out, slice text, bool cut) {
    put_xml(out, text);
    put(out, cut ? "\xe2\x80\xa6" : "");
}

static void put_texts_json(const drawing *self, nf_text *out) {
    int inputs = inputs_of(kind_of(self->of->params));
    for (int input = 0; input < inputs && nf_pieces(self->of->engine); input++) {
        char buffer[WORDS_MAX] = "";
        nf_text text = {buffer, 0, sizeof buffer};
        put_read_text(&text, self->of->engine, input);
        put_char(out, input ? ',' : '[');
        put_json_text(out, buffer);
    }
    put(out, nf_pieces(self->of->engine) ? "]" : "null");
}

static void put_scale_json(const drawing *self, nf_text *out) {
    const scale *s = &self->view->scale;
    put(out, "{\"of\":");
    put_json_text(out, s->label);
    put_member(out, "colors", color_names[s->map]);
    put_number_member(out, "low", s->low);
    put_number_member(out, "high", s->high);
    put_flag_member(out, "log", s->log);
    put_member(out, "mode", s->mode);
    put_char(out, '}');
}

static void put_json_of(const drawing *self, nf_text *out) {
    char buffer[WORDS_MAX] = "";
    nf_text text = {buffer, 0, sizeof buffer};
    nf_encode(self->of->params, &text);
    put(out, "{\"program\":\"Ninefold " NF_VERSION "\"");
    put_member(out, "page", self->of->page);
    put_member(out, "link", buffer);
    put(out, ",\"check\":\"");
    nf_print_check(nf_check(self->of->engine), out);
    put(out, "\",\"source\":");
    nf_print_source(self->of->engine, out);
    put(out, ",\"texts\":");
    put_texts_json(self, out);
    put(out, ",\"settings\":");
    put_settings_json(out, self->of->engine, self->of->params);
    put(out, ",\"scale\":");
    put_scale_json(self, out);
    put_char(out, '}');
}

enum { JSON_MAX = 40000 };

bool put_metadata(const drawing *self) {
    char caption[160] = "", *json = malloc(JSON_MAX);
    nf_text title = {caption, 0, sizeof caption}, text = {json, 0, JSON_MAX};
    if (!json) return false;
    json[0] = 0;
    put_caption(&title, self->of->params);
    put_json_of(self, &text);
    put(self->out, "<title>");
    put_xml_of(self->out, slice_of(caption), false);
    put(self->out, "</title>\n<metadata>");
    put_xml_of(self->out, slice_of(json), text.used >= JSON_MAX);
    put(self->out, "</metadata>\n");
    free(json);
    return true;
}
