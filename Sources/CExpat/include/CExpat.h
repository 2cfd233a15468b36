/// libexpat, loaded when the first XML document is read instead of when the program starts.
///
/// The program isn't linked to it. The header provides the types at build time; the functions are looked up in the
/// library at run time.

#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>

#include <expat.h>

#pragma clang assume_nonnull begin

/// The functions of a loaded libexpat. It is never modified or unloaded, so any thread may use it.
typedef struct cexpat_library cexpat_library;

/// The parser of a single document.
typedef struct cexpat_parser cexpat_parser;

/// Separates the namespace URI from the local name in names passed to the callbacks; local names can't contain it.
#define CEXPAT_SEPARATOR ' '

/// The reason why parsing ended.
typedef enum {
    CEXPAT_OK = 0,
    /// The document isn't well-formed.
    CEXPAT_MALFORMED,
    /// The document declares a document type, which server responses never need but attacks do.
    CEXPAT_DOCTYPE,
    /// A callback stopped the parser.
    CEXPAT_STOPPED,
    /// The parser ran out of memory.
    CEXPAT_NO_MEMORY,
} cexpat_result;

/// Called when an element begins; `attributes` alternates names and values, ending with NULL. Returns 0 to stop.
typedef int (*cexpat_start)(void *context, const char *name, const char *_Nullable *_Nonnull attributes);
/// Called when an element ends. Returns 0 to stop.
typedef int (*cexpat_end)(void *context, const char *name);
/// Called for a piece of text. Returns 0 to stop.
typedef int (*cexpat_text)(void *context, const char *bytes, int count);

/// Loads the library with this file name; NULL if it doesn't exist, or lacks a function or namespace support.
const cexpat_library *_Nullable cexpat_open(const char *name);

/// Creates a parser that calls these functions; NULL when out of memory.
cexpat_parser *_Nullable cexpat_parser_new(
    const cexpat_library *library, void *context, cexpat_start start, cexpat_end end, cexpat_text text);
void cexpat_parser_free(cexpat_parser *parser);
/// Parses the next bytes of the document; `is_last` marks the final ones.
cexpat_result cexpat_parser_read(cexpat_parser *parser, const char *_Nullable bytes, size_t count, int is_last);
/// Returns the byte offset of the current token; an unfinished token starts there.
long cexpat_parser_index(cexpat_parser *parser);
/// Returns the current line number, starting at 1.
unsigned long cexpat_parser_line(cexpat_parser *parser);

#pragma clang assume_nonnull end

#endif
