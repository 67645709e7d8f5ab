/* The one client for both stream servers: opens N readers, publishes 200-byte events at a rate, reports deliveries.
   streams PORT READ-PATH PUBLISH-PATH READERS EVENTS-A-SECOND SECONDS
   STREAM_COOKIE is sent along; STREAM_BYTES is the length of an event; STREAM_CHAT sends it as a message of the chat.
   Says OPEN, waits for a line, then prints: deliveries, deliveries a second, p50 and p99 in milliseconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SAMPLES 2000000
#define PUBLISHERS 16
static long long latencies[SAMPLES];

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int dial(int port, int number) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET, .sin_port = htons(port)};
    /* One address has 28,000 ports: spread over loopback. */
    from.sin_addr.s_addr = htonl(0x7f000001 + number / 20000);
    to.sin_addr.s_addr = htonl(0x7f000001);
    if (bind(descriptor, (void *)&from, sizeof from) || connect(descriptor, (void *)&to, sizeof to)) {
        perror("connect");
        exit(1);
    }
    return descriptor;
}

static int compare(const void *a, const void *b) {
    long long x = *(const long long *)a, y = *(const long long *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **arguments) {
    if (count < 7) return 2;
    int port = atoi(arguments[1]), readers = atoi(arguments[4]), poll = epoll_create1(0);
    double rate = atof(arguments[5]), seconds = atof(arguments[6]);
    static char buffer[1 << 18], body[1 << 14], cookie[256];
    if (getenv("STREAM_COOKIE")) snprintf(cookie, sizeof cookie, "Cookie: __Host-sotravel=%s\r\n", getenv("STREAM_COOKIE"));
    int bytes = getenv("STREAM_BYTES") ? atoi(getenv("STREAM_BYTES")) : 200, isChat = getenv("STREAM_CHAT") != NULL;
    if (bytes < 30 || bytes > (int)sizeof body - 200) return 2;
    for (int number = 0; number < readers; number++) {
        int descriptor = dial(port, number);
        int length = snprintf(buffer, sizeof buffer, "GET %s HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n%s\r\n", arguments[2], cookie);
        if (write(descriptor, buffer, length) != length) return 1;
        ssize_t got = read(descriptor, buffer, sizeof buffer - 1);
        buffer[got > 0 ? got : 0] = 0;
        if (!strstr(buffer, " 200 ")) { fprintf(stderr, "no stream: %s\n", buffer); return 1; }
        fcntl(descriptor, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
        epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
    }
    sleep(1);
    puts("OPEN");
    fflush(stdout);
    if (getchar() == EOF) return 1;

    /* Several publishers, as several things happen at once; each waits for its answer. */
    int publishers[PUBLISHERS], isAnswered[PUBLISHERS];
    for (int number = 0; number < PUBLISHERS; number++) {
        publishers[number] = dial(port, 0);
        isAnswered[number] = 1;
        fcntl(publishers[number], F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = publishers[number]};
        epoll_ctl(poll, EPOLL_CTL_ADD, publishers[number], &event);
    }
    long long begin = now(), deliveries = 0, samples = 0, published = 0;
    static struct epoll_event events[1024];
    while (now() - begin < seconds * 1e9) {
        for (int number = 0; number < PUBLISHERS; number++) {
            if (!isAnswered[number] || now() - begin < published / rate * 1e9) continue;
            memset(body, 'x', sizeof body);
            int head = isChat ? snprintf(body, 200, "client_id=%08llx-0000-4000-8000-%012llx&text=", published & 0xffffffff, now() & 0xffffffffffff) : 0;
            head += snprintf(body + head, 100, "@%020lld@", now());
            body[head] = 'x';
            int whole = isChat ? head + bytes : bytes;
            int length = snprintf(buffer, sizeof buffer,
                "POST %s HTTP/1.1\r\nHost: x\r\n%sSec-Fetch-Site: same-origin\r\nAccept: application/json\r\nContent-Type: %s\r\n"
                "Content-Length: %d\r\n\r\n%.*s", arguments[3], cookie, isChat ? "application/x-www-form-urlencoded" : "text/plain", whole, whole, body);
            if (write(publishers[number], buffer, length) == length) { published++; isAnswered[number] = 0; }
        }
        int ready = epoll_wait(poll, events, 1024, 1);
        for (int n = 0; n < ready; n++) {
            ssize_t got = read(events[n].data.fd, buffer, sizeof buffer - 1);
            if (got <= 0) continue;
            int isPublisher = 0;
            for (int number = 0; number < PUBLISHERS; number++)
                if (events[n].data.fd == publishers[number]) isPublisher = isAnswered[number] = 1;
            if (isPublisher) continue;
            buffer[got] = 0;
            long long arrived = now();
            for (char *at = buffer; (at = memchr(at, '@', buffer + got - at)) && at + 22 <= buffer + got; at += 22) {
                deliveries++;
                if (at[21] == '@' && samples < SAMPLES) latencies[samples++] = arrived - atoll(at + 1);
            }
        }
    }
    double elapsed = (now() - begin) / 1e9;
    qsort(latencies, samples, sizeof *latencies, compare);
    printf("%lld %.0f %.1f %.1f %lld\n", deliveries, deliveries / elapsed, samples ? latencies[samples / 2] / 1e6 : 0,
        samples ? latencies[samples * 99 / 100] / 1e6 : 0, published);
    return 0;
}
