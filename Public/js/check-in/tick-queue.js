// Ticks that wait on this phone until the server has them.
import { counted } from "../format.js";
import { readKept, writeKept } from "../kept.js";
import { says } from "../texts.js";

const BATCH = 500;
const BY = document.body.dataset.account;
// Milliseconds until it is tried again, after a failure and while there is more.
const [LONG, SHORT] = [10_000, 2000];

const problemOf = (status) => status === 503 || status === 429
  ? says`The server is busy`
  : says`The server does not take them: reload the page, perhaps you have to sign in again`;

export class TickQueue {
  #key;
  #action;
  #box;
  #ticks;
  // Who ticked them sends them when they are signed in here again.
  #others;
  #isSending = false;
  #problem = "";

  /** @param box where it is told what waits. */
  constructor(list, action, box) {
    this.#key = `sotravel-ticks-${list}`;
    [this.#action, this.#box] = [action, box];
    const [kept, isOwn] = [readKept(this.#key), ({ by = BY }) => by === BY];
    [this.#ticks, this.#others] = [kept.filter(isOwn), kept.filter((tick) => !isOwn(tick))];
    addEventListener("online", () => this.send());
    setInterval(() => this.send(), 5000);
    this.#save();
  }

  /** Oldest first: ticks, and `{ undo, member }` with the id of a tick that is taken back. */
  get ticks() { return this.#ticks; }

  add(...ticks) {
    this.#ticks.push(...ticks.map((tick) => ({ ...tick, by: BY })));
    this.#save();
    this.send();
  }

  say(problem) {
    this.#problem = problem;
    this.#save();
  }

  #save() {
    const isKept = writeKept(this.#key, [...this.#others, ...this.#ticks]);
    if (!isKept) this.#problem = says`This phone keeps nothing: do not close the page.`;
    const number = this.#ticks.length;
    const words = number ? says`${counted(number, "tick waits", "ticks wait")} for a connection` : "";
    this.#box.textContent = [words, this.#problem].filter(Boolean).join(". ");
    this.#box.hidden = this.#box.textContent === "";
  }

  async send() {
    if (this.#isSending || !this.#ticks.length) return;
    this.#isSending = true;
    // Ticks and what takes them back go one after the other: a tick is there before it is undone.
    const end = this.#ticks.findIndex(({ undo }) => !undo !== !this.#ticks[0].undo);
    const batch = this.#ticks.slice(0, end < 0 ? BATCH : Math.min(end, BATCH));
    try {
      const response = await fetch(this.#action, { method: "POST", body: TickQueue.#body(batch), redirect: "manual" });
      this.#problem = response.ok ? "" : problemOf(response.status);
      if (response.ok) this.#ticks = this.#ticks.filter((tick) => !batch.includes(tick));
    } catch { /* no connection: they stay */ }
    this.#isSending = false;
    this.#save();
    if (this.#ticks.length) setTimeout(() => this.send(), this.#problem ? LONG : SHORT);
  }

  /** With the phone's clock, which may be wrong: the server knows by how much then. */
  static #body(ticks) {
    const body = new URLSearchParams({ now: String(Date.now()) });
    for (const { undo, id, member, in: isIn, at, method } of ticks) {
      if (undo) body.append("undo", undo);
      else body.append("scan", [id, member, isIn ? "in" : "out", at, method].join(","));
    }
    return body;
  }
}
