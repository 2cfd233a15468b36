#define _GNU_SOURCE

#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif
#include <termios.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

// Signals that are reported to the reader of the pipe.
static const int cncurses_told[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
// Other signals that end the process, crashes first: they restore the terminal before taking their usual effect.
static const int cncurses_fatal[] = {
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
#if defined(__linux__)
    SIGIO, SIGPWR,
#endif
#if defined(SIGSTKFLT)
    SIGSTKFLT,
#endif
};
#define CNCURSES_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Signal handlers read all of this; it is only written while they aren't installed.
static struct {
    int input, output;
    int pipe[2];
    struct termios before, taken;
    char leave[512];
    size_t leave_length;
    // The original standard error while messages are kept; otherwise -1.
    int messages;
    struct sigaction told_before[CNCURSES_COUNT(cncurses_told)];
    struct sigaction fatal_before[CNCURSES_COUNT(cncurses_fatal)];
} guard = {.pipe = {-1, -1}, .messages = -1};
static atomic_int guard_is_open, guard_is_taken, guard_ends;

// Gives up on a terminal that accepts no output, for example after Ctrl-S: a dying process must not wait for it.
static void cncurses_write_leave(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        struct pollfd wait = {descriptor, POLLOUT, 0};
        if (poll(&wait, 1, 300) == 0) return;
        ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        bytes += count;
        length -= (size_t)count;
    }
}

static void cncurses_tell(unsigned char number) {
    // If the pipe is full, the reader wakes up anyway.
    while (write(guard.pipe[1], &number, 1) < 0 && errno == EINTR) {}
}

static void cncurses_on_told(int number) {
    int error = errno;
    int ends = number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
    // The second request to exit doesn't wait for a program that is stuck.
    if (ends && atomic_load(&guard_is_taken) && atomic_fetch_add(&guard_ends, 1) > 0) {
        cncurses_guard_give_back(0);
        _exit(128 + number);
    }
    cncurses_tell((unsigned char)number);
    errno = error;
}

static void cncurses_on_fatal(int number, siginfo_t *information, void *context) {
    (void)context;
    cncurses_guard_give_back(0);
    for (size_t index = 0; index < CNCURSES_COUNT(cncurses_fatal); index++) {
        if (cncurses_fatal[index] == number) sigaction(number, &guard.fatal_before[index], NULL);
    }
    // A fault recurs when the handler returns; a signal that was sent, a trap, abort() or a timer doesn't.
    int is_fault = number == SIGILL || number == SIGBUS || number == SIGFPE || number == SIGSEGV;
    if (!is_fault || information->si_code <= 0) raise(number);
}

static void cncurses_at_exit(void) { cncurses_guard_give_back(0); }

int cncurses_guard_open(int input, int output, const char *leave, size_t length) {
    static int is_registered = 0;
    if (atomic_load(&guard_is_open) || length > sizeof guard.leave) return -1;
    if (tcgetattr(input, &guard.before) != 0 || pipe(guard.pipe) != 0) return -1;
    for (int end = 0; end < 2; end++) {
        fcntl(guard.pipe[end], F_SETFD, FD_CLOEXEC);
        fcntl(guard.pipe[end], F_SETFL, O_NONBLOCK);
    }
    guard.input = input;
    guard.output = output;
    memcpy(guard.leave, leave, length);
    guard.leave_length = length;
    guard.taken = guard.before;
    cfmakeraw(&guard.taken);
    guard.taken.c_cc[VMIN] = 1;
    guard.taken.c_cc[VTIME] = 0;
    atomic_store(&guard_ends, 0);
    if (!is_registered) atexit(cncurses_at_exit);
    is_registered = 1;

    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = cncurses_on_told;
    action.sa_flags = SA_RESTART;
    for (size_t index = 0; index < CNCURSES_COUNT(cncurses_told); index++) {
        sigaction(cncurses_told[index], NULL, &guard.told_before[index]);
        // Signals that were ignored before, for example by nohup or a shell without job control, stay ignored.
        int is_ignored = guard.told_before[index].sa_handler == SIG_IGN;
        if (is_ignored && cncurses_told[index] != SIGWINCH && cncurses_told[index] != SIGCONT
            && cncurses_told[index] != SIGINT && cncurses_told[index] != SIGTERM) continue;
        sigaction(cncurses_told[index], &action, NULL);
    }
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_sigaction = cncurses_on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t index = 0; index < CNCURSES_COUNT(cncurses_fatal); index++) {
        sigaction(cncurses_fatal[index], NULL, &guard.fatal_before[index]);
        if (guard.fatal_before[index].sa_handler != SIG_IGN) sigaction(cncurses_fatal[index], &action, NULL);
    }
    atomic_store(&guard_is_open, 1);
    return guard.pipe[0];
}

