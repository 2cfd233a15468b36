#include "CNcurses.h"

#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <ncurses.h>
#include <term.h>

#define CNCURSES_FUNCTIONS(FUNCTION) \
    FUNCTION(setupterm) \
    FUNCTION(tigetstr) \
    FUNCTION(tigetnum) \
    FUNCTION(tigetflag)

#define CNCURSES_MEMBER(name) __typeof__(&name) name;
struct cncurses_library {
    CNCURSES_FUNCTIONS(CNCURSES_MEMBER)
    // This is variadic in only one version of the header; it is always called with all nine numbers.
    char *(*tparm)(const char *, long, long, long, long, long, long, long, long, long);
};

const cncurses_library *cncurses_open(const char *name) {
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) return NULL;
    cncurses_library *library = calloc(1, sizeof *library);
    if (library == NULL) return NULL;
    int is_complete = 1;
#define CNCURSES_LOAD(name) \
    library->name = (__typeof__(library->name))dlsym(handle, #name); \
    if (library->name == NULL) is_complete = 0;
    CNCURSES_FUNCTIONS(CNCURSES_LOAD)
    CNCURSES_LOAD(tparm)
    if (is_complete) return library;
    free(library);
    dlclose(handle);
    return NULL;
}

int cncurses_setup(const cncurses_library *library, const char *terminal, int descriptor) {
    int code = -1;
    if (library->setupterm(terminal, descriptor, &code) == OK) return 1;
    return code == 1 ? 0 : code;
}

const char *cncurses_string(const cncurses_library *library, const char *name) {
    char *text = library->tigetstr((char *)name);
    return text == (char *)-1 ? NULL : text;
}

int cncurses_number(const cncurses_library *library, const char *name) { return library->tigetnum((char *)name); }

int cncurses_flag(const cncurses_library *library, const char *name) { return library->tigetflag((char *)name) > 0; }

const char *cncurses_format(
    const cncurses_library *library, const char *capability, long first, long second, long third) {
    return library->tparm(capability, first, second, third, 0, 0, 0, 0, 0, 0);
}

int cncurses_use_locale(void) {
    if (setlocale(LC_CTYPE, "") == NULL) return 0;
    const char *encoding = nl_langinfo(CODESET);
    return strcmp(encoding, "UTF-8") == 0 || strcmp(encoding, "utf8") == 0;
}
