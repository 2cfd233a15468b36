/// libexpat, loaded when the first XML document is read instead of when the program starts.
///
/// The program is not linked to it. The header gives the types at build time; the functions are found in the library at
/// run time.

#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>

#include <expat.h>

#pragma clang assume_nonnull begin

/// The functions of a loaded libexpat. It is never changed and never unloaded, so every thread may use it.
typedef struct cexpat_library cexpat_library;

/// One document's parser.
typedef struct cexpat_parser cexpat_parser;

/// Between the address of a namespace and the local name, in all names that the functions below get: a local name has none.
#define CEXPAT_SEPARATOR ' '

/// Why a document came to its end.
typedef enum {
    CEXPAT_OK = 0,
    /// It is not well-formed.
    CEXPAT_MALFORMED,
    /// It declares a document type, which answers of a server never need and attacks do.
    CEXPAT_DOCTYPE,
    /// A function below asked for the end.
    CEXPAT_STOPPED,
    /// There is no memory for it.
    CEXPAT_NO_MEMORY,
} cexpat_result;

/// An element begins; `attributes` are names and values in turn, ended by NULL. Returns 0 to end the document.
typedef int (*cexpat_start)(void *context, const char *name, const char *_Nullable *_Nonnull attributes);
/// An element ends. Returns 0 to end the document.
typedef int (*cexpat_end)(void *context, const char *name);
/// A piece of text. Returns 0 to end the document.
typedef int (*cexpat_text)(void *context, const char *bytes, int count);

/// Loads the library with the file name; NULL when there is none, or one that lacks a function or namespaces.
const cexpat_library *_Nullable cexpat_open(const char *name);

/// Makes a parser that hands everything to the functions; NULL when there is no memory.
cexpat_parser *_Nullable cexpat_parser_new(
    const cexpat_library *library, void *context, cexpat_start start, cexpat_end end, cexpat_text text);
void cexpat_parser_free(cexpat_parser *parser);
/// Reads the next bytes of the document; `is_last` says that there are no more.
cexpat_result cexpat_parser_read(cexpat_parser *parser, const char *_Nullable bytes, size_t count, int is_last);
/// The number of bytes before the token that the parser came to; an unfinished one begins there.
long cexpat_parser_index(cexpat_parser *parser);
/// The line that the parser came to, from 1.
unsigned long cexpat_parser_line(cexpat_parser *parser);

#pragma clang assume_nonnull end

#endif