static int cncurses_scratch(void) {
#if defined(__linux__)
    return memfd_create("contacts-messages", MFD_CLOEXEC);
#else
    char name[] = "/tmp/contacts-messages-XXXXXX";
    int descriptor = mkstemp(name);
    if (descriptor >= 0) unlink(name);
    return descriptor;
#endif
}

// Messages on standard error, such as those about a crash, would appear among the cells and vanish with them. They are
// kept instead, and written after the terminal is restored.
static void cncurses_keep_messages(void) {
    if (guard.messages >= 0 || !isatty(STDERR_FILENO)) return;
    int scratch = cncurses_scratch();
    if (scratch < 0) return;
    fcntl(scratch, F_SETFL, O_APPEND);
    guard.messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (guard.messages >= 0) dup2(scratch, STDERR_FILENO);
    close(scratch);
}

static void cncurses_write_messages(void) {
    if (guard.messages < 0) return;
    char bytes[1024];
    // If there are very many messages, the last ones matter.
    off_t length = lseek(STDERR_FILENO, 0, SEEK_END);
    off_t place = length > 65536 ? length - 65536 : 0;
    ssize_t count;
    while ((count = pread(STDERR_FILENO, bytes, sizeof bytes, place)) > 0) {
        cncurses_write_leave(guard.messages, bytes, (size_t)count);
        place += count;
    }
    dup2(guard.messages, STDERR_FILENO);
    close(guard.messages);
    guard.messages = -1;
}

int cncurses_guard_take(void) {
    atomic_store(&guard_is_taken, 1);
    cncurses_keep_messages();
    return tcsetattr(guard.input, TCSADRAIN, &guard.taken) == 0 ? 0 : errno;
}

void cncurses_guard_give_back(int discards) {
    if (atomic_exchange(&guard_is_taken, 0) == 0) return;
    int error = errno;
    cncurses_write_leave(guard.output, guard.leave, guard.leave_length);
    // Not TCSADRAIN: a terminal that accepts no more output must not block a dying process.
    tcsetattr(guard.input, discards ? TCSAFLUSH : TCSANOW, &guard.before);
    cncurses_write_messages();
    errno = error;
}

void cncurses_guard_stop(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_DFL;
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &action, &before);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    // Unlike SIGSTOP, this is discarded by the system if no shell could continue the process.
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

int cncurses_write(int descriptor, const uint8_t *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) {
            struct pollfd wait = {descriptor, POLLOUT, 0};
            poll(&wait, 1, -1);
            continue;
        }
        if (count <= 0) return -1;
        bytes += count;
        length -= (size_t)count;
    }
    return 0;
}

int cncurses_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

void cncurses_stop_group(void) { kill(0, SIGTSTP); }

void cncurses_guard_wake(void) {
    if (atomic_load(&guard_is_open)) cncurses_tell(0);
}

void cncurses_guard_close(void) {
    if (!atomic_load(&guard_is_open)) return;
    cncurses_guard_give_back(0);
    for (size_t index = 0; index < CNCURSES_COUNT(cncurses_told); index++) {
        sigaction(cncurses_told[index], &guard.told_before[index], NULL);
    }
    for (size_t index = 0; index < CNCURSES_COUNT(cncurses_fatal); index++) {
        sigaction(cncurses_fatal[index], &guard.fatal_before[index], NULL);
    }
    atomic_store(&guard_is_open, 0);
}
