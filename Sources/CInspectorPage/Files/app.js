// The page: what is shown, what is chosen, and the keys.

import { graph } from "./graph.js";
import { ROW, VirtualList } from "./list.js";
import { causeOf, LIMITS, pairs, rate, receive, sequenceKey, stepsTo, store } from "./store.js";
import { element, facts, valueTree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const OUTCOMES = {
  handled: "✓", published: "•", failed: "✕", cancelled: "⊘", dropped: "↓", late: "»", started: "▸",
};

const page = {
  bloc: null, record: null, view: "state", byType: false, folded: new Set(), paused: false, waiting: [], waitingSize: 0, missed: 0,
  filtered: [], seen: 0, seenRemoved: 0, shape: -1, drawn: -1, draft: new Map(), message: null, failed: 0, last: "",
};

// MARK: Blocs

const blocList = new VirtualList($("blocs").querySelector(".list"), drawBloc, (item, isFinal) => {
  if (item.group !== undefined) {
    if (isFinal) fold(item.group);
  } else {
    choose(item.bloc, null);
    if (isFinal) showPanel("detail");
  }
});

blocList.otherKey = (event) => {
  const item = blocList.items[blocList.chosen];
  if (!item || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
  if (item.group !== undefined && page.folded.has(item.group) === (event.key === "ArrowRight")) fold(item.group);
  return true;
};

function fold(group) {
  if (!page.folded.delete(group)) page.folded.add(group);
  arrange();
}

function drawBloc(row, item) {
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-level", item.depth + 1);
  row.style.paddingLeft = `${12 + item.depth * 14}px`;
  if (item.group !== undefined) {
    const isOpen = !page.folded.has(item.group);
    row.classList.add("group");
    row.setAttribute("aria-expanded", isOpen);
    const type = page.byType ? store.types.get(item.group) : null;
    const numbers = type ? `${item.count} · ${type.events} events · ${rate(type).toFixed(1)}/s` : `${item.count}`;
    row.replaceChildren(
      element("span", "quiet", isOpen ? "▾" : "▸"), element("span", "name", item.label), element("span", "quiet", numbers));
    return;
  }
  row.removeAttribute("aria-expanded");
  const { bloc } = item;
  const report = bloc.report;
  row.classList.toggle("closed", Boolean(bloc.closed));
  const recordings = store.hello?.recordings ?? [];
  const words = [bloc.stateName, bloc.closed && "closed", report?.running && `${report.running} running`,
    report?.queued && `${report.queued} queued`, recordings.length === 2 && recordings[bloc.recording]];
  const notes = [];
  if (report?.isLeaked) notes.push(element("span", "leak", "leaked"));
  if (bloc.failures) notes.push(element("span", "failed", `✕ ${bloc.failures}`));
  row.title = `${bloc.name}, ${bloc.type} ${bloc.instance}`;
  row.replaceChildren(
    element("span", "name", bloc.name), element("span", "quiet", words.filter(Boolean).join(" · ")), ...notes,
    element("span", "number", `${report ? Math.max(report.handled, bloc.events) : bloc.events}`));
}

const CONDITIONS = {
  "": () => true, leaked: (bloc) => bloc.report?.isLeaked, errors: (bloc) => bloc.failures, closed: (bloc) => bloc.closed,
  busy: (bloc) => bloc.report?.open && !bloc.closed,
};

/** Builds the rows of the registry from the blocs. */
function arrange() {
  const wanted = $("search").value.trim().toLowerCase();
  const condition = $("condition").value;
  const blocs = [...store.blocs.values()].filter((bloc) => CONDITIONS[condition](bloc)
    && (!wanted || bloc.name.toLowerCase().includes(wanted) || bloc.type.toLowerCase().includes(wanted)));
  const rows = [];
  if (page.byType) {
    for (const [type, members] of [...Map.groupBy(blocs, (bloc) => bloc.type)].sort(([one], [two]) => one.localeCompare(two))) {
      rows.push({ group: type, label: type, depth: 0, count: members.length });
      if (!page.folded.has(type)) for (const bloc of members) rows.push({ bloc, depth: 1 });
    }
  } else {
    addScopes(blocs, rows);
  }
  const chosen = rows.findIndex((row) => row.bloc && row.bloc === page.bloc);
  blocList.show(rows, chosen);
  $("bloc-count").textContent = wanted || condition ? `${blocs.length} of ${store.blocs.size}` : `${store.blocs.size}`;
  page.shape = store.shape;
}

function addScopes(blocs, rows) {
  const roots = { members: [], inner: new Map() };
  const inRecording = (bloc, key) => `${bloc.recording} ${key}`;
  const keys = new Set(blocs.filter((bloc) => bloc.key).map((bloc) => inRecording(bloc, bloc.key)));
  const children = Map.groupBy(
    blocs.filter((bloc) => bloc.parent && bloc.parent !== bloc.key && keys.has(inRecording(bloc, bloc.parent))),
    (bloc) => inRecording(bloc, bloc.parent));
  const nested = new Set([...children.values()].flat());
  for (const bloc of blocs) {
    if (nested.has(bloc)) continue;
    let scope = roots;
    for (const name of bloc.scope) {
      if (!scope.inner.has(name)) scope.inner.set(name, { members: [], inner: new Map() });
      scope = scope.inner.get(name);
    }
    scope.members.push(bloc);
  }
  const add = (scope, depth, path) => {
    for (const [name, inner] of [...scope.inner].sort(([one], [two]) => one.localeCompare(two))) {
      const group = `${path}${name}/`;
      const start = rows.push({ group, label: name, depth, count: 0 });
      if (!page.folded.has(group)) add(inner, depth + 1, group);
      rows[start - 1].count = count(inner);
    }
    for (const bloc of scope.members) addWithChildren(bloc, depth, 0);
  };
  const count = (scope) => scope.members.length + [...scope.inner.values()].reduce((sum, inner) => sum + count(inner), 0);
  const addWithChildren = (bloc, depth, level) => {
    rows.push({ bloc, depth });
    if (level === 20) return;
    for (const child of children.get(inRecording(bloc, bloc.key)) ?? []) addWithChildren(child, depth + 1, level + 1);
  };
  add(roots, 0, "");
}

// MARK: Transitions

const arrows = document.createElementNS("http://www.w3.org/2000/svg", "svg");
arrows.setAttribute("class", "arrows");
arrows.setAttribute("aria-hidden", "true");
const timeline = new VirtualList($("timeline").querySelector(".list"), drawRecord, (record, isFinal) => {
  if (record.kind === "pair") choosePair(record);
  else if (record.kind === "transition") choose(record.owner, record);
  if (isFinal) showPanel("detail");
});
timeline.follows = true;
timeline.space.append(arrows);
timeline.drawn = drawArrows;

function drawRecord(row, record) {
  row.setAttribute("role", "option");
  if (record.kind === "gap") {
    row.classList.add("gap");
    row.replaceChildren(element("span", "name", `${record.missing.toLocaleString()} records are missing here`));
    return;
  }
  if (record.kind === "pair") {
    row.classList.toggle("differs", Boolean(record.differs));
    row.replaceChildren(
      element("span", "number", `${record.index + 1}`), element("span", "outcome", record.differs ? "≠" : ""),
      half(record.one), half(record.two));
    return;
  }
  const outcome = element("span", `outcome ${record.outcome}`, OUTCOMES[record.outcome] ?? "?");
  outcome.title = record.outcome;
  outcome.setAttribute("aria-label", record.outcome);
  outcome.setAttribute("role", "img");
  row.replaceChildren(
    element("span", "number", `${record.sequence}`), outcome, element("span", "bloc", record.bloc),
    element("span", "name", [record.name ?? record.trigger, ...label(record)].join(" ")),
    element("span", "quiet fields", (record.changed ?? []).join(", ")), element("span", "time", (record.time ?? "").slice(11, 23)));
}

const label = (record) => {
  if (record.trigger === "effect") return ["(effect)"];
  if (record.trigger === "work") return [`(work, ${record.outcome})`];
  return record.reason ? [`(${record.reason})`] : [];
};

const half = (record) =>
  element("span", "half", record ? `${record.bloc} ${record.name ?? record.trigger} → ${
    record.stateName ?? (record.changed ?? []).join(", ")}` : "—");

/** Arrows from causes to what they led to, among the rows that can be seen. */
function drawArrows(first, count) {
  const index = new Map();
  for (let at = first; at < first + count; at += 1) {
    const record = timeline.items[at];
    if (record?.kind === "transition") index.set(record, at);
  }
  const lines = { "": "", strong: "" };
  for (const [record, at] of index) {
    const cause = causeOf(record);
    if (!cause) continue;
    const from = index.get(cause) ?? first - 1;
    const [y1, y2] = [(from - first) * ROW + ROW / 2, (at - first) * ROW + ROW / 2];
    const x = 30 - Math.min(24, 6 + (at - from) * 2);
    lines[record === page.record || cause === page.record ? "strong" : ""] +=
      `M34 ${y1}C${x} ${y1} ${x} ${y2} 34 ${y2}M29 ${y2 - 3}L34 ${y2}L29 ${y2 + 3}`;
  }
  arrows.style.transform = `translateY(${first * ROW}px)`;
  arrows.replaceChildren(...Object.entries(lines).filter(([, lines]) => lines).map(([name, lines]) => {
    const path = document.createElementNS(arrows.namespaceURI, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", lines);
    return path;
  }));
}

const filters = () => ({
  text: $("filter").value.trim().toLowerCase(), outcome: $("filter-outcome").value, type: $("filter-type").value,
  bloc: $("filter-bloc").checked ? page.bloc?.id : undefined,
});

function passes(record, { text, outcome, type, bloc }) {
  if (record.kind === "gap") return !text && !outcome && !type && bloc === undefined;
  return (!text || record.text.includes(text)) && (!outcome || record.outcome === outcome)
    && (!type || record.owner.type === type) && (bloc === undefined || record.owner.id === bloc);
}

/** Adds what has arrived to the rows, or makes them again after a change of the filters. */
function sift(again) {
  const wanted = filters();
  const hasRemoved = page.seenRemoved !== store.removed;
  if (again || hasRemoved) {
    const before = page.filtered.length;
    const oldest = store.records[0];
    const removed = hasRemoved ? page.filtered.findIndex((record) => record.sequence >= oldest.sequence) : 0;
    page.filtered = store.records.filter((record) => passes(record, wanted));
    // Those who read in the middle go on reading where they are.
    if (!again && !timeline.follows) $("transition-list").scrollTop -= ROW * (removed < 0 ? before : removed);
  } else {
    for (let at = page.seen; at < store.records.length; at += 1) {
      if (passes(store.records[at], wanted)) page.filtered.push(store.records[at]);
    }
  }
  const hasMore = again || page.seen !== store.records.length;
  page.seen = store.records.length;
  page.seenRemoved = store.removed;
  if (store.hello?.recordings?.length === 2) return hasMore && showPairs();
  timeline.show(page.filtered, again || hasRemoved ? page.filtered.indexOf(page.record) : timeline.chosen);
  const all = store.records.length;
  $("transition-count").textContent =
    page.filtered.length === all ? all.toLocaleString() : `${page.filtered.length.toLocaleString()} of ${all.toLocaleString()}`;
}

/** Compares the two recordings; once both have arrived, not for each of their records. */
function showPairs() {
  clearTimeout(page.comparing);
  page.comparing = setTimeout(() => {
    const { rows, first } = pairs();
    const wanted = filters();
    const shown = rows.filter(({ one, two }) => (one && passes(one, wanted)) || (two && passes(two, wanted)));
    if (first >= 0) rows[first].differs = true;
    timeline.follows = false;
    timeline.show(shown);
    $("transition-count").textContent = `${shown.length.toLocaleString()} · ${store.hello.recordings.join(" | ")}`;
    $("difference").hidden = false;
    $("difference").textContent = first < 0
      ? `${rows.length.toLocaleString()} transitions are the same in both.`
      : `The first difference is at transition ${(first + 1).toLocaleString()} of ${rows.length.toLocaleString()}.`;
    if (first >= 0) timeline.select(shown.indexOf(rows[first]));
  }, 200);
}

// MARK: Details

function choose(bloc, record) {
  const isOther = page.bloc !== bloc;
  Object.assign(page, { bloc, record, pair: null, message: isOther ? null : page.message });
  if (record && page.view === "graph" && isOther) page.view = "transition";
  if (record && page.view === "state") page.view = "transition";
  if (!record && page.view === "transition") page.view = "state";
  if (isOther && $("filter-bloc").checked) sift(true);
  drawDetail();
  timeline.render(false);
}

function choosePair(pair) {
  Object.assign(page, { pair, record: pair.one ?? pair.two, bloc: (pair.one ?? pair.two).owner, view: "transition" });
  drawDetail();
}

function drawDetail() {
  const { bloc, record, view } = page;
  $("detail-title").textContent = bloc ? `${bloc.name} · ${bloc.type}` : "Nothing selected";
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.dataset.view === view;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  $("view").setAttribute("aria-labelledby", `tab-${view}`);
  if (!bloc) return;
  const parts = page.pair ? pairView(page.pair)
    : view === "graph" ? [graph(bloc)] : view === "transition" ? transitionView(record) : stateView(bloc);
  const held = $("view").contains(document.activeElement) ? document.activeElement : null;
  $("view").replaceChildren(...parts);
  Object.assign(page, { shownVersion: bloc.version, shownAt: performance.now() });
  if (!held || held === $("view")) return;
  // The focus stays where it was, or near it.
  const { id, dataset: { place } } = held;
  const same = [...$("view").querySelectorAll("button, textarea, summary")].find(
    (other) => !other.disabled && (id ? other.id === id : place && other.dataset.place === place));
  (same ?? $("view")).focus({ preventScroll: true });
}

function stateView(bloc) {
  const report = bloc.report ?? {};
  const parts = [facts([
    ["State", bloc.stateName], ["Recording", store.hello?.recordings?.[bloc.recording]],
    ["Key", bloc.key], ["Scope", bloc.scope.join(" › ")], ["Closes with", bloc.parent],
    ["Status", bloc.closed ? (bloc.closed.byOwner === false ? "released without being closed" : "closed") : report.isLeaked
      ? "probably forgotten: its last subscriber, parent or scope is gone" : "live"],
    ["Events", `${report.handled ?? bloc.events} ended · ${rate(bloc).toFixed(1)}/s`], ["Queue", report.queued],
    ["Handlers in flight", report.running], ["Receipts that wait", report.open], ["Subscribers", report.subscribers],
    ["Effects", bloc.effects], ["Errors", bloc.failures], ["Age", report.age === undefined ? "" : `${report.age} s`],
  ])];
  if (store.hello?.mode === "live" && !bloc.closed) parts.push(commands(bloc, report));
  parts.push(element("h3", "", "State"));
  if (bloc.state === undefined) parts.push(hidden());
  else parts.push(valueTree(bloc.state, bloc.transitions.findLast((other) => other.changed?.length)?.before?.state));
  const failures = bloc.transitions.filter((other) => other.outcome === "failed" || other.trigger === "effect").slice(-20);
  if (failures.length) {
    parts.push(element("h3", "", "Latest errors and effects"));
    for (const other of failures.reverse()) parts.push(jump(other, ""));
  }
  return parts;
}

const hidden = () => element("p", "quiet",
  "Its value is not shown: its type is not Inspectable. Start with inspectingValues, or --inspect-values, to see it.");

function transitionView(record) {
  if (!record) return [element("p", "quiet", "Choose a transition.")];
  const cause = causeOf(record);
  const effects = consequences(record);
  const parts = [facts([
    ["Transition", `${record.sequence}`], ["Time", record.time],
    ["Trigger", record.name ? `${record.trigger} ${record.name}` : record.trigger],
    ["Outcome", `${OUTCOMES[record.outcome] ?? ""} ${record.outcome}${record.reason ? `: ${record.reason}` : ""}`],
    ["Changed", (record.changed ?? []).join(", ") || "nothing"],
    ["State", record.stateName],
  ])];
  const bloc = record.owner;
  const steps = store.hello?.mode === "live" && !bloc.closed ? stepsTo(record) : null;
  if (steps !== null && (bloc.report?.canUndo || bloc.report?.canRedo)) {
    const travel = element("button", "", `Go to this state (${steps < 0 ? `${-steps} back` : `${steps} forward`})`);
    travel.id = "travel";
    travel.addEventListener("click", () => command(bloc, { command: "travel", steps }));
    parts.push(travel, ...messages(bloc));
  }
  if (cause) parts.push(element("h3", "", "Caused by"), jump(cause, "cause"));
  if (effects.length) parts.push(element("h3", "", "Led to"), ...effects.map((other) => jump(other, "")));
  if (record.wasEmptied) return [...parts, element("p", "quiet", "Its values were dropped to save memory.")];
  for (const name of ["event", "effect"]) {
    if (record[name] === undefined || record[name] === null) continue;
    parts.push(element("h3", "", name === "event" ? "Event" : "Effect"), valueTree(record[name]));
  }
  if (record.changed?.length) {
    parts.push(element("h3", "", "State after it"));
    parts.push(record.state === undefined ? hidden() : valueTree(record.state, record.before?.state));
  }
  return parts;
}

function consequences(record) {
  const found = [];
  const start = store.records.indexOf(record);
  for (let at = start + 1; at < store.records.length && at < start + 2_000 && found.length < 20; at += 1) {
    const other = store.records[at];
    if (other.kind === "transition" && other.cause === record.sequence
      && (other.recording ?? 0) === (record.recording ?? 0)) found.push(other);
  }
  return found;
}

function pairView({ one, two }) {
  const names = store.hello.recordings;
  const box = element("div", "pair");
  for (const [side, record] of [one, two].entries()) {
    const other = side === 0 ? two : one;
    const theirs = side === 0 ? "right" : "left";
    const column = element("div");
    column.append(element("h3", "", names[side]));
    if (!record) column.append(element("p", "quiet", "It ends before."));
    else {
      column.append(facts([["Transition", `${record.sequence}`], ["Bloc", record.bloc], ["Event", record.name]]));
      if (record.event != null) column.append(valueTree(record.event, other?.event, theirs));
      if (record.state !== undefined) column.append(element("h3", "", "State"), valueTree(record.state, other?.state, theirs));
    }
    box.append(column);
  }
  return [box];
}

function jump(record, id) {
  const button = element("button", "", `${record.sequence} ${record.bloc} ${record.name ?? record.trigger} ${
    OUTCOMES[record.outcome] ?? ""} ${record.reason ?? ""}`);
  if (id) button.id = id;
  button.addEventListener("click", () => goTo(record));
  const line = element("p");
  line.append(button);
  return line;
}

function goTo(record) {
  let index = page.filtered.indexOf(record);
  if (index < 0) {
    for (const name of ["filter", "filter-outcome", "filter-type"]) $(name).value = "";
    $("filter-bloc").checked = false;
    sift(true);
    index = page.filtered.indexOf(record);
  }
  timeline.follows = false;
  if (index >= 0) timeline.select(index);
}

// MARK: Acting

function commands(bloc, report) {
  const box = element("div");
  const row = element("div", "commands");
  for (const [name, text, isPossible] of [["undo", "Undo", report.canUndo], ["redo", "Redo", report.canRedo]]) {
    const button = element("button", "", text);
    button.id = name;
    button.disabled = !isPossible;
    button.addEventListener("click", () => command(bloc, { command: name }));
    row.append(button);
  }
  if (report.canUndo || report.canRedo) box.append(row);
  if (report.acceptsEvents) {
    const area = element("textarea");
    area.id = "event";
    area.setAttribute("aria-label", "Event as JSON");
    area.spellcheck = false;
    if (page.message?.bloc === bloc && page.message.isError) {
      area.setAttribute("aria-invalid", "true");
      area.setAttribute("aria-describedby", "answer");
    }
    area.value = page.draft.get(bloc.id) ?? report.example ?? "";
    area.addEventListener("input", () => page.draft.set(bloc.id, area.value));
    const add = element("button", "", "Add event");
    add.id = "add";
    add.addEventListener("click", () => {
      let event;
      try {
        event = JSON.parse(area.value);
      } catch (error) {
        return say(bloc, `This isn’t JSON: ${error.message}`, true);
      }
      command(bloc, { command: "add", event });
    });
    box.append(element("h3", "", "Add an event"), area, add);
  }
  box.append(...messages(bloc));
  return box;
}

function messages(bloc) {
  if (page.message?.bloc !== bloc) return [];
  const shown = element("p", page.message.isError ? "error" : "done", page.message.text);
  shown.id = "answer";
  return [shown];
}

function say(bloc, text, isError) {
  page.message = { bloc, text, isError };
  $("said").textContent = text;
  drawDetail();
}

async function command(bloc, body) {
  try {
    const answer = await fetch("command", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ instance: bloc.instance, ...body }),
    });
    const text = await answer.text();
    if (answer.ok) return say(bloc, "Done.", false);
    let reason = text;
    try {
      reason = JSON.parse(text).error ?? text;
    } catch { /* An answer in plain text says it as it is. */ }
    say(bloc, reason, true);
  } catch {
    say(bloc, "The program does not answer.", true);
  }
}

