/* What a model of the reader's own is: read from config.json or from GGUF's metadata into one
 * description that a pass can follow. A family is a row of a table, not a pass of its own.
 *
 *     description d;
 *     describe_folder(config, size, &d, why)  or  describe_gguf(&file, &d, why)
 *     has_its_tensors(&d, &list, why)         every tensor is there and has the shape it must have
 *     part_of_model(&d, &list, QUERY_ROWS, layer, false)
 */
#ifndef NF_FAMILY_H
#define NF_FAMILY_H

#include "gguf.h"

enum {
    OWN_LAYERS_MAX = 512,
    OWN_HEADS_MAX = 512,
    OWN_WIDTH_MAX = 65536,
    OWN_HIDDEN_MAX = 1 << 18,
    OWN_VOCABULARY_MAX = 1 << 20,
    OWN_CONTEXT_MAX = 1 << 27
};

/* What a tensor is for. Matrices of a layer make outputs from inputs: (outputs, inputs). */
typedef enum role {
    TOKEN_ROWS,    /* a row a token */
    POSITION_ROWS, /* a row a position, added to the token's */
    FIRST_NORM,
    QUERY_ROWS,
    KEY_ROWS,
    VALUE_ROWS,
    FUSED_ROWS, /* Query, Key and Value in one */
    QUERY_NORM, /* of each head's Query, before its positions */
    KEY_NORM,
    JOIN_ROWS, /* of all heads' outputs */
    SECOND_NORM,
    GATE_ROWS,
    UP_ROWS,
    DOWN_ROWS,
    LAST_NORM,
    PREDICT_ROWS,
    ROTARY_FACTORS, /* what each frequency is divided by */
    ROLES
} role;

typedef enum feed { FEED_GATED, FEED_GELU, FEED_GELU_TANH } feed; /* gated by SiLU; erf; tanh */
typedef enum scaling { SCALING_NONE, SCALING_LINEAR, SCALING_LLAMA3 } scaling;

/* How the rows of FUSED_ROWS stand: Query's, Key's, Value's; or those three for each head. */
typedef enum fused { FUSED_NOT, FUSED_BLOCKS, FUSED_HEADS } fused;

typedef struct family {
    const char *name;         /* in config.json */
    const char *architecture; /* in GGUF */
    bool layer_norm;          /* LayerNorm with biases, else RMSNorm */
    bool learned_positions;   /* else rotary */
    bool head_norms;
    bool is_tied;       /* unless config.json says otherwise */
    bool gguf_permutes; /* rows of Query and Key for rotation of neighbours */
    fused fused;
    const char *prefix;       /* that some folders put before all names but the last one's */
    const char *const *names; /* of tensors in folders, by role; # is the layer */
    const char *width, *hidden, *layers, *heads, *context, *epsilon; /* names in config.json */
} family;

typedef struct description {
    const family *family;
    bool is_gguf;
    bool has_prefix;                       /* known after has_its_tensors */
    int layers, heads, groups, head_width; /* groups: heads of Key and Value */
    int width, hidden, vocabulary, context;
    double epsilon; /* of norms */
    feed feed;
    fused fused;
    bool query_bias, join_bias, feed_bias; /* query: of Key and Value too */
    bool is_parallel;                      /* both halves of a layer read what enters it */
    bool is_tied;                          /* predictions are made by TOKEN_ROWS */
    bool has_factors;
    bool is_permuted, is_transposed; /* transposed: (inputs, outputs), in GPT-2's folders */
    int window, window_from; /* keys a query sees, itself included, from that layer on; 0: all */
    int rotary;              /* channels of a head that are turned; 0 for none */
    double base;             /* of the frequencies */
    scaling scaling;
    double factor, low, high, original; /* of the scaling */
} description;

/* The family of this name in config.json, or in GGUF; NULL, and why, if it is none of them. */
const family *find_family(const char *name, bool is_gguf, nf_text *why);
bool is_family(const family *f, const char *name); /* by its name in config.json */

/* What its tensor is called, without ".weight" and with # in place of the layer. */
const char *name_of_part(const description *d, role role);

/* NF_OK; or NF_BAD_MODEL, and why in one sentence that names what was found and what is known. */
nf_status describe_folder(const char *config, size_t size, description *out, nf_text *why);
nf_status describe_gguf(const gguf *file, description *out, nf_text *why);

/* Whether every tensor that the description needs is in the list, of its shape and of a type that
 * can be read; else why not. Tensors that it does not need are passed over. */
bool has_its_tensors(description *d, const tensor_list *list, nf_text *why);

/* Its tensor, or its bias; NULL if the description has none. */
const tensor *part_of_model(const description *d, const tensor_list *list, role role, int layer,
                            bool is_bias);

/* How many numbers the tensors have that the description needs. */
uint64_t weights_of_model(const description *d, const tensor_list *list);

/* The shape that it must have, as it is in the file; how many dimensions. */
int shape_of_part(const description *d, role role, bool is_bias, uint64_t shape[2]);

#endif
