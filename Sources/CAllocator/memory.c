#define _GNU_SOURCE

#include "CAllocator.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// When memory runs out, the runtime and libraries trap, abort, or dereference a failed allocation.
static const int callocator_fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV};
#define CALLOCATOR_COUNT (sizeof(callocator_fatal) / sizeof(callocator_fatal[0]))

// Read by signal handlers, and written before they are installed.
static char callocator_message[512];
static int callocator_status;
static struct sigaction callocator_before[CALLOCATOR_COUNT];

size_t callocator_limit(void) {
    size_t least = SIZE_MAX;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) least = limit.rlim_cur;
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur < least) least = limit.rlim_cur;
    return least == SIZE_MAX || least == RLIM_INFINITY ? 0 : least;
}

int callocator_has_room(size_t bytes) {
    if (callocator_limit() == 0) return 1;
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return 0;
    munmap(block, bytes);
    return 1;
}

static void callocator_on_fatal(int number, siginfo_t *information, void *context) {
    (void)context;
    // A block or a thread stack needs far less than a quarter of the limit: if that is free, memory isn't the cause.
    if (!callocator_has_room(callocator_limit() / 4)) {
        ssize_t count = write(STDERR_FILENO, callocator_message, strlen(callocator_message));
        (void)count;
        _exit(callocator_status);
    }
    for (size_t index = 0; index < CALLOCATOR_COUNT; index++) {
        if (callocator_fatal[index] == number) sigaction(number, &callocator_before[index], NULL);
    }
    // A fault recurs when the handler returns; a signal sent by a process, a trap and abort() don't.
    if (number == SIGABRT || number == SIGTRAP || information->si_code <= 0) raise(number);
}

// Without room for another thread's stack, the runtime sleeps and retries forever, and no signal is raised.
static void *callocator_watch(void *stack) {
    struct timespec pause = {1, 0}, before = {0, 0}, now;
    for (int stuck = 0; stuck < 3;) {
        nanosleep(&pause, NULL);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        double work = (double)(now.tv_sec - before.tv_sec) + (double)(now.tv_nsec - before.tv_nsec) / 1e9;
        before = now;
        stuck = work < 0.02 && !callocator_has_room((size_t)stack + (1 << 20)) ? stuck + 1 : 0;
    }
    raise(SIGABRT);
    return NULL;
}

static void callocator_start_watch(size_t stack) {
    sigset_t kept, before;
    sigfillset(&kept);
    for (size_t index = 0; index < CALLOCATOR_COUNT; index++) sigdelset(&kept, callocator_fatal[index]);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    // Termination signals are left to the other threads.
    pthread_sigmask(SIG_SETMASK, &kept, &before);
    pthread_t thread;
    pthread_create(&thread, &attributes, callocator_watch, (void *)stack);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

void callocator_report_exhaustion(const char *message, int status, size_t stack) {
    if (callocator_limit() == 0) return;
    strncpy(callocator_message, message, sizeof callocator_message - 1);
    callocator_status = status;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_sigaction = callocator_on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t index = 0; index < CALLOCATOR_COUNT; index++) {
        sigaction(callocator_fatal[index], &action, &callocator_before[index]);
    }
    callocator_start_watch(stack);
}
