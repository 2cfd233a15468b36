#!/usr/bin/env python3
"""Writes a static site from docc archives and a man page in HTML.

docs.py --to DIR --manual FILE ARCHIVE…

docc's own pages need a server and JavaScript. These are plain HTML with relative links: they open from files or from any folder
of a server, without scripts. Scripts/docs calls this.
"""
import argparse
import html
import json
import os
import re
import shutil
import sys

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --link: #0a66c2; }
@media (prefers-color-scheme: dark) { :root { --link: #6cb4ff; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 54rem; margin: 0 auto; padding: 0 1rem 4rem; }
nav { border-bottom: 1px solid var(--line); padding: .8rem 0; font-size: .9rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
pre, code { font: .875rem/1.5 ui-monospace, monospace; } pre { background: var(--soft); padding: .8rem; overflow-x: auto; }
:not(pre) > code { background: var(--soft); padding: .05rem .25rem; border-radius: 3px; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: .3rem .6rem; vertical-align: top; }
aside { border-left: 3px solid var(--link); padding-left: 1rem; } .kind { color: gray; margin-bottom: -1rem; }
dt { margin-top: .5rem; } dd { margin-left: 1.5rem; } dd p { margin: .2rem 0; }
"""


TITLE = "swift-bloc and contacts"


def escape(text):
    return html.escape(text, quote=True)


class Site:
    """The pages of all archives, and their output paths."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {}  # Address in the archive -> path in the site.
        self.taken = set()
        self.pages = []

    def add(self, archive):
        data = os.path.join(archive, "data")
        for parent, folders, names in os.walk(os.path.join(data, "documentation")):
            folders.sort()
            for name in sorted(names):
                with open(os.path.join(parent, name), encoding="utf-8") as file:
                    page = json.load(file)
                address = page["variants"][0]["paths"][0].lower()
                self.files[address] = self.free_path(address)
                self.pages.append((address, page))

    def free_path(self, address):
        """Returns a path without characters that need escaping in links or differ between file systems."""
        plain = re.sub(r"[^a-z0-9/._-]+", "-", address.removeprefix("/documentation/")).strip("-")
        path, number = plain + ".html", 1
        while path in self.taken:
            number += 1
            path = f"{plain}-{number}.html"
        self.taken.add(path)
        return path

    def write(self, path, title, body, navigation):
        target = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        up = "../" * path.count("/")
        trail = "".join(f' › <a href="{link}">{escape(name)}</a>' for name, link in navigation)
        with open(target, "w", encoding="utf-8") as file:
            file.write(
                f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
                f'<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{up}style.css">\n</head>\n<body>\n'
                f'<nav><a href="{up}index.html">Contents</a>{trail}</nav>\n<main>\n{body}\n</main>\n</body>\n</html>\n'
            )


class Page:
    """One page of an archive as HTML."""

    def __init__(self, site, address, page):
        self.site, self.address, self.page = site, address, page
        self.path = site.files[address]
        self.references = page["references"]

    def link(self, reference):
        """Returns the relative link to a reference's target; None if it isn't in the site, such as a Swift type."""
        url = reference.get("url", "")
        if reference.get("type") == "link" or url.startswith("http"):
            return url
        address, _, anchor = url.partition("#")
        path = self.site.files.get(address.lower())
        if path is None:
            return None
        relative = os.path.relpath(path, os.path.dirname(self.path) or ".")
        return relative + ("#" + anchor if anchor else "")

    def reference(self, identifier, title=None):
        reference = self.references.get(identifier, {})
        code = reference.get("kind") == "symbol" or reference.get("type") == "unresolvable"
        text = title or reference.get("title") or identifier.rsplit("/", 1)[-1]
        text = f"<code>{escape(text)}</code>" if code else escape(text)
        target = self.link(reference)
        return f'<a href="{escape(target)}">{text}</a>' if target else text

    def inline(self, parts):
        return "".join(self.inline_part(part) for part in parts or [])

    def inline_part(self, part):
        kind = part["type"]
        if kind == "text":
            return escape(part["text"])
        if kind == "codeVoice":
            return f"<code>{escape(part['code'])}</code>"
        if kind in ("strong", "emphasis"):
            tag = "strong" if kind == "strong" else "em"
            return f"<{tag}>{self.inline(part['inlineContent'])}</{tag}>"
        if kind == "reference":
            return self.reference(part["identifier"], part.get("overridingTitle"))
        if kind == "link":
            return f'<a href="{escape(part["destination"])}">{escape(part.get("title", part["destination"]))}</a>'
        raise SystemExit(f"docs: {self.address}: the inline element “{kind}” is not known; add it to Scripts/docs.py.")

    def blocks(self, parts):
        return "\n".join(self.block(part) for part in parts or [])

    def block(self, part):
        kind = part["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(part['inlineContent'])}</p>"
        if kind == "heading":
            level = part["level"]
            return f'<h{level} id="{escape(part["anchor"])}">{escape(part["text"])}</h{level}>'
        if kind == "codeListing":
            return f"<pre><code>{escape(chr(10).join(part['code']))}</code></pre>"
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            items = "".join(f"<li>{self.blocks(item['content'])}</li>" for item in part["items"])
            return f"<{tag}>{items}</{tag}>"
        if kind == "aside":
            return f"<aside><strong>{escape(part.get('name') or part['style'])}</strong>{self.blocks(part['content'])}</aside>"
        if kind == "table":
            rows = []
            for number, row in enumerate(part["rows"]):
                tag = "th" if number == 0 and part.get("header") in ("row", "both") else "td"
                rows.append("<tr>" + "".join(f"<{tag}>{self.cell(cell)}</{tag}>" for cell in row) + "</tr>")
            return "<table>" + "\n".join(rows) + "</table>"
        raise SystemExit(f"docs: {self.address}: the block “{kind}” is not known; add it to Scripts/docs.py.")

    def cell(self, content):
        if len(content) == 1 and content[0]["type"] == "paragraph":
            return self.inline(content[0]["inlineContent"])
        return self.blocks(content)

    def declaration(self, tokens):
        text = ""
        for token in tokens:
            target = self.link(self.references.get(token.get("identifier"), {}))
            text += f'<a href="{escape(target)}">{escape(token["text"])}</a>' if target else escape(token["text"])
        return f"<pre><code>{text}</code></pre>"

    def content(self, section):
        kind = section["kind"]
        if kind == "declarations":
            return "\n".join(self.declaration(each["tokens"]) for each in section["declarations"])
        if kind == "content":
            return self.blocks(section["content"])
        if kind == "parameters":
            items = "".join(
                f"<dt><code>{escape(each['name'])}</code></dt><dd>{self.blocks(each['content'])}</dd>"
                for each in section["parameters"]
            )
            return f"<h2>Parameters</h2><dl>{items}</dl>"
        if kind == "mentions":
            return "<h2>Mentioned in</h2><ul>" + self.items(section["mentions"]) + "</ul>"
        raise SystemExit(f"docs: {self.address}: the section “{kind}” is not known; add it to Scripts/docs.py.")

    def items(self, identifiers):
        text = ""
        for identifier in identifiers:
            abstract = self.inline(self.references.get(identifier, {}).get("abstract"))
            text += f"<li>{self.reference(identifier)}{': ' + abstract if abstract else ''}</li>\n"
        return text

    def groups(self, key, title):
        sections = self.page.get(key, [])
        if not sections:
            return ""
        text = f"<h2>{title}</h2>"
        for section in sections:
            text += f"<h3>{escape(section.get('title') or '')}</h3><ul>{self.items(section['identifiers'])}</ul>"
        return text

    def write(self):
        metadata = self.page["metadata"]
        title = metadata["title"]
        body = f"<p class=\"kind\">{escape(metadata.get('roleHeading') or '')}</p><h1>{escape(title)}</h1>"
        body += f"<p>{self.inline(self.page.get('abstract'))}</p>"
        body += "\n".join(self.content(section) for section in self.page.get("primaryContentSections", []))
        body += self.groups("topicSections", "Topics")
        body += self.groups("relationshipsSections", "Relationships")
        body += self.groups("defaultImplementationsSections", "Default implementations")
        body += self.groups("seeAlsoSections", "See also")
        trail = []
        for identifier in (self.page["hierarchy"].get("paths") or [[]])[0]:
            reference = self.references.get(identifier, {})
            if self.link(reference):
                trail.append((reference["title"], self.link(reference)))
        self.site.write(self.path, title, body, trail)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", required=True)
    parser.add_argument("--manual", help="the manual page of the program in HTML")
    parser.add_argument("archives", nargs="+")
    options = parser.parse_args()

    site = Site(options.to)
    for archive in options.archives:
        site.add(archive)
    first = os.path.join(options.to, "index.html")
    if os.path.isdir(options.to) and os.listdir(options.to):
        # Replace only a site that this script wrote.
        if not os.path.exists(first) or TITLE not in open(first, encoding="utf-8").read():
            sys.exit(f"docs: {options.to} has other files; name a new or an empty folder.")
    shutil.rmtree(options.to, ignore_errors=True)
    os.makedirs(options.to)
    with open(os.path.join(options.to, "style.css"), "w", encoding="utf-8") as file:
        file.write(STYLE.lstrip())

    contents = f"<h1>{TITLE}</h1>\n"
    for address, page in site.pages:
        Page(site, address, page).write()
    for address, page in site.pages:
        if page["metadata"].get("role") == "collection":
            landing = Page(site, address, page)
            landing.path = "index.html"
            title = page["metadata"]["title"]
            contents += f'<h2><a href="{site.files[address]}">{escape(title)}</a></h2>\n'
            contents += f"<p>{landing.inline(page.get('abstract'))}</p>\n"
            topics = [each for section in page.get("topicSections", []) for each in section["identifiers"]]
            articles = [each for each in topics if page["references"][each].get("kind") == "article"]
            if articles:
                contents += f"<ul>{landing.items(articles)}</ul>\n"
    if options.manual:
        with open(options.manual, encoding="utf-8") as file:
            site.write("contacts.html", "contacts", file.read(), [])
        contents += '<h2><a href="contacts.html">contacts</a></h2>\n<p>The manual of the program.</p>\n'
    site.write("index.html", TITLE, contents, [])
    print(f"docs: {options.to}/index.html, {len(site.pages) + 1 + bool(options.manual)} pages")


main()
