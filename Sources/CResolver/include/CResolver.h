/// DNS queries for records other than addresses.

#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stddef.h>

#pragma clang assume_nonnull begin

#define CRESOLVER_TXT 16
#define CRESOLVER_SRV 33

/// Queries the records of a name and stores the reply, a message as in RFC 1035, in `answer`; blocks while it waits.
///
/// Returns the length of the message, -1 if the name or record doesn't exist, or -2 if DNS doesn't respond.
int cresolver_query(const char *name, int type, unsigned char *answer, int size);

#pragma clang assume_nonnull end

#endif
