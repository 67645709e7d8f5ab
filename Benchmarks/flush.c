/* LD_PRELOAD shim: every flush to disk takes 5 ms longer, as on a disk without a write cache. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait_a_little(void) {
    struct timespec pause = {0, 5000000};
    nanosleep(&pause, 0);
}
int fsync(int descriptor) {
    wait_a_little();
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(descriptor);
}
int fdatasync(int descriptor) {
    wait_a_little();
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(descriptor);
}
