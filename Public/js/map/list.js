// The list beside the hosts' map: ages, figures, and how many are on it.
import { metres } from "../format.js";
import { write } from "../dom.js";
import { ABSENCE } from "./panel.js";

const MARKS = { fresh: "●", stale: "◐", lost: "○", never: "–", paused: "‖" };
// All of 600 rows at once would be a long frame.
const SLICE = 60;

export class List {
  #node = document.getElementById("people");
  #map;
  #words;
  #next = 0;
  // What each row's mark shows.
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
  }

  get rows() { return this.#node.querySelectorAll(".person-row"); }

  mark(person) {
    this.#node.querySelector(".selected")?.classList.remove("selected");
    person.row.classList.add("selected");
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
      mark.title = ABSENCE[style] ?? style;
    }
    const words = this.#words;
    const when = person.time ? `${words.clock(person.time)}, ${words.since(person.time)}` : ABSENCE[style];
    write(row.querySelector(".age"), when);
    const height = words.ground(person.ground)
      ?? (person.altitude == null ? "" : `${metres(person.altitude)} by phone`);
    const extra = [words.battery(person), words.motion(person), words.speed(person), height];
    write(row.querySelector(".extra"), extra.filter(Boolean).join(" · "));
  }

  count(people) {
    const text = `${people.filter((person) => person.isShown).length} of ${people.length} on the map`;
    document.getElementById("map-count").textContent = text;
    this.#map.setAttribute("aria-label", text);
  }
}
