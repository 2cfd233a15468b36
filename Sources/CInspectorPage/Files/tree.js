// JSON as a tree that can be opened, with what changed marked.

export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const isBranch = (value) => value !== null && typeof value === "object";
const short = (value) => {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isBranch(value)) return `{${Object.keys(value).length}}`;
  return JSON.stringify(value);
};
const isSame = (one, two) => JSON.stringify(one) === JSON.stringify(two);

/** What was opened or closed by hand, by its path: it stays so when the tree is drawn again. */
const folds = new Map();

/** The tree of a value; `before` is the one to compare it with, if that is known, and `relation` says what it is. */
export function valueTree(value, before, relation = "was") {
  const tree = element("div", "tree");
  tree.append(branch(null, value, before, before !== undefined && relation, []));
  return tree;
}

/** `compares` is the word for what `before` is, or `false` if nothing is compared. */
function branch(name, value, before, compares, path) {
  const depth = path.length;
  const label = name === null ? "" : `${name}: `;
  const changed = Boolean(compares) && !isSame(value, before);
  if (!isBranch(value)) {
    const leaf = element("div", changed ? "leaf changed" : "leaf", label + short(value));
    if (changed) leaf.append(element("span", "was", ` ${compares} ${before === undefined ? "absent" : short(before)}`));
    return leaf;
  }
  const details = element("details");
  const place = JSON.stringify(path);
  details.open = folds.get(place) ?? (depth === 0 || changed || (depth < 2 && Object.keys(value).length <= 20));
  const summary = element("summary", changed && depth > 0 ? "changed" : "", label + short(value));
  summary.dataset.place = place;
  // A click comes before the change, also one by a key.
  summary.addEventListener("click", () => folds.set(place, !details.open));
  details.append(summary);
  const old = isBranch(before) ? before : {};
  const names = Object.keys(value);
  const show = (list) => {
    for (const key of list) details.append(branch(key, value[key], old[key], compares, [...path, key]));
  };
  show(names.slice(0, 200));
  if (compares) {
    for (const key of Object.keys(old).filter((key) => !(key in value)).slice(0, 50)) {
      details.append(element("div", "leaf changed", `${key}: absent, ${compares} ${short(old[key])}`));
    }
  }
  if (names.length > 200) {
    const more = element("button", "", `${names.length - 200} more`);
    more.addEventListener("click", () => {
      more.remove();
      show(names.slice(200));
    });
    details.append(more);
  }
  return details;
}

/** A list of facts: pairs of a name and a value; empty values are left out. */
export function facts(pairs) {
  const list = element("dl", "facts");
  for (const [name, value] of pairs) {
    if (value === undefined || value === null || value === "") continue;
    list.append(element("dt", "", name));
    const shown = element("dd");
    shown.append(value);
    list.append(shown);
  }
  return list;
}
