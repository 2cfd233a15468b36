// What has arrived: blocs, transitions, and what follows from them. Nothing here touches the page.

export const LIMITS = { transitions: 100_000, values: 64 << 20, closed: 2_000 };

export const store = {
  hello: null,
  blocs: new Map(),
  /** Transitions and gaps, oldest first. */
  records: [],
  bySequence: new Map(),
  /** Blocs of each type: { count, live, rate }. */
  types: new Map(),
  removed: 0,
  /** Blocs that were closed, the latest last. */
  closed: [],
  valueSize: 0,
  /** The index in `records` before which values were dropped. */
  emptied: 0,
  /** Changes with every arrival of a bloc or its end. */
  shape: 0,
  /** The second of the latest event. */
  latest: 0,
  /** Changes with every record. */
  version: 0,
};

/** A number for a bloc that is unique over both recordings. */
const identity = (record) => (record.recording ?? 0) * 1e9 + record.instance;

function blocOf(record) {
  const id = identity(record);
  let bloc = store.blocs.get(id);
  if (!bloc) {
    bloc = {
      id, instance: record.instance, recording: record.recording ?? 0, name: record.bloc, type: "",
      scope: [], parent: null, key: null,
      report: null, state: undefined, stateName: undefined, closed: null, sequence: 0, events: 0, failures: 0,
      effects: 0, version: 0, transitions: [], past: [], future: [], recent: [],
    };
    store.blocs.set(id, bloc);
    store.shape += 1;
  }
  return bloc;
}

function typeOf(name) {
  if (!store.types.has(name)) store.types.set(name, { name, live: 0, events: 0, recent: [] });
  return store.types.get(name);
}

export function receive(record) {
  store.version += 1;
  if (record.kind === "bloc") receiveBloc(record);
  else if (record.kind === "transition") receiveTransition(record);
  else if (record.kind === "gap") keep(record);
}

function receiveBloc(record) {
  const bloc = blocOf(record);
  bloc.version += 1;
  if (bloc.type !== record.type) {
    bloc.type = record.type;
    typeOf(bloc.type).live += 1;
    store.shape += 1;
  }
  if (record.phase === "created" && record.report?.handled === 0) {
    Object.assign(bloc, { firstState: record.stateName, first: "state" in record ? { state: record.state } : undefined });
  }
  if (record.phase === "closed") {
    if (!bloc.closed) {
      typeOf(bloc.type).live -= 1;
      store.shape += 1;
      store.closed.push(bloc);
      if (store.closed.length > LIMITS.closed) store.blocs.delete(store.closed.shift().id);
    }
    bloc.closed = record;
    return;
  }
  // What is remembered of a bloc's beginning comes after how it is now.
  if (record.sequence < bloc.sequence && bloc.report) return;
  bloc.sequence = record.sequence;
  if (bloc.name !== record.bloc || bloc.key !== record.key || bloc.parent !== record.parent) store.shape += 1;
  Object.assign(bloc, { name: record.bloc, key: record.key, scope: record.scope ?? [], parent: record.parent });
  if (record.report) bloc.report = record.report;
  if ("state" in record) bloc.state = record.state;
  if (record.stateName) bloc.stateName = record.stateName;
}

function receiveTransition(record) {
  if (store.bySequence.has(sequenceKey(record))) return;
  const bloc = blocOf(record);
  if (bloc.type === "") {
    bloc.type = record.bloc;
    typeOf(bloc.type).live += 1;
  }
  record.owner = bloc;
  bloc.version += 1;
  record.text = `${record.bloc} ${record.name ?? ""} ${record.trigger} ${record.outcome} ${record.reason ?? ""} ${
    (record.changed ?? []).join(" ")}`.toLowerCase();
  if (record.trigger === "effect") bloc.effects += 1;
  if (record.outcome === "failed") bloc.failures += 1;
  if (record.trigger === "event" && record.outcome !== "published") {
    bloc.events += 1;
    typeOf(bloc.type).events += 1;
    const second = Math.floor((Date.parse(record.time) || Date.now()) / 1_000);
    store.latest = Math.max(store.latest, second);
    for (const counter of [bloc, typeOf(bloc.type)]) count(counter, second);
  }
  if (record.changed?.length) {
    record.before = bloc.transitions.findLast((other) => other.changed?.length) ?? bloc.first;
    travelled(bloc, record);
    if (record.sequence >= bloc.sequence) {
      if ("state" in record) bloc.state = record.state;
      bloc.stateName = record.stateName;
      bloc.sequence = record.sequence;
    }
  }
  bloc.transitions.push(record);
  if (bloc.transitions.length > 2_000) bloc.transitions.splice(0, 1_000);
  store.bySequence.set(sequenceKey(record), record);
  keep(record);
}

