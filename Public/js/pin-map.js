// A place on a form, chosen by moving the map under a pin. It writes into the latitude and longitude fields, which
// stand on their own without scripts.
import { mercator } from "./map/geometry.js";
import { Gestures } from "./map/gestures.js";
import { TileLayer } from "./map/tiles.js";
import { Viewport } from "./map/viewport.js";
import { says } from "./texts.js";

class PinMap {
  #node;
  #style;
  #inputs;
  #status;
  #tiles;
  #view;

  constructor(node) {
    this.#node = node;
    const { version, style, fields } = node.dataset;
    this.#style = style;
    this.#inputs = ["latitude", "longitude"].map((name) => document.getElementById(`${fields}_${name}`));
    this.#status = node.querySelector("[role=status]");
    this.#tiles = new TileLayer(node.querySelector(".tile-layer"), { version, raster: "" });
    this.#view = new Viewport(node.dataset, [8, 18]);
    this.#readInputs();
    this.#listen();
    new ResizeObserver(() => this.#draw()).observe(node);
  }

  get #isSet() { return this.#inputs.every((input) => input.value.trim() !== ""); }

  #readInputs() {
    const [lat, lon] = this.#inputs.map((input) => Number(input.value.replace(",", ".")));
    if (this.#isSet && Math.abs(lat) <= 85 && Math.abs(lon) <= 180) this.#view.centre(mercator(lat, lon));
    this.#draw();
  }

  #draw() {
    const { width, height } = this.#node.getBoundingClientRect();
    Object.assign(this.#view, { width, height });
    this.#node.classList.toggle("unset", !this.#isSet);
    this.#status.textContent = this.#isSet
      ? this.#inputs.map((input) => input.value).join(", ")
      : says`No place yet: tap the map, or drag it under the pin.`;
    if (width) this.#tiles.draw(this.#view, this.#style);
  }

  /** What lies under the pin now is the place; by pixels. */
  #move(dx, dy) {
    const view = this.#view;
    view.pan(dx, dy);
    // Around the world, and not beyond the poles.
    view.centre({ x: (view.x + 1) % 1, y: Math.min(1, Math.max(0, view.y)) });
    [this.#inputs[0].value, this.#inputs[1].value] = [view.lat.toFixed(6), view.lon.toFixed(6)];
    this.#draw();
  }

  /** The pin stays where it is. */
  #zoom(by) {
    this.#view.zoomAt(this.#view.middle, by);
    this.#draw();
  }

  #listen() {
    const gestures = new Gestures(this.#node, this.#view, {
      pan: (dx, dy) => this.#move(dx, dy), zoomAt: (point, by) => this.#zoom(by),
    }, { step: 24, zoomStep: 1, hasWheel: false });
    this.#node.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (!button) {
        const [{ x, y }, middle] = [gestures.local(event), this.#view.middle];
        this.#move(middle.x - x, middle.y - y);
      } else if (button.dataset.do === "clear") {
        for (const input of this.#inputs) input.value = "";
        this.#draw();
      } else this.#zoom(Number(button.dataset.do));
    });
    for (const input of this.#inputs) input.addEventListener("input", () => this.#readInputs());
  }
}

document.documentElement.classList.add("js");
for (const node of document.querySelectorAll(".pin-map")) new PinMap(node);
