#define _GNU_SOURCE
#include "include/mail.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

struct mail_session {
    CURL *curl;
};

struct talk {
    struct mail_answer *answer;
    const char *rest;
    size_t left;
    // Parting says nothing of the mail.
    int is_over;
};

static int begins(const char *line, size_t length, const char *word) {
    size_t count = strlen(word);
    return length >= count && memcmp(line, word, count) == 0;
}

static void take_command(struct talk *talk, const char *line, size_t length) {
    if (begins(line, length, "QUIT")) talk->is_over = 1;
    if (talk->is_over) return;
    struct mail_answer *answer = talk->answer;
    answer->status = 0;
    answer->text[0] = 0;
    if (begins(line, length, "MAIL FROM")) answer->stage = MAIL_SENDER;
    else if (begins(line, length, "RCPT TO")) answer->stage = MAIL_RECIPIENT;
    else if (begins(line, length, "DATA")) answer->stage = MAIL_MESSAGE;
}

static void take_line(struct talk *talk, const char *line, size_t length) {
    struct mail_answer *answer = talk->answer;
    if (talk->is_over || length < 3) return;
    int status = 0;
    for (int index = 0; index < 3; index++) {
        if (line[index] < '0' || line[index] > '9') return;
        status = status * 10 + line[index] - '0';
    }
    if (status != answer->status) answer->text[0] = 0;
    answer->status = status;
    while (length > 0 && (unsigned char)line[length - 1] <= ' ') length--;
    if (length <= 4) return;
    size_t used = strlen(answer->text), count = length - 4;
    // Room for a blank, a letter and the end: what an answer of many lines says beyond that is cut.
    if (used + 3 > sizeof answer->text) return;
    size_t room = sizeof answer->text - used - 2;
    if (used > 0) answer->text[used++] = ' ';
    if (count > room) count = room;
    memcpy(answer->text + used, line + 4, count);
    answer->text[used + count] = 0;
}

// Only what tells where a mail failed: names and passwords go past here too, and nothing of them is kept.
static int watch(CURL *curl, curl_infotype kind, char *bytes, size_t length, void *context) {
    (void)curl;
    if (kind == CURLINFO_HEADER_OUT) take_command(context, bytes, length);
    if (kind == CURLINFO_HEADER_IN) take_line(context, bytes, length);
    return 0;
}

static size_t give(char *bytes, size_t size, size_t count, void *context) {
    struct talk *talk = context;
    size_t room = size * count, length = talk->left < room ? talk->left : room;
    memcpy(bytes, talk->rest, length);
    talk->rest += length;
    talk->left -= length;
    return length;
}

static void set_security(CURL *curl, const struct mail_request *request) {
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_USE_SSL, request->needs_tls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_TRY);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, request->needs_tls ? 1L : 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, request->needs_tls ? 2L : 0L);
    if (request->authorities[0] != 0) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, request->authorities);
        curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    }
    if (request->user[0] == 0) return;
    curl_easy_setopt(curl, CURLOPT_USERNAME, request->user);
    curl_easy_setopt(curl, CURLOPT_PASSWORD, request->password);
}

static void set_talk(CURL *curl, const struct mail_request *request, struct talk *talk) {
    curl_easy_setopt(curl, CURLOPT_URL, request->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, request->milliseconds);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, request->answer_seconds);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, request->answer_seconds);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, request->from);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->length);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(curl, CURLOPT_READDATA, talk);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, watch);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, talk);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
}

static enum mail_failure failure(CURLcode code, const struct mail_answer *answer) {
    switch (code) {
    case CURLE_OK: return MAIL_SENT;
    case CURLE_LOGIN_DENIED: return MAIL_LOGIN;
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_PEER_FAILED_VERIFICATION: return MAIL_TLS;
    case CURLE_OPERATION_TIMEDOUT: return MAIL_TIMEOUT;
    default: return answer->status >= 400 ? MAIL_REFUSED : MAIL_UNREACHABLE;
    }
}

void mail_prepare(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

struct mail_session *mail_open(void) {
    struct mail_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->curl = curl_easy_init();
    if (session->curl != NULL) return session;
    free(session);
    return NULL;
}

void mail_send(struct mail_session *session, const struct mail_request *request, struct mail_answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->failure = MAIL_UNREACHABLE;
    struct talk talk = {.answer = answer, .rest = request->message, .left = request->length};
    struct curl_slist *recipients = curl_slist_append(NULL, request->to);
    if (recipients == NULL) return;
    // The connection stays open.
    curl_easy_reset(session->curl);
    set_talk(session->curl, request, &talk);
    set_security(session->curl, request);
    curl_easy_setopt(session->curl, CURLOPT_MAIL_RCPT, recipients);
    answer->failure = failure(curl_easy_perform(session->curl), answer);
    // What is said at the end, when the session is closed, has nobody who listens.
    curl_easy_setopt(session->curl, CURLOPT_VERBOSE, 0L);
    curl_easy_setopt(session->curl, CURLOPT_DEBUGDATA, NULL);
    curl_easy_setopt(session->curl, CURLOPT_MAIL_RCPT, NULL);
    curl_slist_free_all(recipients);
}

void mail_close(struct mail_session *session) {
    curl_easy_cleanup(session->curl);
    free(session);
}
