// Where people went: one member's way, and the last half hour of everybody.
import { make } from "../dom.js";
import { mercator } from "./geometry.js";
import { getJSON } from "../json.js";

/** The way of the member who is selected. */
export class Trail {
  #node = document.getElementById("trail");
  #points = [];

  get node() { return this.#node; }

  /** @param points latitude, longitude and time of each. */
  show(points, view) {
    this.#points = points;
    this.draw(view);
  }

  add(point) { this.#points.push(point); }

  draw(view) {
    const points = this.#points.map(([lat, lon]) => view.point(mercator(lat, lon)));
    const path = points.map((p, index) => `${index ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
    this.#node.replaceChildren(...(path ? [make("path", { d: path })] : []));
  }
}

// Everybody's are drawn once in a plane of their own, then only moved and scaled.
const PLANE = 2 ** 26;

export class Trails {
  #page;
  #isHiddenSince;
  #node = document.getElementById("trails");
  #origin = null;
  #timer = 0;

  /** @param isHiddenSince `(id, time)`: whether somebody has gone from the map since then. */
  constructor(page, isHiddenSince) {
    [this.#page, this.#isHiddenSince] = [page, isHiddenSince];
    this.#node.replaceChildren();
  }

  get node() { return this.#node; }

  /** Once a minute, while the layer is on. */
  async load(view) {
    clearTimeout(this.#timer);
    if (this.#page.classList.contains("no-trails")) { this.#node.replaceChildren(); return; }
    const asked = performance.now();
    const found = await getJSON(this.#page.dataset.trails);
    // Who has hidden meanwhile may still be in the response.
    if (found) this.#show(found, (id) => !this.#isHiddenSince(id, asked));
    this.draw(view);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.load(view), 60_000);
  }

  #show({ lines, of }, isShown) {
    const ways =
      lines.map((line, index) => ({ id: of[index], points: line.map(([lat, lon]) => mercator(lat, lon)) }));
    const origin = this.#origin = ways[0]?.points[0] ?? null;
    const text = ({ x, y }) => `${((x - origin.x) * PLANE).toFixed(0)} ${((y - origin.y) * PLANE).toFixed(0)}`;
    this.#node.replaceChildren(...ways.filter(({ id }) => isShown(id))
      .map(({ id, points }) => make("path", { "data-id": id, d: "M" + points.map(text).join("L") })));
  }

  /** Somebody's trail is removed with their position. */
  remove(id) {
    for (const line of this.#node.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)) line.remove();
  }

  draw(view) {
    if (!this.#origin) return;
    const { x, y } = view.point(this.#origin);
    this.#node.setAttribute(
      "transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${view.size / PLANE})`
    );
  }
}
