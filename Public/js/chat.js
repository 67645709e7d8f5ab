// One conversation, live: others' messages come over the stream as the server draws them, own ones show at once and say
// whether they have arrived. What could not be sent waits in this browser and is sent once.
import { Acts } from "./chat/acts.js";
import { followAnnouncements } from "./chat/announced.js";
import { followCalls } from "./chat/calls.js";
import { Composer } from "./chat/composer.js";
import { MessageMenu } from "./chat/menu.js";
import { Outbox } from "./chat/outbox.js";
import { Rooms } from "./chat/rooms.js";
import { Thread, rowsIn } from "./chat/thread.js";
import { parsePage, showState, subscribe } from "./live.js";
import { says } from "./texts.js";

// Pixels from the first message shown at which earlier ones are loaded.
const NEAR = 300;

class Chat {
  #data;
  #thread;
  #blocked;
  #composer = null;
  #acts;
  #outbox = null;
  #obstacle = document.getElementById("obstacle");
  #toNewest = document.getElementById("to-newest");
  // The newest message that the server knows to be read.
  #marked = 0;
  #isBehind = false;

  constructor(page) {
    const data = this.#data = page.dataset;
    this.#thread = new Thread(data);
    if (data.people) followCalls(this.#thread, data.action);
    followAnnouncements(this.#thread);
    this.#blocked = new Set(data.blocked.split(" ").filter(Boolean));
    const form = document.getElementById("composer");
    if (form) {
      this.#composer = new Composer(form, data, (...message) => this.#outbox.add(...message));
      this.#outbox = new Outbox(data, {
        shown: (row) => { this.#thread.append(row); this.#toBottom(); },
        changed: () => { if (this.#thread.isNearBottom) this.#toBottom(); },
        arrived: (row) => this.#arrived(row), closed: () => this.askStanding(),
        refused: (text, problem) => this.#composer.takeBack(text, problem),
      });
    }
    const list = document.getElementById("thread");
    new MessageMenu(list, data);
    this.#acts = new Acts(list, {
      show: (row) => this.#show(row), find: (number) => this.#thread.find(number),
      again: (number) => this.#fetchRow(number),
    });
    setInterval(() => this.#closePolls(), 15e3);
    new Rooms(document.getElementById("rooms"));
    this.#listen();
    this.#fit();
    this.#open();
  }

  /** A phone's keyboard takes room from the messages, and the field stays right above it. */
  #fit() {
    const view = globalThis.visualViewport;
    if (!view || !matchMedia("(hover: none)").matches) return;
    view.addEventListener("resize", () => {
      if (view.scale > 1.01) return;
      document.body.style.height = `${view.height}px`;
      scrollTo(0, 0);
    });
  }

  // MARK: reading

  #listen() {
    const { earlier, later } = this.#thread;
    const more = (box) => this.#thread.more(box, this.#data.action);
    const scroller = document.getElementById("scroller");
    // Whatever takes room above or below, a reader at the newest message stays there.
    let stays = false;
    new ResizeObserver(() => { if (stays) this.#thread.toBottom(); }).observe(scroller);
    scroller.addEventListener("scroll", () => {
      stays = this.#thread.isAtEnd && this.#thread.isNearBottom;
      if (scroller.scrollTop < NEAR) more(earlier);
      if (!this.#thread.isNearBottom) return;
      more(later);
      if (this.#thread.isAtEnd) { this.#toNewest.hidden = true; this.#read(); }
    }, { passive: true });
    for (const box of [earlier, later]) {
      box.querySelector("a").addEventListener("click", (event) => { event.preventDefault(); more(box); });
    }
    this.#toNewest.addEventListener("click", () => {
      if (this.#thread.isAtEnd) { this.#toBottom(); this.#read(); } else location.href = location.pathname;
    });
    document.addEventListener("visibilitychange", () => this.#read());
  }

  /** Opens the page at the message in the address, at the first new one, or at the newest. */
  #open() {
    const asked = new URLSearchParams(location.search);
    const wanted = asked.get("around");
    const marker = wanted ? this.#thread.find(wanted) : document.querySelector("#thread .new-line");
    if (wanted && marker) marker.classList.add("near");
    if (marker) marker.scrollIntoView({ block: "center" });
    else if (!asked.has("after")) this.#toBottom();
    this.#read();
  }

  #toBottom() {
    this.#thread.toBottom();
    this.#toNewest.hidden = true;
  }

  #read() {
    const number = Number(this.#thread.messages.pop()?.dataset.number ?? 0);
    if (!this.#thread.isAtEnd || number <= this.#marked || document.visibilityState !== "visible") return;
    this.#marked = number;
    fetch(this.#data.action.replace(/messages$/, "read"), { method: "POST", body: new URLSearchParams({ number }) })
      .catch(() => { /* the next one says it */ });
  }

  // MARK: messages

  /** A reader at the newest message stays at the newest. */
  #show(row) {
    const stay = this.#thread.isNearBottom && document.visibilityState === "visible";
    this.#thread.place(row);
    this.#thread.trim(stay);
    if (stay) this.#toBottom();
    return stay;
  }

  /** Nothing without a line: all that is shown is then read anew as soon as there is one. */
  #ask = (address, options) => fetch(address, options).catch(() => { this.#isBehind = true; });

  async #fetchRow(number) {
    const response = await this.#ask(`${this.#data.action}/${number}`);
    if (response?.status === 404) this.#thread.remove(number);
    if (response?.ok) this.#show(rowsIn(await response.text())[0]);
  }

  /** Polls whose time has come are shown as the server then has them. */
  #closePolls() {
    for (const poll of document.querySelectorAll(".poll[data-closes]")) {
      if (Number(poll.dataset.closes) > Date.now()) continue;
      delete poll.dataset.closes;
      this.#fetchRow(poll.closest(".message").dataset.number);
    }
  }

  /** If the newest messages are not shown, the sent message is among them. */
  #arrived(row) {
    if (!this.#thread.isAtEnd) {
      if (this.#thread.hasPending) this.#toNewest.hidden = false; else location.href = location.pathname;
      return;
    }
    this.#thread.place(row);
    this.#thread.trim(true);
    this.#toBottom();
    this.#read();
  }

  goOn() { this.#outbox?.flush(); if (this.#isBehind) { this.#isBehind = false; this.catchUp(); } }

  /** A message of the stream: its number, its author, and its row as everybody may see it. */
  receive({ n, a, h }) {
    if (a === this.#data.me) {
      if (!this.#thread.find(n) && this.#thread.isAtEnd) this.#fetchRow(n);
      return;
    }
    if (!this.#thread.isAtEnd) { this.#toNewest.hidden = false; return; }
    // The row drawn for everybody has words that this reader must not see.
    if (this.#blocked.has(a)) { this.#fetchRow(n); return; }
    if (this.#show(rowsIn(h)[0])) this.#read(); else this.#toNewest.hidden = false;
  }

  /** Somebody put a sign under a message or voted, or took it back. */
  react({ n, a, h }) {
    const row = this.#thread.find(n);
    if (!row || row.matches(".gone")) return;
    if (a === this.#data.me) {
      if (!this.#acts.isEcho(n)) this.#fetchRow(n);
      return;
    }
    const stay = this.#thread.isNearBottom;
    Acts.take(row, h);
    if (stay) this.#thread.toBottom();
  }

  change(number) {
    if (document.querySelector(`#pins a[href$="around=${number}"]`)) this.askStanding();
    if (this.#thread.find(number) || this.#thread.isAtEnd) this.#fetchRow(number);
    for (const quoting of this.#thread.quoting(number)) this.#fetchRow(quoting);
  }

  /** Reads every shown message anew: the reader may have missed a removal. */
  async catchUp() {
    const thread = this.#thread;
    const shown = thread.messages;
    let [from, isMore] = [shown.length ? Number(shown[0].dataset.number) - 1 : 0, true];
    const last = Number(shown.at(-1)?.dataset.number ?? 0);
    const stay = thread.isNearBottom;
    while (isMore && (thread.isAtEnd || from < last)) {
      const response = await this.#ask(`${this.#data.action}?after=${from}`);
      if (response?.status === 404) this.#close();
      if (!response?.ok) return;
      const rows = rowsIn(await response.text()).filter((row) => row.dataset.number);
      thread.place(...rows.filter((row) => thread.isAtEnd || Number(row.dataset.number) <= last));
      thread.trim(stay);
      isMore = rows.length > 0 && response.headers.get("X-More") === "yes";
      from = Number(rows.at(-1)?.dataset.number ?? from);
    }
    if (stay) this.#toBottom();
    this.askStanding();
  }

  // MARK: whether one may write

  /** The page may no longer be shown to this reader. */
  #close() {
    this.#thread.clear();
    this.#composer?.remove();
    this.#obstacle.textContent = says`This conversation is no longer open to you.`;
  }

  /** Whether the reader may write is for the server to say: the page is asked again. */
  async askStanding() {
    const response = await this.#ask(location.pathname, { headers: { "Cache-Control": "no-store" } });
    if (response?.status === 404 || response?.status === 403) { this.#close(); return; }
    if (!response?.ok) return;
    const page = parsePage(await response.text());
    this.#obstacle.replaceChildren(...document.importNode(page.getElementById("obstacle"), true).childNodes);
    document.getElementById("pins")
      .replaceChildren(...document.importNode(page.getElementById("pins"), true).childNodes);
    const mayWrite = page.getElementById("composer") !== null;
    if (this.#composer) this.#composer.isOpen = mayWrite; else if (mayWrite) location.reload();
  }
}

document.documentElement.classList.add("js");
const page = document.getElementById("chat");
const chat = new Chat(page);
const isHere = ({ c }) => c === page.dataset.id;
subscribe({
  state: (state) => { showState(state); if (state === "open") chat.goOn(); },
  message: (message) => { if (isHere(message)) chat.receive(message); },
  changed: (message) => { if (isHere(message)) chat.change(message.n); },
  reacted: (message) => { if (isHere(message)) chat.react(message); },
  standing: (change) => {
    if (change.reread) chat.catchUp(); else if (!change.c || isHere(change)) chat.askStanding();
  },
  reread: () => chat.catchUp(),
});
