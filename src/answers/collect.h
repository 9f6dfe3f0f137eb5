/* Finding the answers in what was pasted: lines, mails, chats, tables. */
#ifndef NF_COLLECT_H
#define NF_COLLECT_H

#include "engine/slice.h"

typedef struct pasted {
    size_t start, length;     /* in `bytes` of the list */
    size_t from, from_length; /* who the mail is from that it stands in; length 0 */
    int line;                 /* that it begins in, from 1 */
    bool is_quoted;           /* its line begins with the mark of a reply */
    int group, part;          /* as of the section of mail.h that it stands in */
} pasted;

typedef struct pasted_list {
    char *bytes;
    size_t used;
    pasted *all;
    int count, capacity;
    int without; /* lines that hold words and no link */
    int quoted;  /* times that the question itself stood there so, and was left out */
    int damaged; /* lines of base64 */
    int skipped; /* attachments in base64 that are no text */
} pasted_list;

/* False without memory. Forget the list either way. */
bool collect(slice text, pasted_list *out);
void forget_collected(pasted_list *list);

slice pasted_text(const pasted_list *list, int index);
slice pasted_from(const pasted_list *list, int index);

#endif
