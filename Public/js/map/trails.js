// Where people went: one member's way, and the last half hour of everybody. In violet, which no piste has, and paler
// the older it is.
import { make } from "../dom.js";
import { mercator } from "./geometry.js";
import { getJSON } from "../json.js";

// Parts of a trail that grow paler with age, the newest last.
const PARTS = 5;
// People up to whom each trail has a colour of its own, and up to whom it has a white edge.
const [FEW, SOME] = [6, 60];

/** A way in parts that share their ends: as many points, and how fresh each part is, from 0 to 1. */
function parts(points) {
  const count = Math.min(PARTS, points.length - 1);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((part) => Math.round(part * (points.length - 1) / count));
    return { points: points.slice(from, to + 1), share: (PARTS - count + index + 1) / PARTS };
  });
}

const d = (points) => `M${points.join("L")}`;

function lines(points) {
  if (points.length < 2) return [];
  const paler = parts(points);
  return [
    ...paler.map((part) => make("path", { class: "casing", d: d(part.points), "stroke-opacity": opacity(part) })),
    ...paler.map((part) => make("path", { d: d(part.points), "stroke-opacity": opacity(part) })),
  ];
}

const opacity = ({ share }) => (0.2 + 0.8 * share).toFixed(2);

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
    this.#node.replaceChildren(...lines(points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`)));
  }
}

// Everybody's are drawn once in a plane of their own, then only moved and scaled.
const PLANE = 2 ** 26;

export class Trails {
  #page;
  #isHiddenSince;
  #nameOf;
  #node = document.getElementById("trails");
  #origin = null;
  #timer = 0;

  /**
   * @param isHiddenSince `(id, time)`: whether somebody has gone from the map since then.
   * @param nameOf the name of a member.
   */
  constructor(page, isHiddenSince, nameOf) {
    [this.#page, this.#isHiddenSince, this.#nameOf] = [page, isHiddenSince, nameOf];
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

  #show(found, isShown) {
    const ways = found.lines
      .map((line, index) => ({ id: found.of[index], points: line.map(([lat, lon]) => mercator(lat, lon)) }));
    const origin = this.#origin = ways[0]?.points[0] ?? null;
    const text = ({ x, y }) => `${((x - origin.x) * PLANE).toFixed(0)} ${((y - origin.y) * PLANE).toFixed(0)}`;
    const shown = ways.filter(({ id }) => isShown(id));
    this.#node.replaceChildren(...shown.map(({ id, points }, index) => {
      const colour = shown.length <= FEW ? { "data-colour": index + 1 } : {};
      const node = make("g", { "data-id": id, class: "way", ...colour });
      const places = points.map(text);
      // Hundreds of edges and parts would be mush, and slow.
      const drawn = shown.length <= SOME ? lines(places) : [make("path", { d: d(places) })];
      node.append(make("title", {}, this.#nameOf(id) ?? ""), ...drawn);
      return node;
    }));
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
