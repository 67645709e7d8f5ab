// The messages on a conversation's page: each where its number belongs, looking as the server draws it, and never too
// many.
import { parsePage } from "../live.js";
import { layout } from "./thread-layout.js";

// Beyond this, messages farthest from the reader are removed, and loaded again when they scroll there.
const LIMIT = 300;

export const rowsIn = (text) =>
  [...document.importNode(parsePage(`<ol>${text}</ol>`).querySelector("ol"), true).children];

export class Thread {
  #list = document.getElementById("thread");
  #scroller = document.getElementById("scroller");
  #zone;
  #me;
  #people;
  #isLoading = false;
  /** What leads to more: hidden where there is none. */
  earlier = document.getElementById("earlier").parentElement;
  later = document.getElementById("later").parentElement;

  constructor({ zone, me, people }) {
    this.#zone = zone;
    this.#me = me;
    this.#people = people;
    // "Today" is yesterday's name after midnight.
    setInterval(() => this.#arrange(), 60e3);
  }

  get isAtEnd() { return this.later.hidden; }
  get isNearBottom() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < 120;
  }
  toBottom() { this.#scroller.scrollTop = this.#scroller.scrollHeight; }
  clear() { this.#list.replaceChildren(); }

  /** Adds a message that is on its way, below all that have arrived. */
  append(row) {
    this.#list.append(row);
    document.getElementById("nothing")?.remove();
  }

  get hasPending() { return this.#list.querySelector(".pending") !== null; }
  get messages() { return [...this.#list.querySelectorAll(".message[data-number]")]; }
  find(number) { return document.getElementById(`m${number}`); }
  /** Numbers of the messages that quote it. */
  quoting(number) {
    return [...this.#list.querySelectorAll(`a.quote[href$="around=${number}"]`)]
      .map((quote) => quote.closest(".message").dataset.number);
  }

  /** The stream's row is the same for everybody; staff have pages of their own of whom it names. */
  #dress(row) {
    row.classList.toggle("own", row.dataset.author === this.#me);
    row.classList.toggle("to-me", Boolean(row.querySelector(`.named[data-member="${this.#me}"]`)));
    if (this.#people) {
      for (const link of row.querySelectorAll("a.by, a.author")) link.href = `${this.#people}/${row.dataset.author}`;
      for (const link of row.querySelectorAll("a.named")) link.href = `${this.#people}/${link.dataset.member}`;
    }
    return row;
  }

  #insert(row) {
    const number = Number(row.dataset.number);
    const old = this.find(number);
    if (old) { old.replaceWith(row); return; }
    const shown = this.messages;
    const before = shown.filter((other) => Number(other.dataset.number) < number).pop();
    if (before) this.#placeAfter(before, row);
    // An older row is placed only if no earlier messages are left out: otherwise some may belong between.
    else if (this.earlier.hidden || shown.length === 0) this.#list.prepend(row);
  }

  /** Behind what was announced between the two messages. */
  #placeAfter(before, row) {
    const time = Number(row.dataset.time);
    const isEarlier = (line) => line?.matches(".announced-line") && Number(line.dataset.time) <= time;
    let last = before;
    while (isEarlier(last.nextElementSibling)) last = last.nextElementSibling;
    last.after(row);
  }

  place(...rows) {
    rows.forEach((row) => this.#insert(this.#dress(row)));
    document.getElementById("nothing")?.remove();
    this.#arrange();
  }

  remove(number) {
    this.find(number)?.remove();
    this.#arrange();
  }

  /**
   * Days' names, and author and time only after a pause or another author: also across separately loaded parts.
   */
  #arrange() {
    const shown = this.messages;
    const facts = shown.map(({ dataset }) => ({ author: dataset.author, time: Number(dataset.time) }));
    const lines = new Set();
    layout(facts, Date.now(), this.#zone).forEach(({ day, isClose }, index) => {
      shown[index].classList.toggle("close", isClose);
      if (day) lines.add(Thread.#name(shown[index], day));
    });
    this.#list.querySelectorAll(".day-line").forEach((line) => { if (!lines.has(line)) line.remove(); });
  }

  /** The line with the day above a message, and above the line that marks where new messages begin. */
  static #name(row, day) {
    const below = row.previousElementSibling?.matches(".new-line") ? row.previousElementSibling : row;
    let line = below.previousElementSibling;
    if (!line?.matches(".day-line")) {
      line = document.createElement("li");
      line.className = "day-line";
      line.append(document.createElement("span"));
      below.before(line);
    }
    if (line.textContent !== day) line.firstElementChild.textContent = day;
    return line;
  }

  /** @param isAtNewest whether the reader is at the newest messages. */
  trim(isAtNewest) {
    const shown = this.messages;
    if (shown.length <= LIMIT) return;
    if (isAtNewest) {
      const first = shown.at(-LIMIT);
      while (this.#list.firstElementChild !== first) this.#list.firstElementChild.remove();
      Thread.#offer(this.earlier, "before", first);
    } else {
      shown.slice(LIMIT).forEach((row) => row.remove());
      Thread.#offer(this.later, "after", shown[LIMIT - 1]);
    }
    this.#arrange();
  }

  static #offer(box, side, row) {
    box.querySelector("a").href = `${location.pathname}?${side}=${row.dataset.number}`;
    box.hidden = false;
  }

  /**
   * Loads what comes before or after.
   * @param box one of `earlier` and `later`.
   */
  async more(box, action) {
    if (this.#isLoading || box.hidden) return;
    this.#isLoading = true;
    try {
      const isBackwards = box === this.earlier;
      const edge = isBackwards ? this.messages[0] : this.messages.pop();
      // Without a line whoever scrolls on asks again.
      const response = await fetch(`${action}?${isBackwards ? "before" : "after"}=${edge.dataset.number}`)
        .catch(() => null);
      if (!response?.ok) return;
      this.#join(rowsIn(await response.text()).filter((row) => row.dataset.number), edge, isBackwards);
      if (response.headers.get("X-More") !== "yes") box.hidden = true;
    } finally { this.#isLoading = false; }
  }

  /** The message that somebody reads stays in its place on the screen, whatever is added or removed above it. */
  #join(rows, edge, isBackwards) {
    const from = edge.getBoundingClientRect().top;
    rows.forEach((row) => this.#dress(row));
    if (isBackwards) edge.before(...rows); else edge.after(...rows);
    this.#arrange();
    this.trim(!isBackwards);
    if (edge.isConnected) this.#scroller.scrollTop += edge.getBoundingClientRect().top - from;
  }
}
