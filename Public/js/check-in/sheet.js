// The rows of a check-in page: everybody's status, the totals, and the search.
import { found } from "../fold.js";
import { says } from "../texts.js";

export class Sheet {
  #page;
  #rows;
  #lists;
  #clock;
  #search;
  // Whom what is typed does not find.
  #unfound = new Set();
  #onlyMissing = document.getElementById("only-missing");
  #group = document.getElementById("of-group");

  /** @param choose called with the row of the first who is found, when the search is sent. */
  constructor(page, choose) {
    this.#page = page;
    this.#rows = new Map([...page.querySelectorAll(".person")].map((row) => [row.dataset.id, row]));
    this.#lists = new Map([...page.querySelectorAll(".tabs a")].map(({ dataset }) => [dataset.list, dataset]));
    this.#clock =
      new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: page.dataset.zone });
    this.#search = page.querySelector("input[type=search]");
    this.#search.addEventListener("input", () => this.#filter());
    for (const field of [this.#onlyMissing, this.#group]) field.addEventListener("change", () => this.#filter());
    // The number of those missing narrows the list to them, and widens it again.
    const toMissing = document.getElementById("to-missing");
    toMissing.addEventListener("click", (click) => {
      click.preventDefault();
      const group = new URL(toMissing.href).searchParams.get("group") ?? "";
      const isNarrowed = this.#onlyMissing.checked && this.#group.value === group;
      [this.#onlyMissing.checked, this.#group.value] = [!isNarrowed, isNarrowed ? "" : group];
      this.#filter();
    });
    // What is typed and chosen as the page is opened counts as on the server, which hides the rest.
    this.#filter();
    // The order is the server's.
    document.getElementById("order").addEventListener("change", ({ target }) => target.form.submit());
    document.getElementById("find").addEventListener("submit", (submit) => {
      submit.preventDefault();
      const [first] = this.found;
      if (this.#search.value && first) choose(first);
    });
  }

  /** The rows that are shown: who is expected first. */
  get found() {
    return [...this.#page.querySelectorAll(".person:not([hidden])")]
      .filter((row) => row.closest(".others")?.open ?? true);
  }

  get search() { return this.#search; }

  /** Everybody again. */
  clear() {
    this.#search.value = "";
    this.#filter();
    this.settle();
  }

  get members() { return [...this.#rows.keys()]; }

  /** Ids of the lists that exclude this one. */
  get excluding() {
    return [...this.#lists.values()].filter(({ exclusive }) => exclusive === "true").map(({ list }) => list);
  }

  // MARK: drawing

  draw(member, attendance) {
    const row = this.#rows.get(member);
    if (!row) return;
    const state = attendance.status(member);
    row.className = `person ${state}`;
    row.dataset.state = state;
    if (state !== "present") row.querySelector(".tick-undo")?.remove();
    row.querySelector(".tick-state").textContent = this.#words(row, state, attendance.scan(member));
    row.hidden = !this.#isShown(row);
  }

  /** What a second tap does stands on the row that was ticked last. */
  offerUndo(member) {
    for (const old of this.#page.querySelectorAll(".tick-undo")) old.remove();
    const said = document.createElement("span");
    [said.className, said.textContent] = ["tick-undo", says`Undo`];
    this.#rows.get(member)?.querySelector(".tick-row").append(said);
  }

  /** Each where they belong now: not while others tick, for then rows would move under a thumb. */
  settle() { for (const row of this.#rows.values()) this.#place(row); }

  /** Whoever is on another list stands apart, unless they belong on this one; nobody moves under a finger. */
  #place(row) {
    const away = document.getElementById("away");
    if (!away || row.closest("#others") || row.contains(document.activeElement)) return;
    const isAway = row.dataset.state === "elsewhere" && row.dataset.ours !== "yes";
    const list = isAway ? away.querySelector("ul") : document.getElementById("people");
    if (row.parentElement === list) return;
    list.insertBefore(row, [...list.children].find(({ dataset }) => +dataset.place > +row.dataset.place) ?? null);
  }

  #words({ dataset }, state, scan) {
    if (state === "awaited") return dataset.idle;
    if (state === "elsewhere") {
      const name = this.#lists.get(scan.list)?.name;
      return name === undefined ? says`On another list` : says`On ${name}`;
    }
    const by = `${this.#clock.format(scan.at)} · ${scan.by ? scan.by.split(" ")[0] : says`this phone`}`;
    if (state === "out") return says`Out ${by}`;
    if (dataset.expected !== "yes") return says`Walk-in ${by}`;
    return "return" in this.#page.dataset ? says`Back ${by}` : says`Arrived ${by}`;
  }

  count() {
    const rows = [...this.#rows.values()].map(({ dataset }) => dataset);
    const { out, unplanned, ...everybody } = this.#countLine("", rows);
    const ours = this.#countLine("ours-", rows.filter(({ ours }) => ours === "yes"));
    Object.assign(this.#page.querySelector(".tally").dataset, { out, unplanned });
    this.#tab(everybody);
    const aboard = document.getElementById("aboard");
    if (aboard) {
      aboard.textContent = everybody.present;
      const [own, all] = [ours.present - ours.unplanned, ours.expected];
      document.getElementById("aboard-own").textContent = says`${own} of its own ${all}`;
    }
    const away = document.getElementById("away");
    if (!away) return;
    away.querySelector("summary b").textContent = away.querySelectorAll(".elsewhere").length;
    // Who was ticked just now stays in sight.
    away.hidden = !away.querySelector(".person");
  }

  /** One line of the numbers above the list, as the server counts it (`CheckInPage.Counts`). */
  #countLine(part, rows) {
    const expected = rows.filter((row) => row.expected === "yes");
    const number = (some, wanted) => some.filter(({ state }) => state === wanted).length;
    const present = number(rows, "present");
    const counts = {
      present, missing: number(expected, "awaited"), elsewhere: number(expected, "elsewhere"),
      out: number(expected, "out"), expected: expected.length, unplanned: present - number(expected, "present"),
    };
    for (const [name, value] of Object.entries(counts)) {
      const shown = document.getElementById(part + name);
      if (shown) shown.textContent = value;
    }
    return counts;
  }

  /** The list's own tab says what stands above it; a word may follow the number. */
  #tab({ present, expected }) {
    const shown = this.#page.querySelector(".tabs [aria-current] small").firstChild;
    shown.textContent = shown.textContent.includes("/") ? `${present}/${expected}` : String(present);
  }

  /** What the other lists count, as the server draws it. */
  recount(fresh) {
    for (const shown of this.#page.querySelectorAll(".tabs a:not([aria-current])")) {
      const count = fresh.querySelector(`.tabs a[data-list="${CSS.escape(shown.dataset.list)}"] small`);
      if (count) shown.querySelector("small").firstChild.textContent = count.firstChild.textContent;
    }
  }

  // MARK: finding

  #isShown({ dataset }) {
    return !this.#unfound.has(dataset.id)
      && (!this.#group.value || dataset.groups.split("\n").includes(this.#group.value))
      && !(this.#onlyMissing.checked && !["awaited", "elsewhere"].includes(dataset.state));
  }

  #filter() {
    const rows = [...this.#rows.values()];
    const isFound = found(rows.map(({ dataset }) => dataset.search), this.#search.value);
    this.#unfound = new Set(rows.filter((row, index) => !isFound[index]).map(({ dataset }) => dataset.id));
    for (const row of rows) row.hidden = !this.#isShown(row);
    this.#sayNobody(!rows.some((row) => !row.hidden && !row.closest("#others")));
    if (this.#search.value === "" || rows.some((row) => !row.hidden && !row.closest(".others"))) return;
    for (const fold of this.#page.querySelectorAll(".others:has(.person:not([hidden]))")) fold.open = true;
  }

  /** An empty list says why it is: a name that was mistyped looks like somebody who is not expected. */
  #sayNobody(isNobody) {
    let line = document.getElementById("nobody");
    if (!isNobody) { line?.remove(); return; }
    const text = this.#search.value.trim();
    if (line && !text) return;
    if (!line) {
      line = document.createElement("div");
      [line.id, line.className] = ["nobody", "empty"];
      line.append(document.createElement("p"));
      document.getElementById("people").after(line);
    }
    line.firstElementChild.textContent = text ? says`Nobody found for “${text}”.` : says`Nobody found.`;
  }

  /** Ready for the next one: whoever types goes on typing. */
  show(row) {
    const isTyping = document.activeElement === this.#search;
    this.clear();
    row.scrollIntoView({ block: "center" });
    if (!isTyping) row.querySelector(".tick-row").focus();
  }

  /** A personal link's address begins its secret with the code; a typed code is the code. */
  byCode(text) {
    const code = /\/r\/([0-9A-Z]{6})-/.exec(text)?.[1] ?? text.trim().toUpperCase();
    return [...this.#rows.values()].find(({ dataset }) => dataset.code && dataset.code === code);
  }
}
