// One HTTP request to an address that a person typed: bounded in bytes and time, and never to a private address. Over libcurl, whose
// options are variadic and so out of Swift's reach.
#ifndef SOTRAVEL_FETCH_H
#define SOTRAVEL_FETCH_H

#include <stddef.h>

struct fetch_request {
    const char *url;
    // NULL asks with GET; anything else is sent with POST.
    const char *body;
    size_t body_length;
    // "Name: value", header_count of them.
    const char *const *headers;
    size_t header_count;
    size_t byte_limit;
    long milliseconds;
    int allows_private;
    // Over a connection of its own. One that is used again may turn out to be closed: libcurl then sends the request once more by itself,
    // though the first may have arrived.
    int is_single;
};

// FETCH_PRIVATE also stands for an address of this machine, FETCH_PORT for a port that no web server has.
enum fetch_failure { FETCH_DONE, FETCH_PRIVATE, FETCH_PORT, FETCH_TIMEOUT, FETCH_TOO_LARGE, FETCH_UNREACHABLE };

struct fetch_answer {
    enum fetch_failure failure;
    // 1 where no connection was made, so that certainly nothing of the request has left.
    int is_unsent;
    // 0 if there was no head of an answer.
    long status;
    unsigned char *body;
    size_t length;
    char etag[256];
    char modified[64];
    // Where a redirect leads, absolute; "" for none.
    char location[2048];
    // Of Retry-After, as seconds from now, also where a date is written; -1 for none.
    long retry_after;
};

// Once, before the first request.
void fetch_prepare(void);
// Blocks. What it fills in is given back with fetch_release.
void fetch_run(const struct fetch_request *request, struct fetch_answer *answer);
void fetch_release(struct fetch_answer *answer);

// Many requests at once on one thread, which the first one begins, over connections that stay open for others to the same host. Returns at
// once and has copied what it was given; `landed` is called on that thread, once for each request, and the answer is gone afterwards.
typedef void (*fetch_landed)(void *context, const struct fetch_answer *answer);
void fetch_fly(const struct fetch_request *request, void *context, fetch_landed landed);

// Whether the bytes of an address (4 or 16) are of no public host.
int fetch_is_private(const unsigned char *bytes, size_t count);
// Whether the bytes of an address (4 or 16) are of this machine.
int fetch_is_own(const unsigned char *bytes, size_t count);

#endif
