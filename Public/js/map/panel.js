// What the map tells beside it: somebody, a place, or who stands in one spot.
import { coordinateList } from "../copy.js";
import { counted, metres } from "../format.js";
import { element } from "../dom.js";
import { placeFacts } from "./place.js";

// Why somebody is on no map.
export const ABSENCE = { never: "No position", paused: "Sharing off" };

/** To where somebody was, for those who may look back. */
function wayLink(address) {
  if (!address) return [];
  const line = element("p", undefined, { class: "buttons" });
  line.append(element("a", "Replay the way", { class: "button", href: address }));
  return [line];
}

export class Panel {
  #node = document.getElementById("details");
  #words;
  #placeAt;

  /** @param placeAt `(lat, lon, within)`: what the server knows of a place. */
  constructor(words, placeAt) { [this.#words, this.#placeAt] = [words, placeAt]; }

  #show(...nodes) {
    this.#node.replaceChildren(...nodes);
    this.#node.hidden = false;
  }

  say(text) { this.#show(text); }

  showPlace(found, about) { this.#show(...placeFacts(found, (height) => this.#words.ground(height), about)); }

  showNames(people, select) {
    const names = element("ul");
    for (const person of people) {
      const item = element("li");
      const button = element("button", person.name, { class: "small" });
      button.addEventListener("click", () => select(person.id));
      item.append(button);
      names.append(item);
    }
    this.#show(element("h2", `${counted(people.length, "person", "people")} here`), names);
  }

  showPerson(person) {
    const heading = element("h2");
    heading.append(element("a", person.name, { href: person.row.querySelector(".row-actions a:last-child").href }));
    const facts = element("dl", undefined, { class: "facts" });
    for (const [label, value] of this.#facts(person)) {
      if (value !== null && value !== "") facts.append(element("dt", label), element("dd", value));
    }
    this.#show(heading, facts, ...wayLink(person.style === "paused" ? null : person.row.dataset.way));
    if (person.isShown) this.#showForms(person, heading);
  }

  #facts(person) {
    const words = this.#words;
    const known = (value, text) => (value == null ? null : text(value));
    const position = person.time
      ? `${words.clock(person.time)}, ${words.since(person.time)} old`
      : ABSENCE[person.style];
    const ofPosition = person.isShown ? [
      ["Accuracy", known(person.accuracy, (value) => `± ${value} m`)],
      ["Ground", words.ground(person.ground)],
      ["Altitude by phone", known(person.altitude, metres)],
      ["Speed", words.speed(person)],
      ["Battery", words.battery(person)],
      ["Motion", words.motion(person)],
    ] : [];
    return [
      ["Position", position],
      ["Last contact", person.contact ? words.clock(person.contact) : null],
      ...ofPosition,
      ["Groups", person.row.dataset.groups.replaceAll(";", ", ")],
    ];
  }

  /** The forms of their position, which the server writes; the forms of an earlier position are never shown. */
  async #showForms(person, heading) {
    const place = `${person.lat} ${person.lon}`;
    if (person.forms?.of !== place) {
      const found = await this.#placeAt(person.lat, person.lon, 0);
      if (!found || `${person.lat} ${person.lon}` !== place) return;
      person.forms = { of: place, list: coordinateList(found) };
    }
    if (person.isShown && heading.parentElement === this.#node) this.#node.append(person.forms.list);
  }
}
