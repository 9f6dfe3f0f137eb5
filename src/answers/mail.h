/* Saved mails in a text: what their base64 means, and which parts say the same in another form. */
#ifndef NF_MAIL_H
#define NF_MAIL_H

#include "engine/slice.h"

/* A run of lines that belong together. */
typedef struct section {
    slice text; /* as it stands there, or what its base64 means: then good until the next one */
    int line;   /* that it begins in, from 1 */
    bool is_decoded;
    int group; /* which multipart/alternative it is in, from 1; else 0 */
    int part;  /* of a multipart mail, each with a number of its own; else 0 */
} section;

/* A multipart that lies in more others is text without parts. */
enum { OPEN_MAX = 16 };

typedef struct multipart {
    slice boundary;
    int group;
} multipart;

/* What was read of the head of a mail or of a part. */
typedef struct mail_head {
    slice field; /* the last one, with the lines it is folded into */
    slice type;
    bool is_base64;
} mail_head;

typedef struct mail {
    slice rest; /* what was not read yet */
    int line;   /* that it begins in */
    char *bytes;
    size_t room;
    mail_head head;
    slice type;     /* of the part whose body is read */
    bool is_base64; /* which begins here */
    multipart open[OPEN_MAX];
    int depth, groups, parts;
    int damaged; /* lines of base64 */
    int skipped; /* attachments in base64 that are no text */
} mail;

/* False without memory. Close it either way. */
bool open_mail(mail *mail, slice text);
void close_mail(mail *mail);

/* False if there are no more. */
bool next_section(mail *mail, section *out);

#endif
