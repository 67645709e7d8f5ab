// Parts of a list, one at a time: tabs as the keyboard knows them. Without scripts all parts stand below each other.

export class Tabs {
  #tabs;

  /** @param chosen called when the reader wants to see a part. */
  constructor(node, chosen) {
    this.#tabs = [...node.querySelectorAll("[role=tab]")];
    for (const tab of this.#tabs) {
      const part = this.#part(tab);
      part.setAttribute("role", "tabpanel");
      part.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => { this.show(part.id); chosen(); });
    }
    node.addEventListener("keydown", (event) => this.#key(event, chosen));
    addEventListener("hashchange", () => { if (this.#showHash()) chosen(); });
    if (this.#showHash()) chosen(); else this.show(this.#part(this.#tabs[0]).id);
  }

  #part(tab) { return document.getElementById(tab.getAttribute("aria-controls")); }

  /** The part that an address names, or in which what it names stands. */
  #showHash() {
    const wanted = location.hash && document.getElementById(location.hash.slice(1));
    const part = wanted && this.#tabs.map((tab) => this.#part(tab)).find((some) => some.contains(wanted));
    if (part) this.show(part.id);
    return Boolean(part);
  }

  show(id) {
    for (const tab of this.#tabs) {
      const part = this.#part(tab);
      const isShown = part.id === id;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      part.hidden = !isShown;
    }
  }

  #key(event, chosen) {
    const at = this.#tabs.indexOf(document.activeElement);
    const [last, isTurned] = [this.#tabs.length - 1, getComputedStyle(document.body).direction === "rtl"];
    const step = { ArrowRight: isTurned ? -1 : 1, ArrowLeft: isTurned ? 1 : -1 }[event.key];
    const to = step ? (at + step + last + 1) % (last + 1) : { Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    this.show(this.#part(this.#tabs[to]).id);
    this.#tabs[to].focus();
    chosen();
  }
}
