// What the map tells beside it: somebody, a place, or who stands in one spot.
import { coordinateList } from "../copy.js";
import { counted, metres } from "../format.js";
import { element } from "../dom.js";
import { icon, serverCard, standIn, update } from "./card.js";
import { placeFacts } from "./place.js";

// Why somebody is on no map.
export const ABSENCE = { never: "No position", paused: "Sharing off" };

// Milliseconds after which a card is asked for again.
const FRESH = 60e3;

/** Metres; null where a phone only says that it does not know: about the sea's own height. */
export const phoneAltitude = ({ altitude }) => (altitude == null || Math.abs(altitude) < 2 ? null : altitude);

/** To where somebody was, for those who may look back. */
function wayLink(address) {
  if (!address) return [];
  const line = element("p", undefined, { class: "buttons" });
  line.append(element("a", "Replay the track", { class: "button small", href: address }));
  return [line];
}

export class Panel {
  #node = document.getElementById("details");
  #words;
  #placeAt;
  /** Of whom it tells; null for places. */
  #told = null;

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
    this.#told = null;
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
    const absence = ABSENCE[person.style];
    const card = person.card ?? standIn(person, absence);
    update(card, person, absence);
    const facts = element("dl", undefined, { class: "facts" });
    for (const [label, value] of this.#facts(person)) {
      if (value !== null && value !== "") facts.append(element("dt", label), element("dd", value));
    }
    this.#show(card, facts, ...wayLink(person.style === "paused" ? null : person.row.dataset.way));
    this.#told = person;
    if (person.isShown) this.#showForms(person);
    this.#showCard(person);
  }

  /** The card's words go on as time does. */
  keep(person) {
    const card = this.#node.querySelector(".person-card");
    if (card && person && person === this.#told) update(card, person, ABSENCE[person.style]);
  }

  /** The server's card takes the place of what stands in for it, and of one that is old. */
  async #showCard(person) {
    const now = performance.now();
    if (now - (person.cardAsked ?? -FRESH) < FRESH) return;
    person.cardAsked = now;
    const card = await serverCard(person);
    if (!card) { person.cardAsked = undefined; return; }
    person.card = card;
    update(card, person, ABSENCE[person.style]);
    const shown = this.#node.querySelector(".person-card");
    if (!shown || this.#told !== person) return;
    const hadFocus = shown.contains(document.activeElement);
    shown.replaceWith(card);
    if (hadFocus) card.querySelector("h2 a").focus({ preventScroll: true });
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
  async #showForms(person) {
    const place = `${person.lat} ${person.lon}`;
    if (person.forms?.of !== place) {
      const found = await this.#placeAt(person.lat, person.lon, 0);
      if (!found || `${person.lat} ${person.lon}` !== place) return;
      person.forms = { of: place, list: coordinateList(found) };
    }
    if (person.isShown && this.#told === person) this.#node.querySelector(".person-card").after(person.forms.list);
  }
}
