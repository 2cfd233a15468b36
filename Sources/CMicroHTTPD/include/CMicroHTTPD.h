#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

// What the embedded server needs of libmicrohttpd. The library is no dependency of the program: CMHD_load opens it
// when a server is started, and no other function below may be called before it has succeeded.
//
// <microhttpd.h> is included by shim.c alone. Its own includes would otherwise come to Swift as parts of this module,
// and every file that names a `sockaddr` would have to import it.

struct CMHD_Daemon;
struct MHD_Connection;
struct MHD_Response;

/// The file name that the dynamic linker looks for.
#if defined(__APPLE__)
#define CMHD_LIBRARY "libmicrohttpd.12.dylib"
#else
#define CMHD_LIBRARY "libmicrohttpd.so.12"
#endif

/// Opens the library and finds its functions; later calls do nothing. Safe to call on any thread.
///
/// Returns 1 on success. Otherwise returns 0 and writes the dynamic linker's reason to `reason`.
int CMHD_load(const char *library, char *reason, size_t reason_size);

/// What a daemon calls on its polling thread.
struct CMHD_Callbacks {
    /// The first argument of each callback.
    void *context;
    /// Called with the target of a request, path and query as sent, before the headers are read.
    /// Returns the request's own context, which the other two callbacks are given.
    void *(*target)(void *context, const char *target);
    /// Called when the head has been read, for each part of the body, when the body is complete (`upload_size` is 0), and
    /// when a suspended connection is resumed before the answer. `version` is that of HTTP, such as "HTTP/1.1".
    /// Returns 0 to close the connection.
    int (*request)(
        void *context, struct MHD_Connection *connection, void *request, const char *method, const char *version,
        size_t upload_size);
    /// Called once for each request, after its answer or with its connection's end.
    void (*completed)(void *context, struct MHD_Connection *connection, void *request);
    /// Called when a connection is accepted (`is_open` is 1), and before its socket is closed.
    void (*connection)(void *context, struct MHD_Connection *connection, int is_open);
};

/// The bounds of a daemon.
struct CMHD_Limits {
    /// The memory of a connection, which bounds the head of a request.
    size_t connection_memory;
    /// The seconds after which a connection without any progress is closed.
    unsigned int idle_seconds;
    /// The most connections from one address.
    unsigned int client_connections;
};

/// Serves a listening socket on one polling thread.
///
/// Returns NULL if the library refuses. The daemon owns the socket until CMHD_quiesce takes it back.
struct CMHD_Daemon *CMHD_start(int listener, struct CMHD_Limits limits, struct CMHD_Callbacks callbacks);

/// Stops accepting connections. Returns the listening socket, which must be closed after CMHD_stop.
int CMHD_quiesce(struct CMHD_Daemon *daemon);

/// Closes all connections, waits for the polling thread and frees the daemon. No connection may be suspended.
void CMHD_stop(struct CMHD_Daemon *daemon);

void CMHD_suspend(struct MHD_Connection *connection);
void CMHD_resume(struct MHD_Connection *connection);

/// Calls `body` with the name and value of each header of the request.
void CMHD_each_header(
    struct MHD_Connection *connection, void (*body)(void *context, const char *name, const char *value), void *context);

/// The connection's socket, or -1.
int CMHD_socket(struct MHD_Connection *connection);

/// The IPv4 address of the other side in network byte order, or 0.
uint32_t CMHD_client_address(struct MHD_Connection *connection);

/// Creates a response without a body.
struct MHD_Response *CMHD_response_without_body(void);

/// Returned by a reader: the body is complete.
static const ptrdiff_t CMHD_END_OF_STREAM = -1;
/// Returned by a reader: close the connection although the body is incomplete.
static const ptrdiff_t CMHD_END_WITH_ERROR = -2;

/// Creates a response whose body `read` delivers; `release` is called with `context` at the end.
///
/// With a size of UINT64_MAX the length is not announced. A reader returns the number of bytes, 0 after it has suspended
/// the connection, or one of the values above.
struct MHD_Response *CMHD_response(
    uint64_t size, size_t block_size, ptrdiff_t (*read)(void *context, uint64_t position, char *buffer, size_t size),
    void *context, void (*release)(void *context));

/// Ends the body by closing the connection, also if the length is not announced, and lets the caller add any
/// Content-Length.
void CMHD_close_after_body(struct MHD_Response *response);

/// Adds a header; `Connection: close` ends the connection after the answer.
void CMHD_add_header(struct MHD_Response *response, const char *name, const char *value);

/// Answers the request, and gives up the caller's hold on the response. Returns 0 on failure.
int CMHD_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

#endif
