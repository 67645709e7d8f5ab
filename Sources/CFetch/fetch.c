#define _GNU_SOURCE
#include "transfer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static int is_private_4(const unsigned char *b) {
    // The special-purpose addresses of IANA's registry (RFC 6890), multicast, and what is reserved.
    return b[0] == 0 || b[0] == 10 || b[0] == 127 || b[0] >= 224 || (b[0] == 100 && (b[1] & 0xC0) == 64) || (b[0] == 169 && b[1] == 254)
        || (b[0] == 172 && (b[1] & 0xF0) == 16) || (b[0] == 192 && b[1] == 0 && (b[2] == 0 || b[2] == 2))
        || (b[0] == 192 && b[1] == 88 && b[2] == 99) || (b[0] == 192 && b[1] == 168) || (b[0] == 198 && (b[1] & 0xFE) == 18)
        || (b[0] == 198 && b[1] == 51 && b[2] == 100) || (b[0] == 203 && b[1] == 0 && b[2] == 113);
}

static int is_private_6(const unsigned char *b) {
    // Only 2000::/3 is given to public hosts; inside it are documentation, Teredo and its kind, and 6to4, which carries an address of 4 bytes.
    if ((b[0] & 0xE0) != 0x20) return 1;
    if (b[0] == 0x20 && b[1] == 0x01 && ((b[2] == 0x0D && b[3] == 0xB8) || b[2] < 2)) return 1;
    if (b[0] == 0x3F && b[1] == 0xFF && (b[2] & 0xF0) == 0) return 1;
    return b[0] == 0x20 && b[1] == 0x02 && is_private_4(b + 2);
}

int fetch_is_private(const unsigned char *bytes, size_t count) {
    return count == 4 ? is_private_4(bytes) : count == 16 ? is_private_6(bytes) : 1;
}

// The public address of this machine leads past its firewall, to what listens only for the machine itself. Whoever speaks to an address of
// their own speaks from it: a socket for datagrams says so without a word being sent, where a list of addresses may not be read.
int fetch_is_own(const unsigned char *bytes, size_t count) {
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_in6 in6;
    } there = {0}, here = {0};
    if (count != 4 && count != 16) return 1;
    socklen_t length = count == 4 ? sizeof there.in : sizeof there.in6;
    there.any.sa_family = count == 4 ? AF_INET : AF_INET6;
    void *address = count == 4 ? (void *)&there.in.sin_addr : (void *)&there.in6.sin6_addr;
    memcpy(address, bytes, count);
    if (count == 4) there.in.sin_port = htons(9); else there.in6.sin6_port = htons(9);
    int probe = socket(there.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return 0;
    int is_own = connect(probe, &there.any, length) == 0 && getsockname(probe, &here.any, &length) == 0
        && memcmp(count == 4 ? (void *)&here.in.sin_addr : (void *)&here.in6.sin6_addr, bytes, count) == 0;
    close(probe);
    return is_own;
}

// The address that is about to be connected to is looked at, not one that was resolved before: a name that changes its mind in between gains
// nothing.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    struct transfer *transfer = context;
    (void)purpose;
    const unsigned char *bytes = NULL;
    size_t count = 0;
    int port = 0;
    if (address->family == AF_INET) {
        const struct sockaddr_in *in = (const void *)&address->addr;
        bytes = (const unsigned char *)&in->sin_addr;
        count = 4;
        port = ntohs(in->sin_port);
    } else if (address->family == AF_INET6) {
        const struct sockaddr_in6 *in = (const void *)&address->addr;
        bytes = (const unsigned char *)&in->sin6_addr;
        count = 16;
        port = ntohs(in->sin6_port);
    }
    if (!transfer->allows_private) {
        if (fetch_is_private(bytes, count) || fetch_is_own(bytes, count)) {
            transfer->was_private = 1;
            return CURL_SOCKET_BAD;
        }
        if (port != 80 && port != 443 && port < 1024) {
            transfer->was_port = 1;
            return CURL_SOCKET_BAD;
        }
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    struct fetch_answer *answer = transfer->answer;
    size_t length = size * count;
    if (length > transfer->limit - answer->length) {
        transfer->is_too_large = 1;
        return 0;
    }
    if (answer->length + length > transfer->capacity) {
        size_t wanted = transfer->capacity == 0 ? 64 << 10 : transfer->capacity * 2;
        if (wanted < answer->length + length) wanted = answer->length + length;
        if (wanted > transfer->limit) wanted = transfer->limit;
        unsigned char *grown = realloc(answer->body, wanted);
        if (grown == NULL) return 0;
        answer->body = grown;
        transfer->capacity = wanted;
    }
    memcpy(answer->body + answer->length, bytes, length);
    answer->length += length;
    return length;
}

