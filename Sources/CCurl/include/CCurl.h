/// libcurl, loaded on first use instead of when the program starts.
///
/// The program isn't linked to libcurl, whose 36 shared libraries would more than double every command's startup time.
/// The header provides types and constants at build time; the functions are looked up in the library at run time.

#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or later is needed; install its development files (Debian: libcurl4-openssl-dev)"
#endif

/// Options missing from headers before 7.87 and 7.85.
#define CCURL_QUICK_EXIT 322
#define CCURL_PROTOCOLS_STR 10318

#pragma clang assume_nonnull begin

/// The functions of a loaded libcurl. It is never modified or unloaded, so any thread may use it.
typedef struct ccurl_library ccurl_library;

/// Receives bytes and returns the number consumed; anything but `size * count` aborts the transfer.
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);
/// Called when a connection is established and the request is about to be sent.
typedef int (*ccurl_connected)(
    void *context, char *_Nullable address, char *_Nullable own_address, int port, int own_port);

/// Loads and initializes the library with this file name; NULL if it doesn't exist or lacks a function.
const ccurl_library *_Nullable ccurl_open(const char *name);
/// The version as a number of the form 0xXXYYZZ.
unsigned int ccurl_version(const ccurl_library *library);

CURL *_Nullable ccurl_easy_init(const ccurl_library *library);
void ccurl_easy_cleanup(const ccurl_library *library, CURL *easy);
CURLcode ccurl_set_long(const ccurl_library *library, CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(const ccurl_library *library, CURL *easy, CURLoption option, curl_off_t value);
/// Sets a string or another pointer; libcurl copies strings, except for `CURLOPT_POSTFIELDS`.
CURLcode ccurl_set_pointer(
    const ccurl_library *library, CURL *easy, CURLoption option, const void *_Nullable value);
CURLcode ccurl_set_receive(const ccurl_library *library, CURL *easy, CURLoption option, ccurl_receive function);
CURLcode ccurl_set_connected(const ccurl_library *library, CURL *easy, ccurl_connected function);
/// Returns a numeric property of the finished transfer; 0 if it is unknown.
long ccurl_get_long(const ccurl_library *library, CURL *easy, CURLINFO info);
curl_off_t ccurl_get_offset(const ccurl_library *library, CURL *easy, CURLINFO info);

/// Appends a copy of the line; returns NULL and leaves the list unchanged when out of memory.
struct curl_slist *_Nullable ccurl_slist_append(
    const ccurl_library *library, struct curl_slist *_Nullable list, const char *line);
void ccurl_slist_free(const ccurl_library *library, struct curl_slist *_Nullable list);

CURLM *_Nullable ccurl_multi_init(const ccurl_library *library);
void ccurl_multi_cleanup(const ccurl_library *library, CURLM *multi);
CURLMcode ccurl_multi_add(const ccurl_library *library, CURLM *multi, CURL *easy);
void ccurl_multi_remove(const ccurl_library *library, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(const ccurl_library *library, CURLM *multi);
/// Waits until a transfer can proceed, the timeout passes or `ccurl_multi_wakeup` is called.
CURLMcode ccurl_multi_poll(const ccurl_library *library, CURLM *multi, int milliseconds);
/// Interrupts a thread's current or next wait in `ccurl_multi_poll`. The only function that other threads may call.
void ccurl_multi_wakeup(const ccurl_library *library, CURLM *multi);
/// Removes and returns one finished transfer; NULL if there isn't one.
CURL *_Nullable ccurl_multi_take_ended(const ccurl_library *library, CURLM *multi, CURLcode *result);

#pragma clang assume_nonnull end

#endif
