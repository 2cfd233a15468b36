// A list that draws only the rows that can be seen, with the keys of a list.

import { element } from "./tree.js";

export const ROW = 24;

export class VirtualList {
  /**
   * @param container The scrolling element, which has the focus.
   * @param draw Fills a row from an item.
   * @param choose Called with the item that is selected, and whether by Enter or a click.
   */
  constructor(container, draw, choose) {
    Object.assign(this, { container, draw, choose, items: [], chosen: -1, rows: [], follows: false });
    this.space = element("div", "space");
    container.append(this.space);
    container.addEventListener("scroll", () => {
      this.follows = this.isAtEnd();
      this.render(false);
    }, { passive: true });
    container.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.render(false)).observe(container);
  }

  isAtEnd() {
    const { scrollTop, clientHeight } = this.container;
    return scrollTop + clientHeight >= this.items.length * ROW - ROW;
  }

  /** Shows these items; stays at the end if it was there. */
  show(items, chosen = -1) {
    this.items = items;
    this.chosen = chosen;
    this.space.style.height = `${items.length * ROW}px`;
    if (this.follows) this.container.scrollTop = items.length * ROW;
    this.render(false);
  }

  /**
   * Draws the rows that can be seen. While the list scrolls, a row that stays keeps its element and its content: only
   * those that come into sight are drawn.
   *
   * @param isFresh Whether the items themselves may have changed.
   */
  render(isFresh = true) {
    const first = Math.max(0, Math.floor(this.container.scrollTop / ROW) - 4);
    const count = Math.max(0, Math.min(this.items.length - first, Math.ceil(this.container.clientHeight / ROW) + 8));
    while (this.rows.length < count) this.addRow();
    const size = String(this.items.length);
    for (let index = first; index < first + count; index += 1) {
      const row = this.rows[index % this.rows.length];
      const isChosen = index === this.chosen;
      if (isFresh || row.index !== index || row.item !== this.items[index] || row.isChosen !== isChosen) {
        Object.assign(row, { index, item: this.items[index], isChosen, className: "row", id: `${this.container.id}-${index}` });
        row.style.top = `${index * ROW}px`;
        row.setAttribute("aria-posinset", index + 1);
        row.setAttribute("aria-selected", isChosen);
        this.draw(row, row.item);
        row.classList.toggle("chosen", isChosen);
      }
      if (row.getAttribute("aria-setsize") !== size) row.setAttribute("aria-setsize", size);
    }
    for (const row of this.rows) row.hidden = !(row.index >= first && row.index < first + count);
    if (this.chosen >= 0) this.container.setAttribute("aria-activedescendant", `${this.container.id}-${this.chosen}`);
    else this.container.removeAttribute("aria-activedescendant");
    this.drawn?.(first, count);
  }

  addRow() {
    const row = element("div", "row");
    row.addEventListener("click", () => this.select(row.index, true));
    this.rows.push(row);
    this.space.append(row);
    // The number of rows decides which one an index has.
    for (const other of this.rows) other.index = undefined;
  }

  select(index, isFinal = false) {
    if (!this.items.length) return;
    this.chosen = Math.min(Math.max(index, 0), this.items.length - 1);
    this.reveal(this.chosen);
    this.choose(this.items[this.chosen], isFinal);
    this.render();
  }

  /** Scrolls to an item; to the middle if it is far away. */
  reveal(index) {
    const { scrollTop, clientHeight } = this.container;
    if (Math.abs(index * ROW - scrollTop) > 2 * clientHeight) {
      this.container.scrollTop = index * ROW - clientHeight / 2;
      return;
    }
    if (index * ROW < scrollTop) this.container.scrollTop = index * ROW;
    if ((index + 1) * ROW > scrollTop + clientHeight) this.container.scrollTop = (index + 1) * ROW - clientHeight;
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.container.clientHeight / ROW) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in moves) this.select(Math.max(-1, this.chosen) + moves[event.key]);
    else if (event.key === "Enter") this.select(this.chosen, true);
    else if (!this.otherKey?.(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
