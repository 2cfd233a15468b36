#include "CCurl.h"

#include <dlfcn.h>
#include <stdlib.h>

// The functions that are loaded, with the types that the header declares.
#define CCURL_FUNCTIONS(FUNCTION) \
    FUNCTION(global_init) \
    FUNCTION(version_info) \
    FUNCTION(easy_init) \
    FUNCTION(easy_cleanup) \
    FUNCTION(easy_setopt) \
    FUNCTION(easy_getinfo) \
    FUNCTION(slist_append) \
    FUNCTION(slist_free_all) \
    FUNCTION(multi_init) \
    FUNCTION(multi_cleanup) \
    FUNCTION(multi_add_handle) \
    FUNCTION(multi_remove_handle) \
    FUNCTION(multi_perform) \
    FUNCTION(multi_poll) \
    FUNCTION(multi_wakeup) \
    FUNCTION(multi_info_read)

#define CCURL_MEMBER(name) __typeof__(&curl_##name) name;
struct ccurl_library {
    CCURL_FUNCTIONS(CCURL_MEMBER)
};

const ccurl_library *ccurl_open(const char *name) {
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) return NULL;
    ccurl_library *library = calloc(1, sizeof *library);
    if (library == NULL) return NULL;
    int is_complete = 1;
#define CCURL_LOAD(name) \
    library->name = (__typeof__(library->name))dlsym(handle, "curl_" #name); \
    if (library->name == NULL) is_complete = 0;
    CCURL_FUNCTIONS(CCURL_LOAD)
    if (is_complete && library->global_init(CURL_GLOBAL_ALL) == CURLE_OK) return library;
    free(library);
    dlclose(handle);
    return NULL;
}

unsigned int ccurl_version(const ccurl_library *library) {
    return library->version_info(CURLVERSION_NOW)->version_num;
}

CURL *ccurl_easy_init(const ccurl_library *library) { return library->easy_init(); }

void ccurl_easy_cleanup(const ccurl_library *library, CURL *easy) { library->easy_cleanup(easy); }

CURLcode ccurl_set_long(const ccurl_library *library, CURL *easy, CURLoption option, long value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_offset(const ccurl_library *library, CURL *easy, CURLoption option, curl_off_t value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(const ccurl_library *library, CURL *easy, CURLoption option, const void *value) {
    return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_receive(
    const ccurl_library *library, CURL *easy, CURLoption option, ccurl_receive function) {
    return library->easy_setopt(easy, option, function);
}

CURLcode ccurl_set_connected(const ccurl_library *library, CURL *easy, ccurl_connected function) {
    return library->easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

long ccurl_get_long(const ccurl_library *library, CURL *easy, CURLINFO info) {
    long value = 0;
    return library->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t ccurl_get_offset(const ccurl_library *library, CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return library->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

struct curl_slist *ccurl_slist_append(
    const ccurl_library *library, struct curl_slist *list, const char *line) {
    return library->slist_append(list, line);
}

void ccurl_slist_free(const ccurl_library *library, struct curl_slist *list) { library->slist_free_all(list); }

CURLM *ccurl_multi_init(const ccurl_library *library) { return library->multi_init(); }

void ccurl_multi_cleanup(const ccurl_library *library, CURLM *multi) { library->multi_cleanup(multi); }

CURLMcode ccurl_multi_add(const ccurl_library *library, CURLM *multi, CURL *easy) {
    return library->multi_add_handle(multi, easy);
}

void ccurl_multi_remove(const ccurl_library *library, CURLM *multi, CURL *easy) {
    library->multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_perform(const ccurl_library *library, CURLM *multi) {
    int running = 0;
    return library->multi_perform(multi, &running);
}

CURLMcode ccurl_multi_poll(const ccurl_library *library, CURLM *multi, int milliseconds) {
    return library->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

void ccurl_multi_wakeup(const ccurl_library *library, CURLM *multi) { library->multi_wakeup(multi); }

CURL *ccurl_multi_take_ended(const ccurl_library *library, CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = library->multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
