#include "CInspectorPage.h"

// #embed is part of C23; clang supports it in other dialects as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t index_html[] = {
#embed "Files/index.html"
};

static const uint8_t style_css[] = {
#embed "Files/style.css"
};

static const uint8_t app_js[] = {
#embed "Files/app.js"
};

static const uint8_t store_js[] = {
#embed "Files/store.js"
};

static const uint8_t list_js[] = {
#embed "Files/list.js"
};

static const uint8_t tree_js[] = {
#embed "Files/tree.js"
};

static const uint8_t graph_js[] = {
#embed "Files/graph.js"
};

static const struct inspector_page_file files[] = {
    {"/index.html", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"/style.css", "text/css; charset=utf-8", style_css, sizeof style_css},
    {"/app.js", "text/javascript; charset=utf-8", app_js, sizeof app_js},
    {"/store.js", "text/javascript; charset=utf-8", store_js, sizeof store_js},
    {"/list.js", "text/javascript; charset=utf-8", list_js, sizeof list_js},
    {"/tree.js", "text/javascript; charset=utf-8", tree_js, sizeof tree_js},
    {"/graph.js", "text/javascript; charset=utf-8", graph_js, sizeof graph_js},
};

const struct inspector_page_file *const inspector_page_files = files;
const int inspector_page_file_count = sizeof files / sizeof files[0];
