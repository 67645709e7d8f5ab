// The piste or lift that the map's address is about: its own line, thick and with a light edge, under people and marks.
import { make, set } from "../dom.js";
import { mercator } from "./geometry.js";

/** Where the line of a node runs, on the unit square; empty without a line. */
export function placesOf(node) {
  const points = node?.dataset.line?.split(" ").filter(Boolean) ?? [];
  return points.map((point) => mercator(...point.split(",").map(Number)));
}

export class SkiTrace {
  /** On the unit square. */
  places;
  #paths;

  /** @param node with the line's places, or null. @param ground the group under everything else. */
  constructor(node, ground) {
    this.places = placesOf(node);
    if (!this.places.length) return;
    const { colour } = node.dataset;
    this.#paths = ["ski-trace-edge", "ski-trace"].map((name) => make("path", { class: name }));
    set(this.#paths[1], "stroke", colour);
    ground.prepend(...this.#paths);
  }

  /** Nearly its middle: a place on it; undefined without a line. */
  get middle() { return this.places[this.places.length >> 1]; }

  draw(view) {
    if (!this.places.length) return;
    const points = this.places.map((place) => view.point(place)).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    for (const path of this.#paths) set(path, "d", `M${points.join("L")}`);
  }
}
