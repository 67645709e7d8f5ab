// Who was tapped on the traveller's map: their rows once more, beside them.
import { parsePage } from "../live.js";
import { element, set, write } from "../dom.js";

const LIMIT = 3;

export class Picked {
  #node = document.getElementById("picked");
  #address;
  #people = [];
  #shown = [];
  // The place whose coordinates were asked for.
  #asked = null;

  /** @param address of people: the server writes a friend's coordinates below it. */
  constructor(address) { this.#address = address; }

  includes(friend) { return this.#people.includes(friend); }

  show(friends) {
    this.#people = friends;
    this.draw(() => true);
  }

  /** @param isKnown whether a friend is still on the map. */
  draw(isKnown) {
    const people = this.#people = this.#people.filter(isKnown);
    // A row must not move away from a finger that is about to tap it: the same people keep their rows.
    const isSame = people.length === this.#shown.length
      && people.every((friend, index) => friend === this.#shown[index]);
    if (!isSame) this.#rebuild();
    for (const [index, { row }] of people.slice(0, LIMIT).entries()) {
      for (const part of [".mark", ".how-far", ".age"]) {
        const [from, to] = [row, this.#node.children[index]].map((node) => node.querySelector(part));
        set(to, "class", from.className);
        write(to, from.textContent);
      }
    }
    if (people.length === 1) this.#showForms(people[0]);
  }

  #rebuild() {
    const people = this.#people;
    const rows = people.slice(0, LIMIT).map(({ row }) => {
      const copy = row.cloneNode(true);
      copy.className = "near";
      return copy;
    });
    const rest = people.length - LIMIT;
    if (rest > 0) rows.push(element("li", `and ${rest} more here`, { class: "muted" }));
    this.#node.replaceChildren(...rows);
    this.#node.hidden = !rows.length;
    [this.#shown, this.#asked] = [people, null];
  }

  /** Of one friend, the coordinates as the server writes them: asked for again when they have moved. */
  async #showForms(friend) {
    const place = `${friend.lat} ${friend.lon}`;
    if (this.#asked === place) return;
    this.#asked = place;
    const response = await fetch(`${this.#address}/${friend.id}`, { redirect: "manual" }).catch(() => null);
    const forms = response?.ok && parsePage(await response.text()).querySelector(".coordinates");
    if (!forms || this.#asked !== place || this.#people[0] !== friend) return;
    const item = this.#node.querySelector(".where") ?? element("li", undefined, { class: "where" });
    item.replaceChildren(document.importNode(forms, true));
    this.#node.append(item);
  }
}
