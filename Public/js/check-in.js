// Ticks that work in a dead zone: each is shown and kept on the phone at once, sent as soon as there is a connection,
// and merged by the same rule as on the server: of two ticks the later one counts.
import { Attendance } from "./check-in/attendance.js";
import { Scanner } from "./check-in/scanner.js";
import { ServerClock } from "./check-in/server-clock.js";
import { Sheet } from "./check-in/sheet.js";
import { TickQueue } from "./check-in/tick-queue.js";
import { getJSON } from "./json.js";
import { readKept, writeKept } from "./kept.js";
import { offerReload, parsePage, registerOffline, showState, subscribe } from "./live.js";
import { uuid } from "./uuid.js";
import { walk } from "./walk.js";
import { says } from "./texts.js";

// What the keys do here.
const KEYS = [
  [["/"], says`Search by name, room or code`], [["Enter"], says`Tick the first who is found`],
  [["j", "k"], says`Next, previous`], [["x"], says`Tick whoever has the focus`],
];

// Milliseconds that a browser can wait for.
const LONGEST = 2 ** 31 - 1;

class CheckIn {
  #page;
  #list;
  #seen;
  #sheet;
  #attendance;
  #queue;
  #clock = new ServerClock();
  #lock = null;
  #recounting = 0;
  // Ticks that were taken back here: `{ undo, member }`, as in the queue.
  #takenBack = [];

