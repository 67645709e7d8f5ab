#ifndef COSMIUM_H
#define COSMIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads OpenStreetMap PBF as its bytes arrive, one block at a time, and hands over its elements: libosmium's framing, unpacking and
   header, behind a face that Swift can call. It starts no thread, throws nothing, and keeps no more than one block. */
typedef struct osmium_reader osmium_reader;

/* A text of the current block, in UTF-8, without an end mark. */
typedef struct {
    const char *start;
    uint32_t count;
} osmium_text;

typedef enum { osmium_node = 0, osmium_way = 1, osmium_relation = 2 } osmium_kind;

typedef struct {
    int64_t id;
    /* Seconds since 1970, 0 where the file does not say. */
    int64_t edited;
    /* Ten-millionths of a degree; of nodes that have a place. */
    int32_t latitude;
    int32_t longitude;
    osmium_kind kind;
    bool has_place;
    bool is_deleted;
} osmium_element;

/* A node without tags, which most are; one that is there and has a place. */
typedef struct {
    int64_t id;
    int32_t latitude;
    int32_t longitude;
} osmium_place;

/* A node of a way, or what belongs to a relation. */
typedef struct {
    int64_t id;
    osmium_kind kind;
} osmium_member;

/* Called from within osmium_feed, in the order of the file; what is handed over is valid during the call, texts until the next ones. */
typedef struct {
    void *context;
    /* What the file says that it covers, in ten-millionths of a degree. */
    void (*bounds)(void *context, int32_t south, int32_t west, int32_t north, int32_t east);
    /* The texts of the block that begins; tags name them by their place. */
    void (*texts)(void *context, const osmium_text *texts, size_t count);
    /* Nodes without tags, some at once. */
    void (*nodes)(void *context, const osmium_place *nodes, size_t count);
    void (*begin)(void *context, const osmium_element *element);
    /* Places of key and value in turn, count pairs; many tags come in several calls. */
    void (*tags)(void *context, const uint32_t *pairs, size_t count);
    void (*members)(void *context, const osmium_member *members, size_t count);
    void (*end)(void *context);
} osmium_sink;

typedef enum {
    osmium_sound = 0,
    osmium_damaged,
    osmium_cut_short,
    osmium_unsorted,
    /* Unpacks to more than the limit. */
    osmium_too_large,
    /* Sound, but of a kind that is not read: detail says which. */
    osmium_unsupported,
    osmium_no_memory,
} osmium_state;

/* - limit: bytes that the blocks may unpack to, and, apart from that, bytes that the elements would take as XML: so that what is kept of
   them is bounded as that of XML is.
   NULL where there is no memory. */
osmium_reader *osmium_open(osmium_sink sink, uint64_t limit);

/* False when the file cannot be read on; osmium_problem says why. */
bool osmium_feed(osmium_reader *reader, const void *bytes, size_t count);
bool osmium_finish(osmium_reader *reader);

osmium_state osmium_problem(const osmium_reader *reader);
/* What is wrong, in a few words; valid as long as the reader. */
const char *osmium_detail(const osmium_reader *reader);
/* The block in which it was found, from 1, and the byte of the file at which that begins. */
uint64_t osmium_block(const osmium_reader *reader);
uint64_t osmium_offset(const osmium_reader *reader);

void osmium_close(osmium_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
