#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions that are loaded. `__typeof__` takes each type from the header, so that a pointer always matches its
// function.
#define FUNCTIONS(FUNCTION) \
    FUNCTION(MHD_start_daemon) \
    FUNCTION(MHD_stop_daemon) \
    FUNCTION(MHD_get_connection_values) \
    FUNCTION(MHD_get_connection_info) \
    FUNCTION(MHD_create_response_from_buffer) \
    FUNCTION(MHD_create_response_from_callback) \
    FUNCTION(MHD_set_response_options) \
    FUNCTION(MHD_add_response_header) \
    FUNCTION(MHD_queue_response) \
    FUNCTION(MHD_destroy_response) \
    FUNCTION(MHD_suspend_connection) \
    FUNCTION(MHD_resume_connection)

#define POINTER(name) static __typeof__(&name) name##_pointer;
FUNCTIONS(POINTER)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded = 0;

#define FIND(name)                                                                                                     \
    if (!(name##_pointer = (__typeof__(&name))dlsym(handle, #name))) {                                                 \
        snprintf(reason, reason_size, "%s has no function %s", library, #name);                                        \
        return 0;                                                                                                      \
    }

static int find_functions(void *handle, const char *library, char *reason, size_t reason_size) {
    FUNCTIONS(FIND)
    return 1;
}

int CMHD_load(const char *library, char *reason, size_t reason_size) {
    pthread_mutex_lock(&mutex);
    if (!is_loaded) {
        void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            const char *message = dlerror();
            snprintf(reason, reason_size, "%s", message ? message : library);
        } else if (find_functions(handle, library, reason, reason_size)) {
            is_loaded = 1;
        } else {
            dlclose(handle);
        }
    }
    int result = is_loaded;
    pthread_mutex_unlock(&mutex);
    return result;
}

struct CMHD_Daemon {
    struct MHD_Daemon *daemon;
    struct CMHD_Callbacks callbacks;
    size_t body_limit;
};

struct request {
    int has_head;
    int is_too_large;
    char *body;
    size_t body_size;
    char target[];
};

/// Called before the headers are read. libmicrohttpd doesn't pass the unprocessed target anywhere else.
static void *on_target(void *cls, const char *target, struct MHD_Connection *connection) {
    (void)cls;
    (void)connection;
    size_t size = strlen(target) + 1;
    struct request *request = calloc(1, sizeof(*request) + size);
    if (!request) return NULL;
    memcpy(request->target, target, size);
    return request;
}

/// Keeps a part of a body, unless the body is too large.
static void keep_body(size_t limit, struct request *request, const char *part, size_t size) {
    char *body = NULL;
    if (!request->is_too_large && size <= limit - request->body_size)
        body = realloc(request->body, request->body_size + size);
    if (body) {
        memcpy(body + request->body_size, part, size);
        request->body = body;
        request->body_size += size;
    } else {
        request->is_too_large = 1;
        free(request->body);
        request->body = NULL;
        request->body_size = 0;
    }
}

/// Called when the headers have been read, for each part of the body, and when the body is complete.
static enum MHD_Result on_request(
    void *cls, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **context) {
    (void)url;
    const struct CMHD_Daemon *daemon = cls;
    struct request *request = *context;
    if (!request) return MHD_NO;
    int is_complete = request->has_head && *upload_size == 0;
    request->has_head = 1;
    if (*upload_size > 0) keep_body(daemon->body_limit, request, upload, *upload_size);
    *upload_size = 0;
    if (!is_complete) return MHD_YES;
    struct CMHD_Request whole = {method, request->target, version, request->body, request->body_size};
    return daemon->callbacks.request(daemon->callbacks.context, connection, whole) ? MHD_YES : MHD_NO;
}

static void on_completed(
    void *cls, struct MHD_Connection *connection, void **context, enum MHD_RequestTerminationCode code) {
    (void)code;
    const struct CMHD_Daemon *daemon = cls;
    daemon->callbacks.completed(daemon->callbacks.context, connection);
    struct request *request = *context;
    if (request) free(request->body);
    free(request);
    *context = NULL;
}

static void on_connection(
    void *cls, struct MHD_Connection *connection, void **socket_context, enum MHD_ConnectionNotificationCode code) {
    (void)socket_context;
    const struct CMHD_Daemon *daemon = cls;
    daemon->callbacks.connection(daemon->callbacks.context, connection, code == MHD_CONNECTION_NOTIFY_STARTED);
}

struct CMHD_Daemon *CMHD_start(int listener, struct CMHD_Limits limits, struct CMHD_Callbacks callbacks) {
    struct CMHD_Daemon *daemon = malloc(sizeof(*daemon));
    if (!daemon) return NULL;
    daemon->callbacks = callbacks;
    daemon->body_limit = limits.body;
    daemon->daemon = MHD_start_daemon_pointer(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, daemon, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.connection_memory, MHD_OPTION_CONNECTION_TIMEOUT,
        limits.idle_seconds, MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.client_connections,
        MHD_OPTION_URI_LOG_CALLBACK, on_target, daemon, MHD_OPTION_NOTIFY_COMPLETED, on_completed, daemon,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, daemon, MHD_OPTION_END);
    if (daemon->daemon) return daemon;
    free(daemon);
    return NULL;
}

void CMHD_stop(struct CMHD_Daemon *daemon) {
    MHD_stop_daemon_pointer(daemon->daemon);
    free(daemon);
}

struct header_body {
    void (*body)(void *context, const char *name, const char *value);
    void *context;
};

static enum MHD_Result on_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    const struct header_body *body = cls;
    body->body(body->context, name, value ? value : "");
    return MHD_YES;
}

