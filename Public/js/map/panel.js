// What the map tells beside it: somebody, a place, or who stands in one spot.
import { coordinateList } from "./coordinates.js";
import { counted, metres } from "../format.js";
import { element, write } from "../dom.js";
import { icon, serverCard, standIn, update } from "./card.js";
import { placeFacts } from "./place.js";
import { says } from "../texts.js";

// Why somebody is on no map.
export const ABSENCE = { never: says`No position`, paused: says`Sharing off` };

// Milliseconds after which a card is asked for again.
const FRESH = 60e3;

/** Metres; null where a phone only says that it does not know: about the sea's own height. */
export const phoneAltitude = ({ altitude }) => (altitude == null || Math.abs(altitude) < 2 ? null : altitude);

/** To where somebody was, for those who may look back: beside what else one does with them. */
function addReplay(card, address) {
  if (!address || card.querySelector(".replay-link")) return;
  const link = element("a", undefined, { class: "button replay-link", href: address, title: says`Replay` });
  link.append(icon("route"), " ", says`Replay`);
  card.querySelector(".card-actions").append(link);
}

// Metres around somebody in which a piste or a lift is what they are on.
const ON = 25;

export class Panel {
  #node = document.getElementById("details");
  #page = document.getElementById("map-page");
  #close = element("button", undefined, { type: "button", class: "close" });
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
    this.#close.append(icon("x"), element("span", says`All people`));
    this.#close.addEventListener("click", () => {
      this.hide();
      document.getElementById("map").focus({ preventScroll: true });
      closed();
    });
    this.#node.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.#close.click(); });
  }

  /** @param person of whom it tells: they take the list's place until it is closed. */
  #show(person, ...nodes) {
    const held = document.activeElement;
    if (person) this.#close.removeAttribute("aria-label"); else this.#close.setAttribute("aria-label", says`Close`);
    this.#node.replaceChildren(this.#close, ...nodes);
    this.#node.hidden = false;
    this.#node.classList.remove("without-js");
    this.#page.classList.toggle("has-person", Boolean(person));
    this.#told = person;
    // What had the focus was put anew, or is behind the card.
    if (this.#node.contains(held)) held.focus({ preventScroll: true });
    else if (person && held.closest("#people, #map-search, #hits")) this.#close.focus({ preventScroll: true });
  }

  hide() {
    this.#node.hidden = true;
    this.#page.classList.remove("has-person");
    this.#told = null;
  }

  say(text) { this.#show(null, text); }

  showCard(card) { this.#show(null, card); }

  showPlace(found, about) {
    this.#show(null, ...placeFacts(found, (height) => this.#words.ground(height), about));
  }

  showNames(people, select) {
    const names = element("ul");
    for (const person of people) {
      const item = element("li");
      const button = element("button", person.name, { class: "small" });
      button.addEventListener("click", () => select(person.id));
      item.append(button);
      names.append(item);
    }
    this.#show(null, element("h2", says`${counted(people.length, "person", "people")} here`), names);
  }

  showPerson(person) {
    const absence = ABSENCE[person.style];
    const card = person.card ?? standIn(person, absence);
    update(card, person, absence);
    const { way } = person.row.dataset;
    addReplay(card, person.style === "paused" ? "" : way);
    const where = element("p", this.#where(person), { class: "card-where" });
    const facts = element("dl", undefined, { class: "facts" });
    for (const [label, value] of this.#facts(person)) {
      if (value) facts.append(element("dt", label), element("dd", value));
    }
    this.#show(person, card, where, facts);
    if (person.isShown) this.#showForms(person);
    this.#showCard(person);
  }

  /** What is said of them goes on as time does. */
  keep(person) {
    const card = this.#node.querySelector(".person-card");
    if (!card || !person || person !== this.#told) return;
    update(card, person, ABSENCE[person.style]);
    write(this.#node.querySelector(":scope > .card-where"), this.#where(person));
    // The first of what is known is of when the position is.
    write(this.#node.querySelector(":scope > .facts dd"), this.#facts(person)[0][1]);
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
    addReplay(card, person.style === "paused" ? "" : person.row.dataset.way);
    const shown = this.#node.querySelector(".person-card");
    if (!shown || this.#told !== person) return;
    const hadFocus = shown.contains(document.activeElement);
    shown.replaceWith(card);
    if (hadFocus) card.querySelector("h2 a").focus({ preventScroll: true });
  }

  /** "On Talabfahrt Larix · 1,707 m · moving, 20 km/h": where they are and what they do, in a line. */
  #where(person) {
    if (!person.isShown) return "";
    const words = this.#words;
    const [motion, speed] = [words.motion(person), person.speed >= 0.5 ? words.speed(person) : ""];
    // Of a position that is some minutes old nobody knows what they do now.
    const goes = person.style === "fresh" ? says`moving, ${speed}`
      : says`was moving, ${speed}, at ${words.clock(person.time)}`;
    const moves = person.motion && motion || !speed ? motion : goes;
    const height = person.ground == null ? "" : metres(person.ground);
    const line = [person.on && says`on ${person.on}`, height, moves].filter(Boolean).join(" · ");
    return line.charAt(0).toUpperCase() + line.slice(1);
  }

  #facts(person) {
    const words = this.#words;
    const known = (value, text) => (value == null ? null : text(value));
    const accuracy = person.isShown ? known(person.accuracy, (value) => `, ± ${value} m`) ?? "" : "";
    const position = person.time
      ? `${words.clock(person.time)}, ${words.since(person.time)} old${accuracy}`
      : ABSENCE[person.style];
    const ofPosition = person.isShown ? [
      [says`Altitude by phone`, person.ground == null ? known(phoneAltitude(person), metres) : null],
      [says`Battery`, words.battery(person)],
    ] : [];
    return [[says`Position`, position], ...ofPosition, [says`Phone`, person.row.querySelector(".call")?.title]];
  }

  /** The forms of their position, which the server writes; the forms of an earlier position are never shown. */
  async #showForms(person) {
    const place = `${person.lat} ${person.lon}`;
    if (person.forms?.of !== place) {
      const found = await this.#placeAt(person.lat, person.lon, ON);
      if (!found || `${person.lat} ${person.lon}` !== place) return;
      // Whoever reads the other formats aloud goes on reading them.
      const isOpen = Boolean(person.forms?.list.querySelector("details").open);
      person.on = found.line?.title ?? "";
      person.forms = { of: place, list: coordinateList(found) };
      person.forms.list.querySelector("details").open = isOpen;
    }
    if (!person.isShown || this.#told !== person) return;
    write(this.#node.querySelector(".card-where"), this.#where(person));
    this.#node.querySelector(".facts").after(person.forms.list);
  }
}
