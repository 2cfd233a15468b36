#!/usr/bin/env python3
"""The parts of Scripts/check and Scripts/docs that read a compiler's messages and a browser's pages.

check.py messages     compares the compiler's messages for uses of the library with the expected ones
check.py views DIR    writes the symbol graph of BlocSwiftUI, which Scripts/docs needs, into DIR
check.py site DIR     opens a site from Scripts/docs in headless Chromium, from files, and follows every link from its first page

`messages` type-checks the sources in Tests/CompilerMessages as another package would compile them. A comment at the end of a
line names a message that the compiler must report there:

    counter.observe { print($0) }  // warning: result of call to 'observe' is unused

It fails on a missing message, and on an error or warning that no comment names. Notes don't count. Without SwiftUI,
BlocSwiftUI and its examples are checked against the declarations in Tests/SwiftUIDeclarations. Nothing is linked or run: the
modules are built without function bodies, so everything takes a few seconds.

`site` fails on a page that doesn't open, a link to a missing page or anchor, a link that works only on some servers, a page
that nothing links to, and a browser error. It doesn't follow links to other hosts.
"""
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "Tests/CompilerMessages"
EXPECTED = re.compile(r"// (error|warning): (.+?)(?= // (?:error|warning): |$)")
SAID = re.compile(r"^(/.+?):(\d+):\d+: (error|warning): (.+?)(?: \[#\w+\])?$", re.MULTILINE)

MANIFEST = (ROOT / "Package.swift").read_text(encoding="utf-8")
FEATURES = re.findall(r'enableUpcomingFeature\("(\w+)"\)', MANIFEST)
OWN_FLAGS = ["-package-name", "swift_bloc", *(part for name in FEATURES for part in ("-enable-upcoming-feature", name))]
ON_MAIN_ACTOR = ["-default-isolation", "MainActor"]
# What Xcode calls approachable concurrency.
APPROACHABLE = [
    *("-enable-upcoming-feature", "InferIsolatedConformances"),
    *("-enable-upcoming-feature", "NonisolatedNonsendingByDefault"),
]
# Each folder is a module. Right uses must compile in every mode that a package may choose.
GROUPS = [
    ("Wrong", "6", []),
    ("Right", "6", []),
    ("Right", "6", APPROACHABLE),
    ("Right", "5", []),
    ("WrongOnMainActor", "6", ON_MAIN_ACTOR),
    ("RightOnMainActor", "6", ON_MAIN_ACTOR),
    ("RightOnMainActor", "6", ON_MAIN_ACTOR + APPROACHABLE),
    ("RightOnMainActor", "5", ON_MAIN_ACTOR),
]


