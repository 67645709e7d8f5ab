/* disk FILE SECONDS: writes 24 kB and flushes, every 4 ms, over and over within 32 MB. Prints the p99 of the flushes and the
   share of the time that those over 15 ms took: what the disk itself does to whoever waits for it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { step = 24 * 1024, span = step * 1365, most = 1 << 16 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    static double waits[most];
    static char bytes[step];
    if (count < 3) return 1;
    int file = open(arguments[1], O_RDWR | O_CREAT, 0600);
    if (file < 0) return 1;
    memset(bytes, 7, step);
    for (off_t at = 0; at < span; at += step)
        if (pwrite(file, bytes, step, at) != step) return 1;
    fsync(file);
    double begin = now(), limit = atof(arguments[2]), lost = 0;
    int flushes = 0;
    for (off_t at = 0; flushes < most && now() - begin < limit; at = (at + step) % span) {
        if (pwrite(file, bytes, step, at) != step) return 1;
        double before = now();
        fdatasync(file);
        double wait = waits[flushes++] = now() - before;
        if (wait > 0.015) lost += wait;
        usleep(4000);
    }
    qsort(waits, flushes, sizeof waits[0], compare);
    printf("%.1f %.3f\n", waits[flushes * 99 / 100] * 1e3, lost / (now() - begin));
    return 0;
}
