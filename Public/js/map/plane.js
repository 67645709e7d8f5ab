// Nodes that stand relative to a fixed place, so that moving the map moves them as one.
import { make } from "../dom.js";
import { mercator } from "./geometry.js";

export class Plane {
  #node = make("g");
  #anchor = { x: 0, y: 0, zoom: null };
  // Where each node stands, and at which zoom.
  #standing = new WeakMap();

  constructor(svg) { svg.append(this.#node); }

  show(view) {
    const { x, y, zoom } = view;
    if (this.#anchor.zoom !== zoom) this.#anchor = { x, y, zoom };
    const corner = view.point(this.#anchor);
    this.#node.setAttribute("transform", `translate(${corner.x.toFixed(1)} ${corner.y.toFixed(1)})`);
  }

  put(node, { lat, lon }) {
    if (!node.isConnected) this.#node.append(node);
    const { x, y, zoom } = this.#anchor;
    const old = this.#standing.get(node);
    if (old?.lat === lat && old.lon === lon && old.zoom === zoom) return;
    this.#standing.set(node, { lat, lon, zoom });
    const [place, size] = [mercator(lat, lon), 256 * 2 ** zoom];
    const [dx, dy] = [(place.x - x) * size, (place.y - y) * size];
    node.setAttribute("transform", `translate(${dx.toFixed(1)} ${dy.toFixed(1)})`);
  }

  /** Nothing lies over the node. */
  raise(node) { if (this.#node.lastChild !== node) this.#node.append(node); }
}
