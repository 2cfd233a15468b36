#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

// The parts of libmicrohttpd that loopback servers need. The program isn't linked against the library: CMHD_load opens
// it when a server starts, and no other function below may be called before that has succeeded.
//
// Only shim.c includes <microhttpd.h>. Otherwise, Swift would treat that header's includes as parts of this module, and
// every file that mentions `sockaddr` would have to import it.

struct CMHD_Daemon;
struct MHD_Connection;
struct MHD_Response;

/// The file name that is passed to the dynamic linker.
#if defined(__APPLE__)
#define CMHD_LIBRARY "libmicrohttpd.12.dylib"
#else
#define CMHD_LIBRARY "libmicrohttpd.so.12"
#endif

/// Opens the library and looks up its functions; later calls do nothing. Safe to call on any thread.
///
/// Returns 1 on success. Otherwise returns 0 and writes the dynamic linker's reason to `reason`.
int CMHD_load(const char *library, char *reason, size_t reason_size);

/// A request that has arrived completely.
struct CMHD_Request {
    const char *method;
    /// The path and query, as sent.
    const char *target;
    /// The HTTP version, such as "HTTP/1.1".
    const char *version;
    /// The body; empty if there is none or it was larger than the limit.
    const char *body;
    size_t body_size;
};

/// The functions that a daemon calls on its polling thread.
struct CMHD_Callbacks {
    /// The first argument to each callback.
    void *context;
    /// Called for each request. Replies with CMHD_answer, or returns 0 to close the connection.
    int (*request)(void *context, struct MHD_Connection *connection, struct CMHD_Request request);
    /// Called once per request, after its response or when the connection ends.
    void (*completed)(void *context, struct MHD_Connection *connection);
    /// Called when a connection is accepted (`is_open` is 1), and before its socket is closed.
    void (*connection)(void *context, struct MHD_Connection *connection, int is_open);
};

/// A daemon's limits.
struct CMHD_Limits {
    /// The memory per connection, which limits the size of a request's headers.
    size_t connection_memory;
    /// The maximum size of a body to keep.
    size_t body;
    /// The number of seconds after which an idle connection is closed.
    unsigned int idle_seconds;
    /// The maximum number of connections per client address.
    unsigned int client_connections;
};

/// Serves a listening socket on a single polling thread.
///
/// Returns NULL if the library can't start it. The daemon owns the socket.
struct CMHD_Daemon *CMHD_start(int listener, struct CMHD_Limits limits, struct CMHD_Callbacks callbacks);

/// Closes the socket and all connections, waits for the polling thread, and frees the daemon.
void CMHD_stop(struct CMHD_Daemon *daemon);

/// Calls `body` with the name and value of each request header.
void CMHD_each_header(
    struct MHD_Connection *connection, void (*body)(void *context, const char *name, const char *value), void *context);

/// Returns the connection's socket, or -1.
int CMHD_socket(struct MHD_Connection *connection);

/// Creates a response with a copy of the bytes.
struct MHD_Response *CMHD_response(const void *body, size_t size);

/// Creates a response without a body or a Content-Length, which ends the connection.
struct MHD_Response *CMHD_response_without_length(void);

/// Creates a response whose body is streamed.
///
/// `read` writes up to `size` bytes and returns their number, or -1 at the end; it is called on the polling thread. A 0
/// means that it has either suspended the connection, or that more bytes have arrived. `released` is called once.
struct MHD_Response *CMHD_response_stream(
    void *context, ptrdiff_t (*read)(void *context, char *buffer, size_t size), void (*released)(void *context));

/// Pauses a stream until CMHD_resume; may only be called from `read`.
void CMHD_suspend(struct MHD_Connection *connection);

/// Resumes a suspended stream. Safe to call on any thread.
void CMHD_resume(struct MHD_Connection *connection);

/// Adds a header; `Connection: close` ends the connection after the response.
void CMHD_add_header(struct MHD_Response *response, const char *name, const char *value);

/// Sends the response and releases the caller's reference to it. Returns 0 on failure.
int CMHD_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

#endif
