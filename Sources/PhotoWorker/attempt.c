// What somebody tries who has taken over a decoder: the tests run it from inside, with and without the confinement.

#define _GNU_SOURCE
#include "attempt.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int openFile(void) { return open("/etc/passwd", O_RDONLY); }
static int makeFile(void) { return open("/tmp", O_TMPFILE | O_RDWR, 0600); }
static int lookAtFile(void) {
    struct stat found;
    return stat("/", &found);
}
static int makeFolder(void) {
    char path[] = "/tmp/sotravel-attempt-XXXXXX";
    return mkdtemp(path) && rmdir(path) == 0 ? 0 : -1;
}
static int makeMemoryFile(void) { return memfd_create("attempt", 0); }
static int readInput(void) {
    char byte;
    return pread(0, &byte, 1, 0) < 0 ? -1 : 0;
}
static int openSocket(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static int openLocalSocket(void) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
}
static int startProcess(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0 && waitpid(child, NULL, 0) == child ? 0 : -1;
}
static int startProgram(void) {
    char *const words[] = {"true", NULL};
    return execv("/bin/true", words);
}
static int signalParent(void) { return kill(getppid(), 0); }
static int signalItself(void) { return (int)syscall(SYS_tgkill, getpid(), gettid(), 0); }
static int traceParent(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == -1 ? -1 : 0; }

static void *nothing(void *unused) { return unused; }
static int startThread(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) == 0 ? pthread_join(thread, NULL) : -1;
}

// What a file may make of a decoder without any call.
static int computeForEver(void) {
    for (volatile unsigned step = 0;; step++) {}
}

static const struct {
    const char *word;
    int (*deed)(void);
} deeds[] = {
    {"open", openFile}, {"create", makeFile}, {"stat", lookAtFile}, {"folder", makeFolder}, {"memory-file", makeMemoryFile},
    {"read-input", readInput}, {"socket", openSocket}, {"local-socket", openLocalSocket},
    {"fork", startProcess}, {"exec", startProgram}, {"signal", signalParent}, {"signal-self", signalItself}, {"trace", traceParent},
    {"thread", startThread}, {"compute", computeForEver},
};

int attempt(const char *word) {
    for (size_t index = 0; index < sizeof deeds / sizeof *deeds; index++) {
        if (!strcmp(word, deeds[index].word)) return deeds[index].deed() < 0 ? 1 : 0;
    }
    return 5;
}

static const char *wordOfThread;
static pthread_t waitingThread;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *attemptLater(void *unused) {
    (void)unused;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return (void *)(intptr_t)attempt(wordOfThread);
}

int prepareThread(const char *word) {
    wordOfThread = word;
    pthread_mutex_lock(&gate);
    return pthread_create(&waitingThread, NULL, attemptLater, NULL);
}

int attemptInThread(void) {
    void *result = NULL;
    pthread_mutex_unlock(&gate);
    return pthread_join(waitingThread, &result) == 0 ? (int)(intptr_t)result : 5;
}
