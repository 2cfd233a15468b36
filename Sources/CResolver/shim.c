#include "CResolver.h"

#include <netdb.h>
#include <netinet/in.h>
#include <arpa/nameser.h>
#include <resolv.h>
#include <string.h>

int cresolver_query(const char *name, int type, unsigned char *answer, int size) {
    // A resolver state per call, so that several threads can query at once.
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return -2;
    state.retrans = 3;
    state.retry = 2;
    const int length = res_nquery(&state, name, ns_c_in, type, answer, size);
    const int error = state.res_h_errno;
    res_nclose(&state);
    if (length >= 0) return length < size ? length : size;
    return error == HOST_NOT_FOUND || error == NO_DATA ? -1 : -2;
}