export const sequenceKey = (record) => (record.recording ?? 0) * 1e12 + record.sequence;
export const causeOf = (record) =>
  record.cause == null ? undefined : store.bySequence.get((record.recording ?? 0) * 1e12 + record.cause);

/** Follows the history of a bloc, so that a transition in it can be reached by a number of steps. */
function travelled(bloc, record) {
  if (record.trigger === "undo") {
    if (bloc.current) bloc.future.push(bloc.current);
    bloc.current = bloc.past.pop();
  } else if (record.trigger === "redo") {
    if (bloc.current) bloc.past.push(bloc.current);
    bloc.current = bloc.future.pop();
  } else {
    if (bloc.current) bloc.past.push(bloc.current);
    bloc.current = record.sequence;
    bloc.future = [];
    if (bloc.past.length > 1_000) bloc.past.shift();
  }
}

/** The steps to the state of a transition; `null` if the history does not reach it. */
export function stepsTo(record) {
  const bloc = record.owner;
  const back = bloc.past.lastIndexOf(record.sequence);
  if (back >= 0) return back - bloc.past.length;
  const ahead = bloc.future.lastIndexOf(record.sequence);
  return ahead >= 0 ? bloc.future.length - ahead : null;
}

function keep(record) {
  store.records.push(record);
  record.size = record.line ?? 0;
  store.valueSize += record.size;
  while (store.valueSize > LIMITS.values && store.emptied < store.records.length - 1) {
    const old = store.records[store.emptied];
    store.valueSize -= old.size;
    old.size = 0;
    for (const name of ["state", "event", "effect"]) delete old[name];
    old.wasEmptied = true;
    store.emptied += 1;
  }
  if (store.records.length > LIMITS.transitions + 10_000) {
    for (const old of store.records.splice(0, 10_000)) {
      store.valueSize -= old.size;
      if (old.kind !== "transition") continue;
      store.bySequence.delete(sequenceKey(old));
      old.before = undefined;
      if (old.owner.transitions[0] === old) old.owner.transitions.shift();
    }
    store.removed += 10_000;
    store.emptied = Math.max(0, store.emptied - 10_000);
  }
}

/** Counts an event in its second; five seconds are kept. */
function count(counter, second) {
  const last = counter.recent.at(-1);
  if (last?.second === second) last.count += 1;
  else counter.recent.push({ second, count: 1 });
  if (counter.recent.length > 5) counter.recent.shift();
}

/** Events a second, over the five before now; in a recording, over its last five. */
export function rate(counter) {
  const now = store.hello?.mode === "live" ? Math.floor(Date.now() / 1_000) : store.latest;
  return counter.recent.reduce((sum, { second, count }) => (second > now - 5 ? sum + count : sum), 0) / 5;
}

/** The transitions of two recordings side by side, and where they differ first. */
export function pairs() {
  const sides = [[], []];
  for (const record of store.records) if (record.kind === "transition") sides[record.recording ?? 0].push(record);
  const length = Math.max(sides[0].length, sides[1].length);
  const rows = Array.from(
    { length }, (_, index) => ({ kind: "pair", index, one: sides[0][index], two: sides[1][index] }));
  const first = rows.findIndex((row) => differs(row));
  return { rows, first };
}

function differs({ one, two }) {
  if (!one || !two) return true;
  return ["bloc", "name", "trigger", "event", "state", "stateName"].some(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(two[name]));
}
