/// The settings of the GNU allocator, where there is one, and the end of a process whose memory is limited too far.

#ifndef CALLOCATOR_H
#define CALLOCATOR_H

#include <stddef.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#pragma clang assume_nonnull begin

/// The bytes of memory that the process may use (`ulimit -v`, `ulimit -d`); 0 without a limit.
size_t callocator_limit(void);
/// Whether so many bytes more can be had; always without a limit.
int callocator_has_room(size_t bytes);
/// Writes the message and exits with the status when the memory that is allowed is used up, where Swift and the libraries
/// would end the process with a signal and without a word, or wait for room for the stack of another thread.
///
/// It does nothing without a limit. Other defects end the process as before. The message is copied.
void callocator_report_exhaustion(const char *message, int status, size_t stack);

#pragma clang assume_nonnull end

#endif
