// What the map tells beside it: somebody, a place, or who stands in one spot.
import { coordinateList } from "../copy.js";
import { counted, metres } from "../format.js";
import { element, write } from "../dom.js";
import { contactWords, icon, personCard } from "./card.js";
import { placeFacts } from "./place.js";

// Why somebody is on no map.
export const ABSENCE = { never: "No position", paused: "Sharing off" };

/** Metres; null where a phone only says that it does not know: about the sea's own height. */
export const phoneAltitude = ({ altitude }) => (altitude == null || Math.abs(altitude) < 2 ? null : altitude);

/** To where somebody was, for those who may look back. */
function wayLink(address) {
  if (!address) return [];
  const line = element("p", undefined, { class: "buttons" });
  line.append(element("a", "Replay track", { class: "button small", href: address }));
  return [line];
}

export class Panel {
  #node = document.getElementById("details");
  #words;
  #placeAt;

  /**
   * @param placeAt `(lat, lon, within)`: what the server knows of a place.
   * @param closed called when the reader wants to see it no more.
   */
  constructor(words, placeAt, closed) {
    [this.#words, this.#placeAt] = [words, placeAt];
    this.#node.addEventListener("click", (event) => {
      if (!event.target.closest(".close")) return;
      this.#node.hidden = true;
      document.getElementById("map").focus({ preventScroll: true });
      closed();
    });
  }

  #show(...nodes) {
    const close = element("button", undefined, { type: "button", class: "close", "aria-label": "Close" });
    close.append(icon("x"));
    this.#node.replaceChildren(close, ...nodes);
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
    const card = personCard(person, ABSENCE[person.style]);
    const facts = element("dl", undefined, { class: "facts" });
    for (const [label, value] of this.#facts(person)) {
      if (value !== null && value !== "") facts.append(element("dt", label), element("dd", value));
    }
    this.#show(card, facts, ...wayLink(person.style === "paused" ? null : person.row.dataset.way));
    if (person.isShown) this.#showForms(person, card);
  }

  /** The card's words go on as time does. */
  keep(person) {
    const words = this.#node.querySelector(".contact-words");
    if (words && person?.contact && person.isShown) write(words, contactWords(person.contact));
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
      ["Altitude by phone", person.ground == null ? known(phoneAltitude(person), metres) : null],
      ["Speed", words.speed(person)],
      ["Battery", words.battery(person)],
      ["Motion", words.motion(person)],
    ] : [];
    return [["Position", position], ...ofPosition];
  }

  /** The forms of their position, which the server writes; the forms of an earlier position are never shown. */
  async #showForms(person, card) {
    const place = `${person.lat} ${person.lon}`;
    if (person.forms?.of !== place) {
      const found = await this.#placeAt(person.lat, person.lon, 0);
      if (!found || `${person.lat} ${person.lon}` !== place) return;
      person.forms = { of: place, list: coordinateList(found) };
    }
    if (person.isShown && card.parentElement === this.#node) card.after(person.forms.list);
  }
}
