/// Questions to DNS for other records than addresses.

#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stddef.h>

#pragma clang assume_nonnull begin

#define CRESOLVER_TXT 16
#define CRESOLVER_SRV 33

/// Asks for the records of a name and fills `answer` with the message of RFC 1035; blocks while it waits.
///
/// Returns the length of the message; -1 when there is no such name or record, -2 when DNS does not answer.
int cresolver_query(const char *name, int type, unsigned char *answer, int size);

#pragma clang assume_nonnull end

#endif
