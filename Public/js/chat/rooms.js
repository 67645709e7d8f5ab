// The list of conversations beside an open one, where there is room for both. It is read when it shows, and follows.
import { parsePage, subscribe } from "../live.js";
import { redraw } from "../redraw.js";

const REST = 600;

export class Rooms {
  #box;
  #timer = 0;

  /** @param box `data-list`: the address of the list. */
  constructor(box) {
    this.#box = box;
    const refresh = () => this.#refresh();
    subscribe({ message: refresh, changed: refresh, standing: refresh, reread: refresh });
    matchMedia("(min-width: 72rem)").addEventListener("change", refresh);
    this.#read();
  }

  #refresh() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), REST);
  }

  async #read() {
    if (!this.#box.checkVisibility()) return;
    const response = await fetch(this.#box.dataset.list).catch(() => null);
    if (!response?.ok) return;
    const list = parsePage(await response.text()).getElementById("conversations");
    for (const node of list.querySelectorAll(":scope > :not(section)")) node.remove();
    const here = location.pathname;
    for (const link of list.querySelectorAll("a")) {
      if (new URL(link.href, location.href).pathname === here) link.setAttribute("aria-current", "page");
    }
    redraw(this.#box, list);
  }
}
