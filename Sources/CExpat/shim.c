#include "CExpat.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

// The functions that are loaded, with the types that the header declares.
#define CEXPAT_FUNCTIONS(FUNCTION) \
    FUNCTION(ParserCreateNS) \
    FUNCTION(ParserFree) \
    FUNCTION(SetUserData) \
    FUNCTION(SetElementHandler) \
    FUNCTION(SetCharacterDataHandler) \
    FUNCTION(SetStartDoctypeDeclHandler) \
    FUNCTION(SetParamEntityParsing) \
    FUNCTION(Parse) \
    FUNCTION(StopParser) \
    FUNCTION(GetErrorCode) \
    FUNCTION(GetCurrentByteIndex) \
    FUNCTION(GetCurrentLineNumber)

#define CEXPAT_MEMBER(name) __typeof__(&XML_##name) name;
struct cexpat_library {
    CEXPAT_FUNCTIONS(CEXPAT_MEMBER)
};

struct cexpat_parser {
    const cexpat_library *library;
    XML_Parser parser;
    void *context;
    cexpat_start start;
    cexpat_end end;
    cexpat_text text;
    cexpat_result result;
};

const cexpat_library *cexpat_open(const char *name) {
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) return NULL;
    cexpat_library *library = calloc(1, sizeof *library);
    if (library == NULL) return NULL;
    int is_complete = 1;
#define CEXPAT_LOAD(name) \
    library->name = (__typeof__(library->name))dlsym(handle, "XML_" #name); \
    if (library->name == NULL) is_complete = 0;
    CEXPAT_FUNCTIONS(CEXPAT_LOAD)
    if (is_complete) return library;
    free(library);
    dlclose(handle);
    return NULL;
}

static void cexpat_stop(cexpat_parser *parser, cexpat_result result) {
    if (parser->result == CEXPAT_OK) parser->result = result;
    parser->library->StopParser(parser->parser, XML_FALSE);
}

// libexpat may still report the end of an empty element after it was stopped.
static void cexpat_on_start(void *pointer, const XML_Char *name, const XML_Char **attributes) {
    cexpat_parser *parser = pointer;
    if (parser->result != CEXPAT_OK) return;
    if (!parser->start(parser->context, name, attributes)) cexpat_stop(parser, CEXPAT_STOPPED);
}

static void cexpat_on_end(void *pointer, const XML_Char *name) {
    cexpat_parser *parser = pointer;
    if (parser->result != CEXPAT_OK) return;
    if (!parser->end(parser->context, name)) cexpat_stop(parser, CEXPAT_STOPPED);
}

static void cexpat_on_text(void *pointer, const XML_Char *bytes, int count) {
    cexpat_parser *parser = pointer;
    if (parser->result != CEXPAT_OK) return;
    if (!parser->text(parser->context, bytes, count)) cexpat_stop(parser, CEXPAT_STOPPED);
}

static void cexpat_on_doctype(
    void *pointer, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id, int has_subset) {
    (void)name, (void)system_id, (void)public_id, (void)has_subset;
    cexpat_stop(pointer, CEXPAT_DOCTYPE);
}

cexpat_parser *cexpat_parser_new(
    const cexpat_library *library, void *context, cexpat_start start, cexpat_end end, cexpat_text text) {
    cexpat_parser *parser = calloc(1, sizeof *parser);
    if (parser == NULL) return NULL;
    parser->parser = library->ParserCreateNS(NULL, CEXPAT_SEPARATOR);
    if (parser->parser == NULL) {
        free(parser);
        return NULL;
    }
    parser->library = library;
    parser->context = context;
    parser->start = start;
    parser->end = end;
    parser->text = text;
    library->SetUserData(parser->parser, parser);
    library->SetElementHandler(parser->parser, cexpat_on_start, cexpat_on_end);
    library->SetCharacterDataHandler(parser->parser, cexpat_on_text);
    // Entities can only be declared in a document type, so rejecting it leaves none to expand.
    library->SetStartDoctypeDeclHandler(parser->parser, cexpat_on_doctype);
    library->SetParamEntityParsing(parser->parser, XML_PARAM_ENTITY_PARSING_NEVER);
    return parser;
}

void cexpat_parser_free(cexpat_parser *parser) {
    parser->library->ParserFree(parser->parser);
    free(parser);
}

cexpat_result cexpat_parser_read(cexpat_parser *parser, const char *bytes, size_t count, int is_last) {
    if (parser->result != CEXPAT_OK) return parser->result;
    const size_t most = 1 << 20;
    do {
        const size_t part = count < most ? count : most;
        const int ends = is_last && part == count;
        if (parser->library->Parse(parser->parser, bytes, (int)part, ends) != XML_STATUS_OK) {
            if (parser->result == CEXPAT_OK)
                parser->result = parser->library->GetErrorCode(parser->parser) == XML_ERROR_NO_MEMORY
                    ? CEXPAT_NO_MEMORY
                    : CEXPAT_MALFORMED;
            return parser->result;
        }
        bytes = bytes == NULL ? NULL : bytes + part;
        count -= part;
    } while (count > 0);
    return CEXPAT_OK;
}

long cexpat_parser_index(cexpat_parser *parser) {
    const long index = (long)parser->library->GetCurrentByteIndex(parser->parser);
    return index < 0 ? 0 : index;
}

unsigned long cexpat_parser_line(cexpat_parser *parser) {
    return parser->library->GetCurrentLineNumber(parser->parser);
}
