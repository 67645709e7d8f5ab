#define _GNU_SOURCE
#include "transfer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A request under way, with copies of all that it needs.
struct job {
    struct job *next;
    CURL *curl;
    struct curl_slist *headers;
    char *url, *body;
    struct fetch_request request;
    struct transfer transfer;
    struct fetch_answer answer;
    void *context;
    fetch_landed landed;
};

// Connections to one host; one that speaks HTTP/2 needs a single one.
#define CONNECTIONS 32L

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// NULL where no thread was to be had.
static CURLM *multi;
// What the thread has not begun yet, the newest first.
static struct job *waiting;

static void finish(struct job *job, CURLcode code) {
    if (job->curl != NULL) transfer_end(job->curl, code, &job->transfer);
    job->landed(job->context, &job->answer);
    fetch_release(&job->answer);
    if (job->curl != NULL) curl_easy_cleanup(job->curl);
    curl_slist_free_all(job->headers);
    free(job->url);
    free(job->body);
    free(job);
}

static void begin(struct job *job) {
    job->curl = curl_easy_init();
    if (job->curl == NULL) {
        finish(job, CURLE_FAILED_INIT);
        return;
    }
    transfer_prepare(job->curl, &job->request, job->headers, &job->transfer);
    // One connection carries all that goes to a service that speaks HTTP/2.
    curl_easy_setopt(job->curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(job->curl, CURLOPT_PIPEWAIT, strncmp(job->url, "https", 5) == 0 ? 1L : 0L);
    curl_easy_setopt(job->curl, CURLOPT_PRIVATE, job);
    if (curl_multi_add_handle(multi, job->curl) != CURLM_OK) finish(job, CURLE_FAILED_INIT);
}

static void begin_waiting(void) {
    pthread_mutex_lock(&lock);
    struct job *newest = waiting, *oldest = NULL;
    waiting = NULL;
    pthread_mutex_unlock(&lock);
    while (newest != NULL) {
        struct job *next = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    while (oldest != NULL) {
        struct job *next = oldest->next;
        begin(oldest);
        oldest = next;
    }
}

static void *fly(void *context) {
    (void)context;
    for (;;) {
        int running = 0, left = 0;
        begin_waiting();
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left)) != NULL) {
            if (message->msg != CURLMSG_DONE) continue;
            struct job *job = NULL;
            CURLcode code = message->data.result;
            CURL *curl = message->easy_handle;
            curl_easy_getinfo(curl, CURLINFO_PRIVATE, &job);
            curl_multi_remove_handle(multi, curl);
            finish(job, code);
        }
        curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    return NULL;
}

static void take_off(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    if ((multi = curl_multi_init()) == NULL) return;
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, CONNECTIONS);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 2 * CONNECTIONS);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &attributes, fly, NULL) != 0) {
        curl_multi_cleanup(multi);
        multi = NULL;
    }
    pthread_attr_destroy(&attributes);
}

void fetch_fly(const struct fetch_request *request, void *context, fetch_landed landed) {
    struct fetch_answer nothing = {.failure = FETCH_UNREACHABLE, .retry_after = -1};
    pthread_once(&once, take_off);
    struct job *job = multi != NULL ? calloc(1, sizeof *job) : NULL;
    if (job == NULL) {
        landed(context, &nothing);
        return;
    }
    job->context = context;
    job->landed = landed;
    job->request = *request;
    transfer_start(&job->transfer, request, &job->answer);
    job->headers = transfer_headers(request);
    job->url = strdup(request->url);
    job->body = malloc(request->body_length + 1);
    if (job->url == NULL || job->body == NULL) {
        finish(job, CURLE_OUT_OF_MEMORY);
        return;
    }
    if (request->body != NULL) memcpy(job->body, request->body, request->body_length);
    job->request.url = job->url;
    job->request.body = request->body != NULL ? job->body : NULL;
    pthread_mutex_lock(&lock);
    job->next = waiting;
    waiting = job;
    pthread_mutex_unlock(&lock);
    curl_multi_wakeup(multi);
}