def swiftc(*arguments):
    """Returns the compiler's output."""
    target = ["-target", f"{platform.machine()}-apple-macosx15.0"] if platform.system() == "Darwin" else []
    command = ["swiftc", "-wmo", *target, *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def sources(folder):
    return sorted(folder.rglob("*.swift"))


def make_module(name, folder, modules, *flags):
    code, text = swiftc(
        "-emit-module", "-o", modules / f"{name}.swiftmodule", "-module-name", name, "-parse-as-library", "-swift-version", "6",
        *flags, "-avoid-emit-module-source-info", "-Xfrontend", "-experimental-skip-all-function-bodies",
        "-I", modules, *sources(folder),
    )  # fmt: skip
    if code != 0:
        sys.exit(f"check: the module {name} does not compile:\n{text}")


def faults(files, modules, mode, flags):
    """Returns the differences between expected and actual messages, and the number of expected ones."""
    options = ["-module-name", "Cases", "-parse-as-library", "-swift-version", mode, "-I", modules, "-I", ROOT / "Sources/CSQLite", *flags]
    code, text = swiftc("-typecheck", *options, *files)
    said = {(file, int(line), kind, message) for file, line, kind, message in SAID.findall(text)}
    expected = [
        (str(file), number, kind, message)
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for kind, message in EXPECTED.findall(line)
    ]
    found = []
    for file, line, kind, message in expected:
        match = next((one for one in said if one[:3] == (file, line, kind) and message in one[3]), None)
        if match:
            said.remove(match)
        else:
            found.append((file, line, f"the {kind} “{message}” is missing"))
    found += [(file, line, f"nothing expects the {kind} “{message}”") for file, line, kind, message in said]
    if code != 0 and not expected and not found:
        found.append((str(files[0]), 1, f"the compiler failed: {text}"))
    return sorted(found), len(expected)


def check_comparison(modules):
    """Fails unless a missing and an unexpected message are both detected."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "Planted.swift"
        file.write_text('let a: Int = "a"\nlet b = 1  // error: a message that does not come\n', encoding="utf-8")
        found, _ = faults([file], modules, "6", [])
    if [line for _, line, _ in found] != [1, 2]:
        sys.exit(f"check: two planted faults were not noticed; found: {found}")


def make_modules(modules, *views):
    """Builds the modules that the sources import; BlocSwiftUI gets extra compiler flags."""
    make_module("Bloc", ROOT / "Sources/Bloc", modules, *OWN_FLAGS)
    make_module("BlocKit", ROOT / "Sources/BlocKit", modules, *OWN_FLAGS)
    make_module("Primitives", ROOT / "Sources/Primitives", modules, *OWN_FLAGS)
    make_module("BlocDurable", ROOT / "Sources/BlocDurable", modules, *OWN_FLAGS, "-I", ROOT / "Sources/CSQLite")
    if platform.system() != "Darwin":
        make_module("SwiftUI", ROOT / "Tests/SwiftUIDeclarations", modules)
    make_module("BlocSwiftUI", ROOT / "Sources/BlocSwiftUI", modules, *OWN_FLAGS, *views)


def check_messages(modules):
    make_modules(modules)
    check_comparison(modules)
    work = [(name, sources(CASES / name), mode, flags) for name, mode, flags in GROUPS]
    # Also checks the function bodies, which the module is built without.
    work.append(("BlocSwiftUI", sources(ROOT / "Sources/BlocSwiftUI"), "6", OWN_FLAGS))
    work.append(("CounterScreen", [ROOT / "Snippets/CounterScreen.swift"], "6", []))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda one: faults(one[1], modules, one[2], one[3]), work))
    total = 0
    for (name, files, mode, _), (found, expected) in zip(work, results):
        if not files:
            sys.exit(f"check: there are no sources of {name}.")
        total += len(found)
        for file, line, fault in found:
            print(f"check: {pathlib.Path(file).relative_to(ROOT)}:{line}: {fault} (Swift {mode})", file=sys.stderr)
        print(f"{name}, Swift {mode}: {len(files)} files, {expected} messages")
    if total:
        sys.exit(f"check: {total} faults.")


# The site

SEEN = """JSON.stringify({
  title: document.title,
  text: document.body.innerText.trim().length,
  styled: getComputedStyle(document.querySelector('nav')).borderBottomStyle,
  links: [...document.querySelectorAll('a')].map(a => [a.getAttribute('href'), a.href]),
  ids: [...document.querySelectorAll('[id]')].map(e => e.id),
})"""


class Browser:
    """Chromium, driven over a pipe by JSON messages, each terminated by a zero byte."""

    def __init__(self, program, profile):
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--proxy-server=127.0.0.1:9", "--remote-debugging-pipe",
            f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        # Chromium reads commands from descriptor 3 and writes responses to 4.
        os.set_inheritable(command_read, True)
        os.set_inheritable(answer_write, True)
        shell = f'exec "$0" "$@" 3<&{command_read} 4>&{answer_write}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, program, *arguments],
            pass_fds=(command_read, answer_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(command_read)
        os.close(answer_write)
        self.buffer, self.number, self.session, self.errors = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.answers, 1 << 16)
            if not part:
                sys.exit("check: the browser ended unexpectedly.")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.errors.append(json.dumps(message["params"])[:300])
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"check: the browser refused {method}: {answer['error']}")
                return answer["result"]

    def open(self, url):
        """Opens a page; returns its contents or the error."""
        answer = self.call("Page.navigate", url=url)
        if answer.get("errorText"):
            return None, answer["errorText"]
        while self.message().get("method") != "Page.loadEventFired":
            pass
        return json.loads(self.call("Runtime.evaluate", expression=SEEN)["result"]["value"]), None

    def close(self):
        os.close(self.commands)
        self.process.terminate()
        self.process.wait()


def follow(browser, folder):
    """Returns the opened pages by path, and the problems."""
    first = (folder / "index.html").as_uri()
    pages, wrong, waiting, fragments = {}, [], [(first, "the start")], []
    while waiting:
        url, source = waiting.pop()
        if url in pages:
            continue
        page, error = browser.open(url)
        pages[url] = page
        if error:
            wrong.append(f"{source} links to {url}, which does not open: {error}")
            continue
        if not page["title"] or not page["text"]:
            wrong.append(f"{url} is empty")
        if page["styled"] != "solid":
            wrong.append(f"{url} has no style sheet")
        for written, target in page["links"]:
            parts = urllib.parse.urlsplit(target)
            if not written or parts.scheme not in ("file", "http", "https"):
                wrong.append(f"{url} has the link “{written}”, which leads nowhere")
            elif parts.scheme == "file":
                if written.startswith(("/", "file:")) or not target.startswith(folder.as_uri() + "/"):
                    wrong.append(f"{url} has the link “{written}”, which is not relative or leaves the site")
                    continue
                page_url, _, fragment = target.partition("#")
                if fragment:
                    fragments.append((url, page_url, urllib.parse.unquote(fragment)))
                if page_url not in pages:
                    waiting.append((page_url, url))
    for source, url, fragment in fragments:
        if pages.get(url) and fragment not in pages[url]["ids"]:
            wrong.append(f"{source} links to {url}#{fragment}, which is not on that page")
    for file in folder.rglob("*.html"):
        if file.as_uri() not in pages:
            wrong.append(f"no link leads to {file}")
    links = sum(len(page["links"]) for page in pages.values() if page)
    return pages, links, wrong + [f"the browser reports: {error}" for error in browser.errors]


def check_site(folder):
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        print("check: SKIPPED: Chromium is not installed, so the site was not opened in a browser.", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            pages, links, wrong = follow(browser, folder.resolve())
        finally:
            browser.close()
    for line in wrong[:50]:
        print("check:", line, file=sys.stderr)
    if wrong:
        sys.exit(f"check: {len(wrong)} faults in {len(pages)} pages.")
    print(f"check: {len(pages)} pages opened in Chromium, {links} links followed")


def main():
    name, *folder = sys.argv[1:] or [""]
    with tempfile.TemporaryDirectory() as modules:
        if name == "messages" and not folder:
            check_messages(pathlib.Path(modules))
        elif name == "views" and len(folder) == 1:
            graph = ["-emit-symbol-graph", "-emit-symbol-graph-dir", *folder]
            graph += ["-symbol-graph-skip-synthesized-members", "-symbol-graph-skip-inherited-docs"]
            make_modules(pathlib.Path(modules), *graph)
        elif name == "site" and len(folder) == 1:
            check_site(pathlib.Path(*folder))
        else:
            print(__doc__.strip(), file=sys.stderr)
            sys.exit(64)


main()