  constructor(page) {
    const { list, action, scans } = page.dataset;
    [this.#page, this.#list, this.#seen] = [page, list, `sotravel-seen-${list}`];
    this.#sheet = new Sheet(page, (row) => this.#choose(row, "code"));
    this.#attendance = new Attendance(list, this.#sheet.excluding, "return" in page.dataset);
    this.#queue = new TickQueue(list, action, document.getElementById("queue"));
    walk({
      list: ".people-rows", rows: () => this.#sheet.found, stop: (row) => row.querySelector(".tick-row"),
      search: this.#sheet.search, clear: () => this.#sheet.clear(), keys: KEYS,
      other: (key) => key === "x" && CheckIn.#press(document.activeElement),
    });
    const [button, video] = [document.getElementById("scan"), document.getElementById("camera")];
    const noCamera = () => this.#queue.say(says`No camera: type the code instead`);
    new Scanner(button, video, (text) => this.#read(text), noCamera);
    // What stands below all the rows opens where the menu leads there.
    page.querySelector(".event-menu").addEventListener("click", ({ target, currentTarget }) => {
      const fold = target.hash && document.querySelector(target.hash)?.closest("details");
      if (fold) [fold.open, currentTarget.open] = [true, false];
    });
    page.addEventListener("click", (click) => {
      const tick = click.target.closest(".tick-row");
      if (!tick) return;
      click.preventDefault();
      const { id, state } = tick.closest(".person").dataset;
      if (state === "present") this.#takeBack(id); else this.#tick(id, "tick");
    });
    // So that a reload in a dead zone shows no older state than before: neither less nor what is gone since.
    const [drawn, seen] = [JSON.parse(scans), readKept(this.#seen)];
    const gone = new Set(seen.map(({ undo }) => undo));
    this.#show(drawn.filter(({ id }) => !gone.has(id)));
    this.#sheet.settle();
    this.take(seen.filter(({ undo }) => !undo));
    addEventListener("pagehide", () => this.#keep(drawn));
    this.#queue.send();
    this.#awaitBeginning(Number(page.dataset.begins));
  }

  /** From then on the only list is the one of the way back, with other words and numbers. */
  #awaitBeginning(begins) {
    const rest = begins - Date.now() - this.#clock.offset;
    if (!begins || rest > LONGEST) return;
    const tell = () => offerReload(says`The event has begun: from now on this list is for the way back.`);
    setTimeout(tell, Math.max(0, rest));
  }

  // MARK: ticking

  #tick(member, method) {
    const tick = { id: uuid(), list: this.#list, member, in: true, at: Date.now(), method };
    this.take([this.#own(tick)]);
    this.#sheet.offerUndo(member);
    navigator.vibrate?.(30);
    this.#stayAwake();
    this.#queue.add(tick);
  }

  /** @param drawn the scans of this page, which a dead zone opens again as it is. */
  #keep(drawn) {
    const gone = drawn.filter((scan) => !this.#attendance.knows(scan)).map(({ id, member }) => ({ undo: id, member }));
    writeKept(this.#seen, [...this.#attendance.confirmed, ...gone, ...this.#takenBack]);
  }

  /** A second tap takes back all that ticks them in: whoever was ticked by mistake is missed again. */
  #takeBack(member) {
    const undone = this.#attendance.takeBack(member).map((id) => ({ undo: id, member }));
    this.#takenBack.push(...undone);
    this.#sheet.draw(member, this.#attendance);
    this.#sheet.count();
    navigator.vibrate?.([20, 40, 20]);
    this.#queue.add(...undone);
  }

  /** A tick of this phone, by the server's clock. */
  #own(tick) { return { ...tick, at: tick.at + this.#clock.offset, by: "" }; }

  static #press(node) {
    const tick = node.closest?.(".person")?.querySelector(".tick-row");
    tick?.click();
    return Boolean(tick);
  }

  #choose(row, method) {
    if (row.dataset.state !== "present") this.#tick(row.dataset.id, method);
    this.#sheet.show(row);
  }

  #read(text) {
    const row = this.#sheet.byCode(text);
    if (row) this.#choose(row, "qr"); else this.#queue.say(says`Nobody on this event has that code`);
  }

  async #stayAwake() {
    if (this.#lock || !navigator.wakeLock || document.hidden) return;
    this.#lock = await navigator.wakeLock.request("screen").catch(() => null);
    this.#lock?.addEventListener("release", () => { this.#lock = null; });
  }

  // MARK: what others tick

  take(scans) {
    for (const scan of scans) if (this.#attendance.take(scan)) this.#sheet.draw(scan.member, this.#attendance);
    this.#sheet.count();
  }

  /** All that the server knows, and what waits here. */
  #show(scans) {
    this.#attendance.clear();
    for (const { undo, member } of this.#queue.ticks) if (undo) this.#attendance.undo(undo, member);
    const waiting = this.#queue.ticks.filter(({ undo }) => !undo).map((tick) => this.#own(tick));
    for (const scan of [...scans, ...waiting]) this.#attendance.take(scan);
    for (const member of this.#sheet.members) this.#sheet.draw(member, this.#attendance);
    this.#sheet.count();
  }

  /** The other lists: at most once in two seconds, however many tick. */
  recount() {
    this.#recounting ||= setTimeout(async () => {
      this.#recounting = 0;
      const response = await fetch(location.href, { redirect: "manual" }).catch(() => null);
      if (response?.ok) this.#sheet.recount(parsePage(await response.text()));
    }, 2000);
  }

  get list() { return this.#list; }

  send() { return this.#queue.send(); }

  /** @param settles whether rows go where they belong now: not because somebody else took a tick back. */
  async refresh(settles = true) {
    // The one stands still while the phone sleeps, the other may be set.
    const clocks = () => [performance.now(), Date.now()];
    const asked = clocks();
    const found = await getJSON(this.#page.dataset.state);
    // Without a response what is shown stays.
    if (!found) return;
    const took = Math.max(...clocks().map((now, index) => now - asked[index]));
    this.#clock.hear(found.now, took, Date.now());
    this.#show(found.scans);
    if (settles) this.#sheet.settle();
  }
}

document.documentElement.classList.add("js");
const page = document.getElementById("check-in");
const checkIn = new CheckIn(page);
subscribe({
  state: (state) => {
    showState(state);
    if (state !== "open") return;
    checkIn.send();
    checkIn.refresh();
  },
  scans: ({ event, scans }) => {
    if (event !== page.dataset.event) return;
    if (scans.some((scan) => scan.undone)) checkIn.refresh(false); else checkIn.take(scans);
    if (scans.some((scan) => scan.undone || scan.list !== checkIn.list)) checkIn.recount();
  },
  reread: () => checkIn.refresh(),
});
registerOffline(page.dataset.offline);
