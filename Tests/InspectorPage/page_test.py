"""Drives the inspector's page in headless Chromium through everything that it does.

page_test.py URL            prints a line for each check; the exit status is 1 at the first that fails
page_test.py --figures URL  prints frames a second over 100,000 transitions, and the time to list the program's blocs
page_test.py --limits URL     checks that folds stay and that the page's memory is bounded
page_test.py --recordings URL checks two recordings side by side
page_test.py --pictures FOLDER URL   writes pictures of the page, light and dark, for the documentation

URL is the address that the running program printed. Needs chromium and chromedriver (Debian: chromium-driver), and a program with
at least two blocs in scopes, one of which takes events as JSON and keeps a history: see PageTests.swift.
"""

import base64
import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A session of chromedriver, spoken to over its HTTP interface."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            if port := re.search(r"on port ([1-9]\d*)", line):
                self.address = f"http://127.0.0.1:{port.group(1)}"
                break
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1600,900"]}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/session/{answer['sessionId']}"

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + path, method=method, data=None if body is None else json.dumps(body).encode())
        try:
            return json.load(urllib.request.urlopen(request, timeout=120))["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:1_000]) from None

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        return self.call("POST", self.session + "/execute/async", {"script": script, "args": list(arguments)})

    def type(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def size(self, width, height):
        self.tool("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, name):
        self.tool("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def tool(self, command, **parameters):
        self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def elements(self, selector):
        found = self.call("POST", self.session + "/elements", {"using": "css selector", "value": selector})
        return [element[ELEMENT] for element in found]

    def label(self, element):
        return self.call("GET", f"{self.session}/element/{element}/computedlabel")

    def errors(self):
        entries = self.call("POST", self.session + "/se/log", {"type": "browser"})
        # An event that the program refuses is an error of the network, too.
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.process.kill()
            self.process.wait()


HELPERS = """
window.$ = (selector) => document.querySelector(selector);
window.rows = (list) => [...document.querySelectorAll(`#${list} .row`)].filter((row) => !row.hidden)
  .sort((one, two) => one.index - two.index);
window.texts = (list) => rows(list).map((row) => row.innerText.replace(/\\s+/g, ' ').trim());
window.set = (selector, value) => {
  const input = $(selector); input.value = value; input.dispatchEvent(new Event('input', { bubbles: true }));
};
window.click = (list, text) => rows(list).find((row) => row.innerText.includes(text))?.click();
"""

CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
const luminance = ([r, g, b]) => {
  const part = (value) => { const c = value / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
};
const paper = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const color = parse(getComputedStyle(at).backgroundColor);
    if (color.length < 4 || color[3] > 0) return color;
  }
  return parse(getComputedStyle(document.body).backgroundColor);
};
const low = [];
for (const element of document.querySelectorAll('body *')) {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!own || !element.checkVisibility() || element.matches(':disabled, svg *')) continue;
  const [one, two] = [luminance(parse(getComputedStyle(element).color)), luminance(paper(element))].sort((a, b) => b - a);
  const ratio = (one + 0.05) / (two + 0.05);
  if (ratio < 4.5) low.push(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
}
return [...new Set(low)];
"""


class Page:
    """The page with the steps that the checks are made of."""

    def __init__(self, browser, url):
        self.browser = browser
        browser.size(1600, 900)
        browser.open(url)
        browser.run(HELPERS)

    def until(self, what, script, *arguments, seconds=20):
        """Waits until the script returns something true, and returns that."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.browser.run(script, *arguments):
                return value
            time.sleep(0.05)
        raise AssertionError(f"{what}: {self.browser.run('return document.body.innerText')[:1_500]}")

    def check(self, what, script, *arguments, seconds=20):
        self.until(what, script, *arguments, seconds=seconds)
        print(f"ok {what}", flush=True)


def test(page):
    browser = page.browser
    run = browser.run
    page.check("the page connects", "return $('#connection').textContent === 'Connected'")
    page.check("live blocs are listed", "return Number($('#bloc-count').textContent) > 1 && texts('bloc-list').length > 2")
    page.check("scopes are groups", "return rows('bloc-list').some((row) => row.classList.contains('group'))")
    page.check("a child is below the bloc that it closes with", """
        const all = rows('bloc-list');
        const at = all.findIndex((row) => row.innerText.includes('child'));
        const level = (row) => Number(row.getAttribute('aria-level'));
        return at > 0 && level(all[at]) > level(all[at - 1]) && all[at - 1].innerText.includes('room/1')""")
    count = run("const count = rows('bloc-list').length; rows('bloc-list')[0].click(); return count")
    page.check("a group folds", "return rows('bloc-list').length < arguments[0]", count)
    run("rows('bloc-list')[0].click()")
    run("set('#search', 'ROOM/2')")
    page.check("search finds a key", "return rows('bloc-list').filter((row) => row.innerText.includes('room/2')).length === 1"
               " && !texts('bloc-list').some((text) => text.includes('room/1'))")
    run("set('#search', '')")
    run("$('#by-type').click()")
    page.check("types have counts and rates", "return texts('bloc-list').some((text) => /RoomBloc \\d+ · \\d+ events · [\\d.]+\\/s/.test(text))")
    run("$('#by-scope').click()")

    run("click('bloc-list', 'room/2')")
    page.check("a bloc shows its numbers", "return ['Queue', 'Handlers in flight', 'Receipts that wait', 'Subscribers', 'Errors', 'Effects']"
               ".every((name) => $('#view').innerText.includes(name))")
    page.check("a bloc shows its state", "return $('#view .tree')?.innerText.includes('count')")
    run("set('#event', '{'); $('#add').click()")
    page.check("text that isn't JSON is refused and kept", "return $('#view .error')?.textContent.includes('JSON:') && $('#event').value === '{'")
    run("set('#event', '{\"raised\":{\"wrong\":1}}'); $('#add').click()")
    page.check("an unknown event is refused with a reason", "return $('#view .error')?.textContent.includes('a valid') && $('#event').value.includes('wrong')")
    run("set('#event', '{\"raised\":{\"by\":7}}'); $('#add').click()")
    page.check("an event is added", "return $('#view .done')?.textContent === 'Done.'")
    page.check("what changed is marked with its old value", "return $('#view .changed')?.textContent.includes('was')")
    run("set('#event', '{\"raised\":{\"by\":5}}'); $('#add').click()")
    page.until("the second event", "return texts('transition-list').filter((text) => text.includes('room/2 raised')).length >= 2")
    page.until("undo is possible", "return $('#undo') && !$('#undo').disabled")
    run("$('#undo').click()")
    page.check("undo goes back", "return texts('transition-list').some((text) => text.includes('room/2 undo'))")
    page.until("redo is possible", "return $('#redo') && !$('#redo').disabled")
    run("$('#redo').click()")
    page.check("redo goes forward", "return texts('transition-list').some((text) => text.includes('room/2 redo'))")
    run("click('transition-list', 'room/2 raised'); rows('transition-list').find((row) => row.innerText.replace(/\\s+/g, ' ').includes('room/2 raised')).click()")
    page.until("travel is offered", "return $('#travel')")
    run("$('#travel').click()")
    page.check("time travel reaches an earlier state", "return texts('transition-list').filter((text) => text.includes('room/2 undo')).length >= 2"
               " || $('#view .done')")

    run("click('bloc-list', 'room/1')")
    run("$('#tab-state').click(); set('#event', '{\"broken\":{}}'); $('#add').click()")
    page.check("errors are counted", "return rows('bloc-list').some((row) => row.innerText.includes('room/1') && row.innerText.includes('✕'))")
    run("set('#event', '{\"rang\":{}}'); $('#add').click()")
    page.check("effects are shown", "return texts('transition-list').some((text) => text.includes('(effect)'))")
    run("set('#event', '{\"passedOn\":{}}'); $('#add').click()")
    page.until("the other bloc's event", "return texts('transition-list').some((text) => text.includes('child') && text.includes('raised'))")
    page.check("arrows lead from causes", "return document.querySelectorAll('.arrows path').length > 0")
    run("rows('transition-list').filter((row) => row.innerText.includes('child') && row.innerText.includes('raised')).at(-1).click()")
    page.until("the cause is offered", "return $('#cause')")
    run("$('#cause').click()")
    page.check("the cause in another bloc can be reached", "return $('#detail-title').textContent.includes('room/1') && $('#view').innerText.includes('passedOn')")
    page.check("what it led to is listed", "return $('#view').innerText.includes('Led to') && $('#view').innerText.includes('child')")

    run("set('#filter', 'broken')")
    page.check("a filter by text", "return texts('transition-list').length > 0 && texts('transition-list').every((text) => text.includes('broken'))")
    run("set('#filter', ''); set('#filter-outcome', 'failed')")
    page.check("a filter by outcome", "return texts('transition-list').length > 0 && texts('transition-list').every((text) => text.includes('✕'))")
    run("set('#filter-outcome', ''); set('#filter-type', 'ChildBloc')")
    page.check("a filter by type", "return texts('transition-list').length > 0 && texts('transition-list').every((text) => /child|ticker/.test(text))")
    run("set('#filter-type', ''); $('#filter-bloc').click()")
    page.check("a filter by bloc", "return texts('transition-list').length > 0 && texts('transition-list').every((text) => text.includes('room/1'))")
    run("$('#filter-bloc').click()")

    run("click('bloc-list', 'room/2'); $('#tab-graph').click()")
    page.check("states are drawn as a graph", "return document.querySelectorAll('svg.graph rect').length > 1 && $('svg.graph .label').textContent.includes('×')"
               " && $('svg.graph').getAttribute('aria-label').includes('by raised')")

    run("$('#pause').click(); $('#tab-state').click()")
    before = run("return $('#transition-count').textContent")
    browser.run_async("""
        const done = arguments[0];
        import('./store.js').then(({ store }) => {
          const { instance } = [...store.blocs.values()].find((bloc) => bloc.name === 'room/2');
          const body = JSON.stringify({ command: 'add', instance, event: { raised: { by: 1 } } });
          return fetch('command', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        }).then(() => done(true))""")
    page.check("pause counts what came", "return /\\(\\d+ came\\)/.test($('#pause').textContent)")
    assert run("return $('#transition-count').textContent") == before, "the list changed while it was paused"
    run("$('#pause').click()")
    page.check("it goes on", "return $('#transition-count').textContent !== arguments[0]", before)

    lines = browser.run_async("""
        const done = arguments[0];
        const original = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then(done); return original(blob); };
        $('#export').click()""")
    records = [json.loads(line) for line in lines.splitlines()]
    assert records and all(record["kind"] in ("transition", "gap") for record in records), "the export"
    assert all("sequence" in record and "owner" not in record for record in records), "the keys of the export"
    print("ok export is JSON lines")

    run("document.activeElement.blur()")
    browser.type("/")
    page.check("a key leads to the search", "return document.activeElement.id === 'search'")
    browser.type("\ue00c")
    browser.type("2")
    browser.type("\ue011")
    chosen = run("return $('#transition-list').getAttribute('aria-activedescendant')")
    browser.type("\ue015")
    page.check("arrows move in a list", "return $('#transition-list').getAttribute('aria-activedescendant') !== arguments[0]", chosen)
    browser.type("?")
    page.check("keys are explained", "return $('#help').open")
    browser.type("\ue00c")
    page.until("the help closes", "return !$('#help').open")
    run("document.activeElement.blur()")
    browser.type(" ")
    page.check("a key pauses", "return $('#pause').getAttribute('aria-pressed') === 'true'")
    browser.type(" ")

    page.check("hostile names are text", "return !document.querySelector('img, b') && texts('bloc-list').some((text) => text.includes('<img'))")
    for element in browser.elements("button, input, select, textarea, [tabindex='0'], [role=tab]"):
        [shown, markup] = run("return [arguments[0].checkVisibility(), arguments[0].outerHTML.slice(0, 200)]", {ELEMENT: element})
        assert not shown or browser.label(element), f"no accessible name: {markup}"
    print("ok every control has an accessible name")
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        for view in ("state", "transition", "graph"):
            run(f"$('#tab-{view}').click()")
            time.sleep(0.2)
            low = run(CONTRAST)
            assert not low, f"too little contrast ({scheme}): {low}"
        print(f"ok contrast of 4.5 or more, {scheme}")
    for width in (320, 600, 1600):
        browser.size(width, 700)
        for panel in ("blocs", "timeline", "detail"):
            run("document.querySelector(`.panels [data-panel=${arguments[0]}]`).click()", panel)
            wide = run("return document.scrollingElement.scrollWidth")
            assert wide <= width, f"{panel} is {wide} wide at {width}"
            assert run("return $(`#${arguments[0]}`).checkVisibility()", panel), f"{panel} is hidden at {width}"
    print("ok 320 to 1600 pixels")
    errors = browser.errors()
    assert not errors, errors
    print("ok no error in the browser's log")


def figures(page):
    run = page.browser.run_async
    print("{} blocs listed {} ms after the page was asked for".format(*run("""
        const done = arguments[0];
        let last = [0, 0];
        const count = () => {
          const listed = Number($('#bloc-count').textContent.replace(/\\D/g, ''));
          if (listed !== last[0]) last = [listed, performance.now()];
          // Nothing more for two seconds: all of them are there.
          if (listed && performance.now() - last[1] > 2_000) done([listed, Math.round(last[1])]);
          else requestAnimationFrame(count);
        };
        count()""")))
    print("frames a second over 100,000 transitions: {:.1f}".format(run("""
        const done = arguments[0];
        import('./store.js').then(({ receive }) => {
          for (let at = 0; at < 100_000; at += 1) {
            receive({ v: 1, kind: 'transition', sequence: 1e9 + at, time: '2026-01-01T00:00:00.000Z', bloc: `bloc/${at % 50}`,
              instance: 1e6 + at % 50, trigger: 'event', name: 'raised', number: at, cause: at % 3 ? 1e9 + at - 1 : null,
              changed: ['count'], outcome: 'handled', event: { raised: { by: at } }, state: { count: at }, stateName: 'done', line: 250 });
          }
          const list = $('#transition-list');
          setTimeout(() => {
            list.scrollTop = 0;
            let frames = 0;
            const start = performance.now();
            const step = (now) => {
              frames += 1;
              list.scrollTop += 400;
              if (now - start < 4_000) requestAnimationFrame(step); else done(frames / ((now - start) / 1_000));
            };
            requestAnimationFrame(step);
          }, 1_000);
        })""")))


def limits(page):
    """What is folded stays so while records arrive, and the page's memory is bounded however many they are."""
    page.until("a bloc", "return texts('bloc-list').some((text) => text.includes('ticker'))")
    page.browser.run("click('bloc-list', 'ticker')")
    page.until("its state", "return $('#view summary')")
    page.browser.run("$('#view summary').focus(); $('#view summary').click()")
    events = page.browser.run("return $('#view').innerText.match(/(\\d+) ended/)[1]")
    page.check("a tree stays folded while its bloc goes on", "return !$('#view details').open"
               " && $('#view').innerText.match(/(\\d+) ended/)[1] !== arguments[0]", events)
    page.check("the focus stays, too", "return document.activeElement === $('#view summary')")
    page.browser.run("set('#condition', 'leaked')")
    page.check("only leaked blocs are listed", "return rows('bloc-list').every((row) => row.matches('.group') || row.querySelector('.leak'))"
               " && /^\\d+ of/.test($('#bloc-count').textContent)")
    page.browser.run("set('#condition', '')")
    kept = page.browser.run_async("""
        const done = arguments[0];
        import('./store.js').then(({ receive, store, LIMITS }) => {
          for (let at = 0; at < 150_000; at += 1) {
            receive({ v: 1, kind: 'transition', sequence: 1e9 + at, time: '2026-01-01T00:00:00.000Z', bloc: `bloc/${at % 50}`,
              instance: 1e6 + at % 50, trigger: 'event', name: 'raised', number: at, cause: null, changed: ['count'],
              outcome: 'handled', event: null, state: { count: at }, stateName: 'done', line: 1_000 });
          }
          for (let at = 0; at < 5_000; at += 1) {
            receive({ v: 1, kind: 'bloc', sequence: 2e9 + at, bloc: `gone/${at}`, instance: 2e6 + at, type: 'GoneBloc',
              phase: 'closed', key: null, scope: [], parent: null, byOwner: true });
          }
          const blocs = [...store.blocs.values()];
          const ofBlocs = blocs.flatMap((bloc) => bloc.transitions)
            .filter((record) => record.sequence < store.records[0].sequence);
          done([store.records.length <= LIMITS.transitions + 10_000, store.valueSize <= LIMITS.values, ofBlocs.length,
            blocs.filter((bloc) => bloc.closed).length <= LIMITS.closed]);
        })""")
    assert kept == [True, True, 0, True], f"the page keeps too much: {kept}"
    print("ok transitions, values and closed blocs are bounded")
    page.check("the page says what it keeps", "return $('#limits').textContent.includes('100,000 transitions')")


def recordings(page):
    """Two recordings side by side, of which the second differs somewhere."""
    page.check("the first difference is named", "return /first difference is at transition \\d+ of/.test($('#difference').textContent)")
    page.check("it is scrolled to and chosen", """
        const row = document.querySelector('#transition-list .differs:not([hidden])');
        const [list, place] = [$('#transition-list').getBoundingClientRect(), row?.getBoundingClientRect()];
        return row?.classList.contains('chosen') && place.top >= list.top && place.bottom <= list.bottom""")
    page.check("both states are shown with the other's value", "return document.querySelectorAll('#view .pair .changed').length >= 2")
    page.check("the two are told apart in the list of blocs", """
        return new Set(texts('bloc-list')).size === texts('bloc-list').length""")


def pictures(page):
    run = page.browser.run
    page.browser.size(1280, 720)
    page.until("an error", "return texts('transition-list').some((text) => text.includes('✕'))")
    run("rows('transition-list').filter((row) => row.innerText.includes('said') && row.innerText.includes('✓')).at(-8).click()")
    for scheme in ("light", "dark"):
        page.browser.scheme(scheme)
        time.sleep(0.5)
        data = page.browser.call("GET", page.browser.session + "/screenshot")
        with open(f"{sys.argv[2]}/inspector-{scheme}.png", "wb") as file:
            file.write(base64.b64decode(data))


def main():
    browser = Browser()
    try:
        page = Page(browser, sys.argv[-1])
        modes = {"--figures": figures, "--limits": limits, "--recordings": recordings, "--pictures": pictures}
        modes.get(sys.argv[1], test)(page)
    except AssertionError as error:
        print(f"failed: {error}")
        sys.exit(1)
    finally:
        browser.close()


main()