static void take_field(const char *line, size_t length, const char *name, char *into, size_t room) {
    size_t start = strlen(name);
    if (length <= start || strncasecmp(line, name, start) != 0) return;
    while (start < length && (line[start] == ' ' || line[start] == '\t')) start++;
    while (length > start && (unsigned char)line[length - 1] <= ' ') length--;
    if (length - start >= room) return;
    memcpy(into, line + start, length - start);
    into[length - start] = 0;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    take_field(bytes, size * count, "etag:", transfer->answer->etag, sizeof transfer->answer->etag);
    take_field(bytes, size * count, "last-modified:", transfer->answer->modified, sizeof transfer->answer->modified);
    return size * count;
}

void fetch_prepare(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

void transfer_prepare(CURL *curl, const struct fetch_request *request, struct curl_slist *headers, struct transfer *transfer) {
    curl_easy_setopt(curl, CURLOPT_URL, request->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "Sotravel");
    // A proxy of the environment would connect where nobody looks at the address.
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, request->milliseconds);
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, (long)request->is_single);
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, (long)request->is_single);
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->byte_limit);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, transfer);
    if (request->body != NULL) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    }
}

void transfer_start(struct transfer *transfer, const struct fetch_request *request, struct fetch_answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->retry_after = -1;
    answer->failure = FETCH_UNREACHABLE;
    *transfer = (struct transfer){.answer = answer, .limit = request->byte_limit, .allows_private = request->allows_private};
}

void transfer_end(CURL *curl, CURLcode code, struct transfer *transfer) {
    struct fetch_answer *answer = transfer->answer;
    char *location = NULL;
    curl_off_t seconds = 0;
    long asked = 0;
    // What stood at the head of an answer is known even if the rest never came.
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
    if (curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0) answer->retry_after = (long)seconds;
    // A request may have left over an old connection before a new one was tried: then bytes of it are counted.
    curl_easy_getinfo(curl, CURLINFO_REQUEST_SIZE, &asked);
    // Nothing of a request leaves before there is a connection: one that takes too long to make has sent nothing either.
    int is_unconnected = code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT || code == CURLE_SSL_CONNECT_ERROR
        || code == CURLE_OPERATION_TIMEDOUT;
    answer->is_unsent = is_unconnected && asked == 0;
    if (code == CURLE_OK) {
        answer->failure = FETCH_DONE;
        curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &location);
        if (location != NULL && strlen(location) < sizeof answer->location) strcpy(answer->location, location);
    } else if (transfer->was_private) {
        answer->failure = FETCH_PRIVATE;
    } else if (transfer->was_port) {
        answer->failure = FETCH_PORT;
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
        answer->failure = FETCH_TIMEOUT;
    } else if (code == CURLE_FILESIZE_EXCEEDED || transfer->is_too_large) {
        answer->failure = FETCH_TOO_LARGE;
    }
}

struct curl_slist *transfer_headers(const struct fetch_request *request) {
    struct curl_slist *headers = NULL;
    for (size_t index = 0; index < request->header_count; index++) headers = curl_slist_append(headers, request->headers[index]);
    return headers;
}

void fetch_run(const struct fetch_request *request, struct fetch_answer *answer) {
    struct transfer transfer;
    transfer_start(&transfer, request, answer);
    CURL *curl = curl_easy_init();
    if (curl == NULL) return;
    struct curl_slist *headers = transfer_headers(request);
    transfer_prepare(curl, request, headers, &transfer);
    transfer_end(curl, curl_easy_perform(curl), &transfer);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
}

void fetch_release(struct fetch_answer *answer) {
    free(answer->body);
    answer->body = NULL;
}
