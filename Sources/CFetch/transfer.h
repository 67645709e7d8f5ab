// What one request and many at once share.
#ifndef SOTRAVEL_TRANSFER_H
#define SOTRAVEL_TRANSFER_H

#include "fetch.h"

#include <curl/curl.h>

struct transfer {
    struct fetch_answer *answer;
    size_t capacity, limit;
    int allows_private, was_private, was_port, is_too_large;
};

void transfer_start(struct transfer *transfer, const struct fetch_request *request, struct fetch_answer *answer);
// The request, the headers and the transfer stay where they are until the end.
void transfer_prepare(CURL *curl, const struct fetch_request *request, struct curl_slist *headers, struct transfer *transfer);
struct curl_slist *transfer_headers(const struct fetch_request *request);
void transfer_end(CURL *curl, CURLcode code, struct transfer *transfer);

#endif
