#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

// What servers on loopback need of libmicrohttpd. The library is no dependency of the program: CMHD_load opens it
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

/// A request that has arrived whole.
struct CMHD_Request {
    const char *method;
    /// Path and query as sent.
    const char *target;
    /// The version of HTTP, such as "HTTP/1.1".
    const char *version;
    /// The body; empty without one, and if it was larger than the limit.
    const char *body;
    size_t body_size;
};

/// What a daemon calls on its polling thread.
struct CMHD_Callbacks {
    /// The first argument of each callback.
    void *context;
    /// Called for each request. Answers it with CMHD_answer, or returns 0 to close the connection.
    int (*request)(void *context, struct MHD_Connection *connection, struct CMHD_Request request);
    /// Called once for each request, after its answer or with its connection's end.
    void (*completed)(void *context, struct MHD_Connection *connection);
    /// Called when a connection is accepted (`is_open` is 1), and before its socket is closed.
    void (*connection)(void *context, struct MHD_Connection *connection, int is_open);
};

/// The bounds of a daemon.
struct CMHD_Limits {
    /// The memory of a connection, which bounds the head of a request.
    size_t connection_memory;
    /// The size of a body that is kept.
    size_t body;
    /// The seconds after which a connection without any progress is closed.
    unsigned int idle_seconds;
    /// The most connections from one address.
    unsigned int client_connections;
};

/// Serves a listening socket on one polling thread.
///
/// Returns NULL if the library refuses. The daemon owns the socket.
struct CMHD_Daemon *CMHD_start(int listener, struct CMHD_Limits limits, struct CMHD_Callbacks callbacks);

/// Closes the socket and all connections, waits for the polling thread and frees the daemon.
void CMHD_stop(struct CMHD_Daemon *daemon);

/// Calls `body` with the name and value of each header of the request.
void CMHD_each_header(
    struct MHD_Connection *connection, void (*body)(void *context, const char *name, const char *value), void *context);

/// The connection's socket, or -1.
int CMHD_socket(struct MHD_Connection *connection);

/// Creates a response with a copy of these bytes.
struct MHD_Response *CMHD_response(const void *body, size_t size);

/// Creates a response that has neither a body nor a Content-Length, and ends the connection.
struct MHD_Response *CMHD_response_without_length(void);

/// Creates a response whose body comes with time.
///
/// `read` writes up to `size` bytes and returns their number, or -1 at the end; it is called on the polling thread. When
/// it returns 0 it has suspended the connection, or bytes have come meanwhile. `released` is called once.
struct MHD_Response *CMHD_response_stream(
    void *context, ptrdiff_t (*read)(void *context, char *buffer, size_t size), void (*released)(void *context));

/// Asks for no more of a stream until CMHD_resume; to be called from `read` alone.
void CMHD_suspend(struct MHD_Connection *connection);

/// Asks for more of a suspended stream. Safe to call on any thread.
void CMHD_resume(struct MHD_Connection *connection);

/// Adds a header; `Connection: close` ends the connection after the answer.
void CMHD_add_header(struct MHD_Response *response, const char *name, const char *value);

/// Answers the request, and gives up the caller's hold on the response. Returns 0 on failure.
int CMHD_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

#endif
