// Places on a map by kind, with their names where there is room: the server is asked for those in the window, and again
// when it has moved on.
import { make } from "../dom.js";
import { getJSON } from "../json.js";
import { parsePage } from "../live.js";
import { sheet } from "../sheet.js";
import { mercator } from "./geometry.js";
import { Viewport } from "./viewport.js";
import { says } from "../texts.js";

// The zoom from which they are shown, from which with names, and from which the ground has the names itself;
// milliseconds in which the map rests before the server is asked; pixels between two marks, of a letter, and how many
// marks a map holds.
const [LEAST, NAMED, DRAWN, PAUSE, ROOM, LETTER, MOST] = [13, 14.5, 16.5, 250, 22, 6.2, 160];
// Pixels from the middle of a place's disc, and of somebody's marker, to its edge.
const [DISC, MARKER] = [10, 20];
// What is drawn in a disc: a fork and a knife, a bag, a cross, a letter i.
const SIGNS = {
  eating: "M-3-5V-1.5A1.5 1.5 0 0 0 0-1.5V-5M-1.5-5V5M3.5 5V-5C1.5-3.5 1.5 0 3.5 0",
  shops: "M-4-2H4L3.3 5H-3.3ZM-2-2V-3A2 2 0 0 1 2-3V-2", help: "M0-4.5V4.5M-4.5 0H4.5",
  practical: "M0-1V4.5M0-4.5V-4",
};
const ORDER = ["help", "eating", "shops", "practical"];

export class PlaceLayer {
  #node;
  #address;
  #changed;
  #places = [];
  #shown = [];
  #asked = null;
  #timer = 0;
  #asks = 0;
  #isOn = false;
  // Whose card is looked at.
  #picked = null;

  /**
   * @param address where the server tells of places between two corners; cards stand below it.
   * @param changed called when there is something else to draw.
   */
  constructor(node, address, changed) { [this.#node, this.#address, this.#changed] = [node, address, changed]; }

  set isOn(isOn) {
    this.#isOn = isOn;
    this.#changed();
  }

  /**
   * Returns what they take of the window, with their labels; nothing where the ground has these itself.
   * @param marks `spots` at which people and flags stand, and their `names`: labels of places give way to them.
   */
  draw(view, marks) {
    const isWanted = this.#isOn && view.zoom >= LEAST;
    if (isWanted) this.#askLater(view);
    this.#shown = isWanted ? this.#spread(view, marks) : [];
    if (this.#picked && !document.getElementById(this.#picked)?.checkVisibility()) this.#picked = null;
    this.#light();
    this.#node.replaceChildren(...this.#shown.map((one) => one.place.node));
    return view.zoom >= DRAWN ? [] : this.#shown.flatMap(({ x, y, label }) => [
      { left: x - DISC, right: x + DISC, top: y - DISC, bottom: y + DISC }, ...label ? [label] : [],
    ]);
  }

  #light() {
    for (const { id, node } of this.#places) node.classList.toggle("is-picked", id === this.#picked);
  }

  /** Those that cover no other one; what matters most is put first. */
  #spread(view, { spots, names }) {
    const [taken, shown] = [[...names], []];
    for (const place of this.#places) {
      const point = view.point(place.at);
      if (shown.length >= MOST || !view.holds(point, ROOM)) continue;
      if (shown.some((one) => Math.hypot(one.x - point.x, one.y - point.y) < ROOM)) continue;
      shown.push({ ...point, place });
    }
    for (const one of shown) {
      const { x, y, place } = one;
      place.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      const half = place.name.length * LETTER / 2;
      const box = { left: x - half, right: x + half, top: y + 10, bottom: y + 24 };
      const isFree = view.zoom >= NAMED && view.zoom < DRAWN && half < 110 && !taken.some((other) => meet(other, box))
        && !shown.some((other) => other !== one && covers(other, box, DISC))
        && !spots.some((spot) => covers(spot, box, MARKER));
      if (isFree) {
        taken.push(box);
        one.label = box;
      }
      place.label.setAttribute("visibility", isFree ? "visible" : "hidden");
    }
    return shown;
  }

  // MARK: asking

  #askLater(view) {
    const [start, end] = [view.place({ x: 0, y: 0 }), view.place({ x: view.width, y: view.height })];
    const isHeld = this.#asked && start.x >= this.#asked.start.x && start.y >= this.#asked.start.y
      && end.x <= this.#asked.end.x && end.y <= this.#asked.end.y && view.zoom < this.#asked.zoom + 1;
    if (isHeld) return;
    const [wide, high] = [(end.x - start.x) / 4, (end.y - start.y) / 4];
    const box = {
      start: { x: start.x - wide, y: start.y - high }, end: { x: end.x + wide, y: end.y + high }, zoom: view.zoom,
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(box), PAUSE);
  }

  async #ask(box) {
    const ask = ++this.#asks;
    const [northWest, southEast] = [Viewport.degrees(box.start), Viewport.degrees(box.end)];
    const query = new URLSearchParams({
      north: northWest.lat.toFixed(6), west: northWest.lon.toFixed(6), south: southEast.lat.toFixed(6),
      east: southEast.lon.toFixed(6), kind: "all",
    });
    const found = await getJSON(`${this.#address}/map.json?${query}`);
    // Without a line what was there stays; so it does where a newer question is on its way.
    if (!found || !this.#isOn || ask !== this.#asks) return;
    this.#asked = box;
    this.#places = found.places.map((place) => this.#mark(place))
      .sort((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group));
    this.#changed();
  }

  #mark({ id, name, kind, group, open, lat, lon }) {
    const node = make("a", {
      href: `${this.#address}/${id}`, class: `place-mark ${group}${open === "no" ? " shut" : ""}`, "data-place": id,
      "data-kind": kind,
    });
    const label = make("text", { y: 21 }, name);
    node.append(
      make("title", {}, open === "no" ? says`${name}, closed now` : name), make("circle", { r: 9 }),
      make("path", { d: SIGNS[group] ?? SIGNS.practical }), label
    );
    return { id, name, group, at: mercator(lat, lon), node, label };
  }

  // MARK: looking closer

  /** The place within so many pixels of a point, or null. */
  at({ x, y }, reach) {
    const far = (one) => Math.hypot(one.x - x, one.y - y);
    const [nearest] = this.#shown.filter((one) => far(one) < reach).sort((a, b) => far(a) - far(b));
    return nearest?.place.id ?? null;
  }

  /** The server's card of a place; nothing where it cannot be had. */
  async card(id) {
    const [response] = await Promise.all([
      fetch(`${this.#address}/${id}/card`, { redirect: "manual" }).catch(() => null), sheet("places"),
    ]);
    if (!response?.ok) return null;
    const card = parsePage(await response.text()).querySelector(".place-cards");
    this.#picked = id;
    this.#light();
    return card && document.importNode(card, true);
  }
}

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const covers = ({ x, y }, { left, right, top, bottom }, reach) =>
  x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
