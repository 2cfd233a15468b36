/// The inspector's web page, whose files are embedded when the library is built.

#ifndef CINSPECTORPAGE_H
#define CINSPECTORPAGE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A file of the page.
struct inspector_page_file {
    /// The path in the URL, such as "/index.html".
    const char *path;
    /// The content type, such as "text/html; charset=utf-8".
    const char *type;
    const uint8_t *bytes;
    size_t size;
};

/// All files of the page.
extern const struct inspector_page_file *const inspector_page_files;
extern const int inspector_page_file_count;

#pragma clang assume_nonnull end

#endif
