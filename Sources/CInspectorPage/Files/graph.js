// The states of a bloc, drawn from its transitions.

import { element } from "./tree.js";

const NS = "http://www.w3.org/2000/svg";
const BOX = { width: 116, height: 30, gapX: 106, gapY: 48 };

function shape(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The states in the order of their appearance and the changes between them, with counts. */
function statesOf(bloc) {
  const edges = new Map();
  let before = bloc.firstState ?? null;
  const names = before === null ? [] : [before];
  for (const record of bloc.transitions) {
    if (!record.changed?.length) continue;
    const name = record.stateName ?? "state";
    if (!names.includes(name)) names.push(name);
    const event = record.name ?? record.trigger;
    const key = JSON.stringify([before, name, event]);
    if (before !== null) edges.set(key, { from: before, to: name, event, count: (edges.get(key)?.count ?? 0) + 1 });
    before = name;
  }
  return { names, edges: [...edges.values()] };
}

/** Columns by the distance from the first state. */
function places(names, edges) {
  const column = new Map([[names[0], 0]]);
  const queue = [names[0]];
  while (queue.length) {
    const name = queue.shift();
    for (const edge of edges) {
      if (edge.from !== name || column.has(edge.to)) continue;
      column.set(edge.to, column.get(name) + 1);
      queue.push(edge.to);
    }
  }
  const rows = [];
  return new Map(names.map((name) => {
    const x = column.get(name) ?? 0;
    rows[x] = (rows[x] ?? -1) + 1;
    return [name, {
      x: 20 + x * (BOX.width + BOX.gapX),
      y: 40 + rows[x] * (BOX.height + BOX.gapY),
    }];
  }));
}

export function graph(bloc) {
  const { names, edges } = statesOf(bloc);
  if (!names.length) return element("p", "quiet", "No change of its state has been seen yet.");
  const at = places(names, edges);
  const width = Math.max(...[...at.values()].map((place) => place.x)) + BOX.width + 130;
  const height = Math.max(...[...at.values()].map((place) => place.y)) + BOX.height + 40;
  const svg = shape("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": describe(names, edges) });
  // Never smaller than its text can be read; the panel scrolls instead.
  svg.style.width = `${width}px`;
  const head = shape("marker", {
    id: "head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
  });
  head.append(shape("path", { d: "M0 0L8 4L0 8z", fill: "currentColor" }));
  const defs = shape("defs", {});
  defs.append(head);
  svg.append(defs);
  const together = Map.groupBy(edges, (edge) => JSON.stringify([edge.from, edge.to]));
  const taken = [];
  const labels = [...together.values()].map((group) => drawEdge(svg, group, at, taken));
  for (const name of names) {
    const { x, y } = at.get(name);
    const box = shape("g", { class: name === bloc.stateName ? "now" : "" });
    box.append(shape("rect", { x, y, width: BOX.width, height: BOX.height, rx: 6 }));
    box.append(shape("text", { x: x + BOX.width / 2, y: y + 20, "text-anchor": "middle" }, cut(name, 15)));
    svg.append(box);
  }
  // Over all lines, so that none crosses a text.
  svg.append(...labels);
  return svg;
}

/** Draws the line of all events from a state to another; returns their label, below those that have its place already. */
function drawEdge(svg, group, at, taken) {
  const from = at.get(group[0].from);
  const to = at.get(group[0].to);
  const middle = BOX.height / 2;
  let path;
  let label;
  if (group[0].from === group[0].to) {
    const x = from.x + BOX.width / 2;
    path = `M${x - 20} ${from.y}C${x - 24} ${from.y - 30} ${x + 24} ${from.y - 30} ${x + 20} ${from.y}`;
    label = { x, y: from.y - 24 };
  } else if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + middle - 5, to.x, to.y + middle - 5];
    path = `M${x1} ${y1}C${x1 + 50} ${y1} ${x2 - 50} ${y2} ${x2} ${y2}`;
    // Towards its end, where the lines from one state have parted.
    label = { x: x1 + (x2 - x1) * 0.6, y: y1 + (y2 - y1) * 0.65 - 6 };
  } else if (to.x === from.x) {
    const [x, y1, y2] = [from.x + BOX.width, from.y + middle + 6, to.y + middle - 6];
    const bulge = 30 + Math.abs(y2 - y1) / 5;
    path = `M${x} ${y1}C${x + bulge} ${y1} ${x + bulge} ${y2} ${x} ${y2}`;
    label = { x: x + bulge * 0.75 + 5, y: (y1 + y2) / 2 + 4, "text-anchor": "start" };
  } else {
    const [x1, y1, x2, y2] = [from.x + 24, from.y + BOX.height, to.x + BOX.width - 24, to.y + BOX.height];
    const low = Math.max(y1, y2) + 26;
    path = `M${x1} ${y1}C${x1} ${low} ${x2} ${low} ${x2} ${y2}`;
    label = { x: (x1 + x2) / 2, y: low - 2 };
  }
  svg.append(shape("path", { class: "edge", d: path, "marker-end": "url(#head)" }));
  while (taken.some(({ x, y }) => Math.abs(x - label.x) < 90 && Math.abs(y - label.y) < 13)) label.y += 13;
  taken.push(label);
  const text = group.slice(0, 3).map((edge) => `${cut(edge.event, 14)} ×${edge.count}`).join(", ");
  const more = group.length > 3 ? ` +${group.length - 3}` : "";
  return shape("text", { class: "label", "text-anchor": "middle", ...label }, text + more);
}

const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

const describe = (names, edges) =>
  `${names.length} states. ${edges.map((edge) => `${edge.from} to ${edge.to} by ${edge.event}, ${edge.count} times`).join("; ")}`;
