#include "mail.h"

#include "base64.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The first line, and how many bytes it has with its end: \n, \r, \r\n or \r\r\n. */
static slice line_at(slice text, size_t *length) {
    size_t end = 0;
    while (end < text.length && text.at[end] != '\n' && text.at[end] != '\r') end++;
    size_t next = end;
    while (next < text.length && next < end + 2 && text.at[next] == '\r') next++;
    bool is_feed = next < text.length && text.at[next] == '\n';
    *length = is_feed ? next + 1 : end + (end < text.length);
    return (slice){text.at, end};
}

static slice take(mail *m) {
    size_t length;
    slice line = line_at(m->rest, &length);
    m->rest = after(m->rest, m->rest.at, length);
    m->line++;
    return line;
}

/* Whether a text begins with words of small letters, written in any. */
static bool begins(slice text, const char *words) {
    size_t i = 0;
    while (i < text.length && words[i] && (text.at[i] | 32) == words[i]) i++;
    return !words[i];
}

/* ---- Heads ---------------------------------------------------------------------------------- */

static bool is_field(slice line) {
    for (size_t i = 0; i < line.length; i++) {
        if (line.at[i] == ':') return i > 0;
        if (line.at[i] <= ' ' || line.at[i] > '~') return false;
    }
    return false;
}

static slice value_of(slice field) {
    const char *colon = memchr(field.at, ':', field.length);
    return without_spaces(after(field, colon, 1));
}

/* What the last line of a head says, when it is read whole. A mail that begins ends all that was
 * left open. */
static void end_field(mail *m) {
    slice field = m->head.field;
    if (begins(field, "content-transfer-encoding:"))
        m->head.is_base64 = begins(value_of(field), "base64");
    if (begins(field, "content-type:")) m->head.type = value_of(field);
    if (begins(field, "message-id:")) m->depth = 0;
    m->head.field.length = 0;
}

/* What stands between the parts; its length is 0 if the type does not say it. */
static slice boundary_in(slice type) {
    static const char key[] = "boundary=";
    while (type.length && !begins(type, key)) type = after(type, type.at, 1);
    if (!type.length) return type;
    slice value = after(type, type.at, sizeof key - 1);
    bool is_quoted = value.length && *value.at == '"';
    size_t length = 0;
    if (is_quoted) value = after(value, value.at, 1);
    while (length < value.length && !memchr(is_quoted ? "\"\"\r\n" : "; \r\n", value.at[length], 4))
        length++;
    return (slice){value.at, length};
}

static void open_multipart(mail *m, slice type) {
    slice boundary = boundary_in(type);
    if (!boundary.length || m->depth == OPEN_MAX) return;
    int group = begins(type, "multipart/alternative") ? ++m->groups : 0;
    m->open[m->depth++] = (multipart){boundary, group};
}

static void end_head(mail *m) {
    end_field(m);
    bool is_multipart = begins(m->head.type, "multipart/");
    if (is_multipart) open_multipart(m, m->head.type);
    m->is_base64 = m->head.is_base64 && !is_multipart;
    m->type = m->head.type;
    m->head = (mail_head){.is_base64 = false};
}

static void take_line(mail *m) {
    slice line = take(m), *field = &m->head.field;
    if (!without_spaces(line).length)
        end_head(m);
    else if (field->length && is_space(*line.at))
        field->length = (size_t)(line.at + line.length - field->at);
    else {
        end_field(m);
        if (!is_field(line)) m->head = (mail_head){.is_base64 = false};
        if (is_field(line)) *field = line;
    }
}

/* ---- Parts ---------------------------------------------------------------------------------- */

/* Which of the open multiparts the next line parts, and whether it ends it; -1 if none. */
static int boundary_at(const mail *m, bool *is_end) {
    size_t length;
    if (!m->depth || m->rest.length < 2 || memcmp(m->rest.at, "--", 2) != 0) return -1;
    slice line = line_at(m->rest, &length), said = without_spaces(after(line, line.at, 2));
    for (int i = m->depth; i-- > 0;) {
        slice boundary = m->open[i].boundary;
        bool begins_so =
            said.length >= boundary.length && memcmp(said.at, boundary.at, boundary.length) == 0;
        slice behind = after(said, said.at, begins_so ? boundary.length : 0);
        *is_end = behind.length == 2 && memcmp(behind.at, "--", 2) == 0;
        if (begins_so && (!behind.length || *is_end)) return i;
    }
    return -1;
}

static bool is_at_boundary(const mail *m) {
    bool is_end;
    return boundary_at(m, &is_end) >= 0;
}

static void pass_boundary(mail *m) {
    bool is_end = false;
    int at = boundary_at(m, &is_end);
    if (at < 0) return;
    m->parts++;
    m->depth = is_end ? at : at + 1;
    m->head = (mail_head){.is_base64 = false};
    m->is_base64 = false;
}

static int group_of(const mail *m) {
    for (int i = m->depth; i-- > 0;)
        if (m->open[i].group) return m->open[i].group;
    return 0;
}

/* ---- Bodies --------------------------------------------------------------------------------- */

/* Whether a body is text: by what its head says, else by its bytes. A picture may be text inside,
 * and even hold a link; it is no answer. */
static bool is_text(slice type, slice body) {
    if (!type.length || begins(type, "text/") || begins(type, "message/")) return true;
    if (begins(type, "image/")) return false;
    for (size_t i = 0; i < body.length; i++)
        if ((unsigned char)body.at[i] < ' ' && !is_space(body.at[i])) return false;
    return true;
}

static void decode(mail *m, section *out) {
    base64 b = {.out = {m->bytes, 0, m->room}};
    m->is_base64 = false;
    out->is_decoded = true;
    while (m->rest.length) {
        size_t length;
        slice line = without_spaces(line_at(m->rest, &length));
        if (line.length && !is_of_base64(&b, line)) break;
        if (line.length)
            read_base64(&b, line);
        else
            b.is_loose = true;
        (void)take(m);
    }
    end_base64(&b);
    slice body = {m->bytes, b.out.used};
    if (!is_text(m->type, body)) {
        m->skipped++;
        return;
    }
    out->text = body;
    m->damaged += b.damaged;
}

/* ---- All of it ------------------------------------------------------------------------------ */

bool open_mail(mail *m, slice text) {
    size_t room = text.length + 1;
    *m = (mail){.rest = text, .line = 1, .bytes = malloc(room), .room = room};
    return m->bytes != NULL;
}

void close_mail(mail *m) { free(m->bytes); }

bool next_section(mail *m, section *out) {
    const char *start = m->rest.at;
    if (!m->rest.length) return false;
    pass_boundary(m);
    int group = group_of(m);
    *out = (section){{start, 0}, m->line, false, group, m->depth ? m->parts : 0};
    if (m->is_base64) {
        decode(m, out);
        return true;
    }
    do take_line(m);
    while (m->rest.length && !m->is_base64 && group_of(m) == group && !is_at_boundary(m));
    out->text.length = (size_t)(m->rest.at - start);
    return true;
}
