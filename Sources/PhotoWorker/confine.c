// seccomp for every thread and, where the kernel has it, Landlock: what a decoder that was taken over can still reach.
//
// Whatever no decoder does ends the process at once: another program, another process, a socket, a signal. Everything else
// that is not on the list fails with EPERM, for libraries look for files and settings that they can do without, other versions
// of them for others: they go on, and the photo is decoded.

#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The photo worker has no list of system calls for this processor."
#endif

// CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS, PARENT_SETTID and CHILD_CLEARTID: what glibc starts a thread with.
enum { threadFlags = 0x3d0f00, nameThread = PR_SET_NAME, x32Bit = 0x40000000, longest = 160 };

static const int endsProcess[] = {
    SYS_execve, SYS_execveat, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_sendto, SYS_sendmsg, SYS_kill, SYS_tkill,
    SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_send_signal, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_bpf, SYS_io_uring_setup, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_unshare, SYS_setns, SYS_mount,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
};

static const int allowed[] = {
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_membarrier,
    SYS_exit, SYS_exit_group, SYS_restart_syscall, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_getattr, SYS_sched_getparam, SYS_sched_getscheduler, SYS_getpid, SYS_gettid, SYS_getcpu, SYS_sysinfo, SYS_getrandom,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrusage,
#ifdef SYS_arch_prctl
    SYS_arch_prctl, SYS_time,
#endif
};

struct Program {
    struct sock_filter lines[longest];
    unsigned short count;
};

static void add(struct Program *program, struct sock_filter line) {
    if (program->count < longest) program->lines[program->count++] = line;
}

static void answer(struct Program *program, uint32_t what) { add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what)); }

static void load(struct Program *program, size_t offset) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

// Answers if what is loaded is that number.
static void answerIf(struct Program *program, uint32_t number, uint32_t what) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
    answer(program, what);
}

// Allows one call if the lower half of its first argument is that number, else answers otherwise; the call's number stays loaded
// for those that are not it.
static void allowWith(struct Program *program, int call, uint32_t argument, uint32_t otherwise) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4));
    load(program, offsetof(struct seccomp_data, args[0]));
    answerIf(program, argument, SECCOMP_RET_ALLOW);
    answer(program, otherwise);
}

static struct Program program(void) {
    struct Program program = {.count = 0};
    const uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
    load(&program, offsetof(struct seccomp_data, arch));
    add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0));
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
    add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32Bit, 0, 1));
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    allowWith(&program, SYS_write, 1, refused);
    allowWith(&program, SYS_clone, threadFlags, SECCOMP_RET_KILL_PROCESS);
    allowWith(&program, SYS_prctl, nameThread, refused);
    // What clone3 is asked for lies in memory, where a filter does not see it: glibc then asks clone.
    answerIf(&program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++) {
        answerIf(&program, (uint32_t)allowed[index], SECCOMP_RET_ALLOW);
    }
    for (size_t index = 0; index < sizeof endsProcess / sizeof *endsProcess; index++) {
        answerIf(&program, (uint32_t)endsProcess[index], SECCOMP_RET_KILL_PROCESS);
    }
    answer(&program, refused);
    return program;
}

// No file can be opened, no socket bound, no signal sent beyond this process: what this kernel's version knows of it, with no
// exceptions. A second wall, which holds should the first have a gap; the header of an older system does not name all of it.
static void closeFiles(void) {
    enum { create = 444, restrictSelf = 446, versionFlag = 1 };
    struct {
        uint64_t files, network, scopes;
    } rules = {0};
    static const uint64_t fileRights[] = {0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff};
    long version = syscall(create, NULL, 0, versionFlag);
    if (version < 1) return;
    rules.files = fileRights[version < 5 ? version : 5];
    if (version >= 4) rules.network = 3;
    if (version >= 6) rules.scopes = 3;
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    long set = syscall(create, &rules, size, 0);
    if (set < 0) return;
    syscall(restrictSelf, set, 0);
    close((int)set);
}

int confine(void) {
    closeFiles();
    struct Program filter = program();
    if (filter.count >= longest) return -1;
    struct sock_fprog all = {.len = filter.count, .filter = filter.lines};
    // With all threads, for the libraries have some by now.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &all) == 0 ? 0 : -1;
}
