// The list beside the hosts' map: parts by how well somebody is known to be, names inside, ages, and a filter.
import { fold, found } from "../fold.js";
import { age, metres } from "../format.js";
import { set, write } from "../dom.js";
import { ABSENCE, phoneAltitude } from "./panel.js";
import { says } from "../texts.js";

const MARKS = { fresh: "●", stale: "◐", lost: "○", never: "–", paused: "‖" };
// All of 600 rows at once would be a long frame.
const SLICE = 60;

const partOf = (person) => (person.isInNeed ? "help" : ABSENCE[person.style] ? "off" : person.style);
const names = new Intl.Collator("en");

export class List {
  #node = document.getElementById("people");
  #filter = document.getElementById("people-filter");
  #chips = [...document.querySelectorAll(".state-chips button")];
  #map;
  #words;
  #next = 0;
  // What each row shows, and in which part it stands.
  #shown = new Map();

  /** @param select called with the id of who is chosen. */
  constructor(map, words, select) {
    [this.#map, this.#words] = [map, words];
    this.#node.addEventListener("click", (event) => {
      const link = event.target.closest("a.focus");
      if (!link) return;
      event.preventDefault();
      select(link.closest(".person-row").dataset.id);
    });
    for (const chip of this.#chips) chip.addEventListener("click", () => this.#choose(chip));
    this.#filter.addEventListener("input", () => this.#sift());
    // A filter that the browser has kept over a reload.
    if (this.#filter.value) this.#sift();
  }

  get rows() { return this.#node.querySelectorAll(".person-row"); }

  /** @param person null for nobody. */
  mark(person) {
    const old = this.#node.querySelector(".selected");
    old?.classList.remove("selected");
    old?.querySelector(".focus").removeAttribute("aria-current");
    if (!person) return;
    person.row.classList.add("selected");
    person.row.querySelector(".focus").setAttribute("aria-current", "true");
  }

  /** The next few rows. */
  refresh(people) {
    if (!people.length) return;
    for (let n = 0; n < Math.min(SLICE, people.length); n += 1) {
      this.#update(people[this.#next % people.length]);
      this.#next += 1;
    }
    if (document.documentElement.dataset.live !== "open") return;
    document.getElementById("as-of").textContent = this.#words.clock(Date.now());
  }

  #update(person) {
    const { row, style } = person;
    if (this.#shown.get(person) !== style) {
      this.#shown.set(person, style);
      const mark = row.querySelector(".mark");
      mark.className = "mark " + style;
      mark.textContent = MARKS[style];
      mark.title = ABSENCE[style] ?? says.text(style);
      row.dataset.freshness = style;
    }
    this.#put(person);
    const words = this.#words;
    const when = person.time ? words.since(person.time) : ABSENCE[style];
    write(row.querySelector(".age"), when);
    const altitude = phoneAltitude(person);
    const byPhone = altitude == null ? "" : says`${metres(altitude)} by phone`;
    const height = person.ground == null ? byPhone : metres(person.ground);
    // What most of them do is not said of each.
    const still = person.motion ? words.motion(person) : "";
    const need = person.need && `${person.need.words} · ${age(Date.now() - person.need.since)}`;
    const extra = [need, height, still, words.lowBattery(person)];
    write(row.querySelector(".extra"), extra.filter(Boolean).join(" · "));
  }

  // MARK: parts

  /** Whoever needs help, or does no more, changes places at once. */
  putAll(people) {
    for (const person of people) {
      if (person.need) set(person.row, "data-need", person.need.state); else person.row.removeAttribute("data-need");
      this.#put(person);
      if (person.need) this.#update(person);
    }
    this.#rank(people.filter(({ need }) => need).sort((a, b) => a.need.rank - b.need.rank));
  }

  /** Who waits stands above who is looked after; not while the keyboard is among them. */
  #rank(needy) {
    const part = document.getElementById("part-help");
    const rows = needy.map(({ row }) => row).filter((row) => part.contains(row));
    if (part.contains(document.activeElement)) return;
    if ([...part.querySelectorAll(".person-row")].every((row, index) => row === rows[index])) return;
    part.querySelector(".stack").append(...rows);
  }

  /** Moves a row to the part where it belongs now; not while the keyboard is at it. */
  #put(person) {
    const { row } = person;
    const [from, to] = [row.closest(".people-part"), document.getElementById(`part-${partOf(person)}`)];
    if (from === to || row.contains(document.activeElement)) return;
    const { name } = row.dataset;
    const next = [...to.querySelectorAll(".person-row")]
      .find((other) => names.compare(other.dataset.name, name) > 0);
    if (next) next.before(row); else [...to.querySelectorAll(".stack")].at(-1).append(row);
    for (const changed of [from, to]) this.#count(changed);
  }

  /** One part alone, on phones. */
  #choose(chosen) {
    this.#node.dataset.only = chosen.dataset.part;
    for (const chip of this.#chips) set(chip, "aria-pressed", String(chip === chosen));
  }

  #count(part) {
    const rows = [...part.querySelectorAll(".person-row")];
    const found = rows.filter((row) => !row.hidden).length;
    const text = found === rows.length ? String(rows.length) : says`${found} of ${rows.length}`;
    write(part.querySelector(".count"), text);
    part.hidden = found === 0;
    const chip = this.#chips.find(({ dataset }) => `part-${dataset.part}` === part.id);
    if (!chip) return;
    chip.hidden = found === 0;
    // Nobody is left of whom was asked for: everybody again.
    if (chip.hidden && chip.ariaPressed === "true") this.#choose(this.#chips[0]);
  }

  /** Only those stay whom the roster's search would find by their name, groups or room. */
  #sift() {
    const rows = [...this.rows];
    const textOf = ({ dataset: { name, groups, room } }) => fold([name, groups, room && `room ${room}`].join("\n"));
    const isFound = found(rows.map(textOf), this.#filter.value);
    rows.forEach((row, index) => { row.hidden = !isFound[index]; });
    const parts = [...this.#node.querySelectorAll(".people-part")];
    parts.forEach((part) => this.#count(part));
    const [nobody, words] = [document.getElementById("nobody-found"), this.#filter.value.trim()];
    nobody.hidden = parts.some((part) => !part.hidden);
    nobody.firstElementChild.textContent = words ? says`Nobody found for “${words}”.` : says`Nobody found.`;
  }

  count(people) {
    const text = says`${people.filter((person) => person.isShown).length} of ${people.length} on the map`;
    for (const id of ["map-count", "sheet-count"]) document.getElementById(id).textContent = text;
    set(this.#map, "aria-label", text);
  }
}