void CMHD_each_header(
    struct MHD_Connection *connection, void (*body)(void *context, const char *name, const char *value),
    void *context) {
    struct header_body header_body = {body, context};
    MHD_get_connection_values_pointer(connection, MHD_HEADER_KIND, on_header, &header_body);
}

int CMHD_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info_pointer(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

struct MHD_Response *CMHD_response(const void *body, size_t size) {
    return MHD_create_response_from_buffer_pointer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

static ssize_t read_nothing(void *cls, uint64_t position, char *buffer, size_t size) {
    (void)cls;
    (void)position;
    (void)buffer;
    (void)size;
    return MHD_CONTENT_READER_END_OF_STREAM;
}

struct MHD_Response *CMHD_response_without_length(void) {
    // With an empty buffer, libmicrohttpd would announce a length of 0, unless the end of the connection ends the body.
    struct MHD_Response *response =
        MHD_create_response_from_callback_pointer(MHD_SIZE_UNKNOWN, 1024, read_nothing, NULL, NULL);
    if (response) MHD_set_response_options_pointer(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    return response;
}

struct stream {
    void *context;
    ptrdiff_t (*read)(void *context, char *buffer, size_t size);
    void (*released)(void *context);
};

static ssize_t read_stream(void *cls, uint64_t position, char *buffer, size_t size) {
    (void)position;
    struct stream *stream = cls;
    ptrdiff_t count = stream->read(stream->context, buffer, size);
    return count < 0 ? MHD_CONTENT_READER_END_OF_STREAM : count;
}

static void release_stream(void *cls) {
    struct stream *stream = cls;
    stream->released(stream->context);
    free(stream);
}

struct MHD_Response *CMHD_response_stream(
    void *context, ptrdiff_t (*read)(void *context, char *buffer, size_t size), void (*released)(void *context)) {
    struct stream *stream = malloc(sizeof(*stream));
    struct MHD_Response *response = NULL;
    if (stream) {
        *stream = (struct stream){context, read, released};
        response = MHD_create_response_from_callback_pointer(MHD_SIZE_UNKNOWN, 32768, read_stream, stream, release_stream);
    }
    if (!response) {
        free(stream);
        released(context);
    }
    return response;
}

void CMHD_suspend(struct MHD_Connection *connection) { MHD_suspend_connection_pointer(connection); }

void CMHD_resume(struct MHD_Connection *connection) { MHD_resume_connection_pointer(connection); }

void CMHD_add_header(struct MHD_Response *response, const char *name, const char *value) {
    MHD_add_response_header_pointer(response, name, value);
}

int CMHD_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    enum MHD_Result result = MHD_queue_response_pointer(connection, status, response);
    MHD_destroy_response_pointer(response);
    return result == MHD_YES;
}