function pause() {
  page.paused = !page.paused;
  if (!page.paused) {
    if (page.missed) receive({ kind: "gap", sequence: page.waiting[0].sequence - 1, missing: page.missed });
    for (const record of page.waiting.splice(0)) receive(record);
    page.waitingSize = page.missed = 0;
  }
  $("pause").setAttribute("aria-pressed", page.paused);
  drawPause();
}

function drawPause() {
  const count = page.waiting.length + page.missed;
  $("pause").textContent = !page.paused ? "Pause" : count ? `Go on (${count.toLocaleString()} came)` : "Go on";
}

function exportLines() {
  const lines = page.filtered.map((record) => {
    const { before, owner, text, line, size, wasEmptied, ...own } = record;
    return JSON.stringify(own);
  });
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "application/x-ndjson" }));
  link.download = `${store.hello?.program ?? "blocs"}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

// MARK: The stream

/** Reads the stream, from the beginning or after a record. The browser connects again by itself unless it is refused. */
function connect(after) {
  const source = new EventSource(after ? `events?after=${after}` : "events");
  source.addEventListener("hello", (event) => {
    page.failed = 0;
    store.hello = JSON.parse(event.data);
    $("program").textContent = `${store.hello.program} ${store.hello.process}`;
    status(store.hello.mode === "live" ? "Connected" : `Recording ${store.hello.recordings.join(", ")}`);
  });
  source.addEventListener("message", (event) => {
    const record = JSON.parse(event.data);
    record.line = event.data.length;
    page.last = event.lastEventId;
    if (page.paused) {
      page.waiting.push(record);
      page.waitingSize += record.line;
      while (page.waiting.length > LIMITS.transitions || page.waitingSize > LIMITS.values) {
        const left = page.waiting.splice(0, 1_000);
        page.missed += left.length;
        for (const one of left) page.waitingSize -= one.line;
      }
    } else receive(record);
  });
  source.addEventListener("error", () => {
    page.failed += 1;
    if (source.readyState === EventSource.CLOSED) {
      source.close();
      setTimeout(() => connect(page.last), 5_000);
    }
    // The first error is the end of the stream; the second, that nobody listens there any more.
    status(page.failed > 1 ? "The program has ended. What it did stays here; the page looks for it again."
      : "The stream has ended. Connecting again …", true);
  });
}

function status(text, isBad = false) {
  if ($("connection").textContent === text) return;
  $("connection").textContent = text;
  $("connection").classList.toggle("bad", isBad);
}

let lastArranged = 0;
let rendered = { at: 0, version: -1 };
function tick(now) {
  if (page.paused) drawPause();
  if (page.drawn !== store.version) {
    page.drawn = store.version;
    sift(false);
    if (page.shape !== store.shape && now - lastArranged > 250) {
      lastArranged = now;
      arrange();
    }
    const types = $("filter-type");
    if (types.options.length !== store.types.size + 1) {
      const chosen = types.value;
      types.replaceChildren(new Option("All types", ""), ...[...store.types.keys()].sort().map((name) => new Option(name)));
      types.value = chosen;
    }
    $("limits").textContent = store.removed || store.emptied
      ? `The page keeps the latest ${LIMITS.transitions.toLocaleString()} transitions and the values of the latest ${
        LIMITS.values >> 20} MB.` : "";
  } else if (page.shape !== store.shape && now - lastArranged > 250) {
    lastArranged = now;
    arrange();
  }
  if (rendered.version !== store.version && now - rendered.at > 100) {
    rendered = { at: now, version: store.version };
    blocList.render();
  }
  const follows = page.bloc && page.view !== "transition" && page.shownVersion !== page.bloc.version;
  if (follows && now - page.shownAt > 250 && document.activeElement?.id !== "event") drawDetail();
  requestAnimationFrame(tick);
}

// MARK: Keys and panels

function showPanel(name) {
  document.querySelector("main").dataset.panel = name;
  for (const button of document.querySelectorAll("[data-panel]")) {
    if (button.tagName !== "BUTTON") continue;
    button.classList.toggle("on", button.dataset.panel === name);
    if (button.dataset.panel === name) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

function showView(view) {
  page.view = view;
  page.pair = null;
  drawDetail();
}

const focusOn = (panel, element) => {
  showPanel(panel);
  element?.focus();
};

const KEYS = {
  "/": () => focusOn("blocs", $("search")), f: () => focusOn("timeline", $("filter")), " ": pause, e: exportLines,
  b: () => $("filter-bloc").click(), c: () => page.record && causeOf(page.record) && goTo(causeOf(page.record)),
  u: () => page.bloc && command(page.bloc, { command: "undo" }), r: () => page.bloc && command(page.bloc, { command: "redo" }),
  a: () => {
    showPanel("detail");
    if (page.bloc) showView("state");
    $("event")?.focus();
  },
  1: () => focusOn("blocs", $("bloc-list")), 2: () => focusOn("timeline", $("transition-list")),
  3: () => focusOn("detail", $("view")), "?": () => $("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const { tagName, type } = event.target;
  if (event.key === "Escape" && ["INPUT", "TEXTAREA"].includes(tagName)) return event.target.blur();
  if (tagName === "TEXTAREA" || tagName === "SELECT" || (tagName === "INPUT" && type !== "checkbox")) return;
  if ((tagName === "BUTTON" || tagName === "SUMMARY" || tagName === "INPUT") && event.key === " ") return;
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  showView(next.dataset.view);
  next.focus();
});

for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", () => showView(tab.dataset.view));
for (const button of document.querySelectorAll(".panels button")) {
  button.addEventListener("click", () => showPanel(button.dataset.panel));
}
for (const name of ["search", "condition"]) $(name).addEventListener("input", arrange);
$("search").addEventListener("keydown", (event) => event.key === "ArrowDown" && focusOn("blocs", $("bloc-list")));
for (const name of ["filter", "filter-outcome", "filter-type", "filter-bloc"]) {
  $(name).addEventListener("input", () => sift(true));
}
for (const [name, byType] of [["by-scope", false], ["by-type", true]]) {
  $(name).addEventListener("click", () => {
    page.byType = byType;
    $("by-scope").setAttribute("aria-pressed", !byType);
    $("by-type").setAttribute("aria-pressed", byType);
    arrange();
  });
}
$("pause").addEventListener("click", pause);
$("export").addEventListener("click", exportLines);
$("help-open").addEventListener("click", () => $("help").showModal());
// Rates change without a record, and which blocs are busy or leaked with any.
setInterval(() => {
  if ($("condition").value) arrange();
  else if (page.byType) blocList.render();
}, 1_000);
arrange();
connect();
requestAnimationFrame(tick);
