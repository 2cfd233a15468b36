/// The settings of the GNU allocator, if there is one, and a clean exit for a process that reaches its memory limit.

#ifndef CALLOCATOR_H
#define CALLOCATOR_H

#include <stddef.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#pragma clang assume_nonnull begin

/// Returns the memory limit of the process in bytes (`ulimit -v`, `ulimit -d`); 0 without a limit.
size_t callocator_limit(void);
/// Returns whether this many more bytes can be allocated; always true without a limit.
int callocator_has_room(size_t bytes);
/// Writes the message and exits with the status when the memory limit is reached. Otherwise Swift and the libraries
/// would crash silently, or wait forever for room for another thread's stack.
///
/// Does nothing without a limit. Other crashes end the process as before. The message is copied.
void callocator_report_exhaustion(const char *message, int status, size_t stack);

#pragma clang assume_nonnull end

#endif
