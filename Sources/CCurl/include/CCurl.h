/// libcurl, loaded when it is first needed instead of when the program starts.
///
/// The program is not linked to libcurl: its 36 shared libraries would more than double the start of every command.
/// The header gives the types and constants at build time; the functions are found in the library at run time.

#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or later is needed; install its development files (Debian: libcurl4-openssl-dev)"
#endif

/// Options that headers before 7.87 and 7.85 do not have.
#define CCURL_QUICK_EXIT 322
#define CCURL_PROTOCOLS_STR 10318

#pragma clang assume_nonnull begin

/// The functions of a loaded libcurl. It is never changed and never unloaded, so every thread may use it.
typedef struct ccurl_library ccurl_library;

/// Receives bytes; returns how many it took, anything but `size * count` ends the transfer.
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);
/// Called when a connection is there and the request is about to be sent.
typedef int (*ccurl_connected)(
    void *context, char *_Nullable address, char *_Nullable own_address, int port, int own_port);

/// Loads the library with the file name and initializes it; NULL when there is none, or one that lacks a function.
const ccurl_library *_Nullable ccurl_open(const char *name);
/// The version as a number of the form 0xXXYYZZ.
unsigned int ccurl_version(const ccurl_library *library);

CURL *_Nullable ccurl_easy_init(const ccurl_library *library);
void ccurl_easy_cleanup(const ccurl_library *library, CURL *easy);
CURLcode ccurl_set_long(const ccurl_library *library, CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(const ccurl_library *library, CURL *easy, CURLoption option, curl_off_t value);
/// Sets a text or other pointer; libcurl copies texts, except `CURLOPT_POSTFIELDS`.
CURLcode ccurl_set_pointer(
    const ccurl_library *library, CURL *easy, CURLoption option, const void *_Nullable value);
CURLcode ccurl_set_receive(const ccurl_library *library, CURL *easy, CURLoption option, ccurl_receive function);
CURLcode ccurl_set_connected(const ccurl_library *library, CURL *easy, ccurl_connected function);
/// A number that the transfer left; 0 when it is not known.
long ccurl_get_long(const ccurl_library *library, CURL *easy, CURLINFO info);
curl_off_t ccurl_get_offset(const ccurl_library *library, CURL *easy, CURLINFO info);

/// Appends a copy of the line; NULL, with the list unchanged, when there is no memory.
struct curl_slist *_Nullable ccurl_slist_append(
    const ccurl_library *library, struct curl_slist *_Nullable list, const char *line);
void ccurl_slist_free(const ccurl_library *library, struct curl_slist *_Nullable list);

CURLM *_Nullable ccurl_multi_init(const ccurl_library *library);
void ccurl_multi_cleanup(const ccurl_library *library, CURLM *multi);
CURLMcode ccurl_multi_add(const ccurl_library *library, CURLM *multi, CURL *easy);
void ccurl_multi_remove(const ccurl_library *library, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(const ccurl_library *library, CURLM *multi);
/// Waits until a transfer can go on, the time is over or `ccurl_multi_wakeup` is called.
CURLMcode ccurl_multi_poll(const ccurl_library *library, CURLM *multi, int milliseconds);
/// Ends the wait of the thread in `ccurl_multi_poll`, or its next one. The only function for other threads.
void ccurl_multi_wakeup(const ccurl_library *library, CURLM *multi);
/// Takes one transfer that has ended; NULL when there is none.
CURL *_Nullable ccurl_multi_take_ended(const ccurl_library *library, CURLM *multi, CURLcode *result);

/// Starts a thread that gets no signals; returns 0 or the system's error number.
int ccurl_start_thread(void (*body)(void *context), void *context);

#pragma clang assume_nonnull end

#endif
