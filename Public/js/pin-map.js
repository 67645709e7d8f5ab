// A place on a form, chosen by moving the map under a pin. It writes into the latitude and longitude fields, which
// stand on their own without scripts.
import { latitude, mercator } from "./geometry.js";
import { TileLayer } from "./tiles.js";

class PinMap {
  constructor(node) {
    this.node = node;
    const { version, style, lat, lon, zoom, fields } = node.dataset;
    this.style = style;
    this.inputs = ["latitude", "longitude"].map((name) => document.getElementById(`${fields}_${name}`));
    this.status = node.querySelector("[role=status]");
    this.tiles = new TileLayer(node.querySelector(".tile-layer"), { version, raster: "" });
    this.view = { ...mercator(Number(lat), Number(lon)), zoom: Number(zoom) };
    this.readInputs();
    this.listen();
    new ResizeObserver(() => this.draw()).observe(node);
  }

  get isSet() { return this.inputs.every((input) => input.value.trim() !== ""); }

  readInputs() {
    const [lat, lon] = this.inputs.map((input) => Number(input.value.replace(",", ".")));
    if (this.isSet && Math.abs(lat) <= 85 && Math.abs(lon) <= 180) Object.assign(this.view, mercator(lat, lon));
    this.draw();
  }

  draw() {
    const { width, height } = this.node.getBoundingClientRect();
    this.node.classList.toggle("unset", !this.isSet);
    this.status.textContent = this.isSet
      ? `${this.inputs[0].value}, ${this.inputs[1].value}`
      : "No place yet: tap the map, or drag it under the pin.";
    if (width) this.tiles.draw({ ...this.view, width, height }, this.style);
  }

  /** Pixels on the screen. */
  move(dx, dy, sets = true) {
    const size = 256 * 2 ** this.view.zoom;
    this.view.x = (this.view.x - dx / size + 1) % 1;
    this.view.y = Math.min(1, Math.max(0, this.view.y - dy / size));
    if (sets) this.set();
    this.draw();
  }

  set() {
    [this.inputs[0].value, this.inputs[1].value] =
      [latitude(this.view.y).toFixed(6), (this.view.x * 360 - 180).toFixed(6)];
  }

  zoomBy(step) {
    this.view.zoom = Math.min(18, Math.max(8, Math.round(this.view.zoom + step)));
    this.draw();
  }

  listen() {
    let from = null;
    let moved = 0;
    this.node.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      [from, moved] = [event, 0];
      this.node.setPointerCapture(event.pointerId);
    });
    this.node.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY];
      moved += Math.hypot(dx, dy);
      from = event;
      if (moved > 4) this.move(dx, dy);
    });
    this.node.addEventListener("pointerup", (event) => {
      if (!from) return;
      from = null;
      if (moved > 4) return;
      const box = this.node.getBoundingClientRect();
      this.move(box.left + box.width / 2 - event.clientX, box.top + box.height / 2 - event.clientY);
    });
    this.node.addEventListener("pointercancel", () => { from = null; });
    this.node.addEventListener("click", ({ target }) => {
      const button = target.closest("button[data-do]");
      if (button?.dataset.do === "clear") {
        for (const input of this.inputs) input.value = "";
        this.draw();
      } else if (button) this.zoomBy(Number(button.dataset.do));
    });
    this.node.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [24, 0], ArrowRight: [-24, 0], ArrowUp: [0, 24], ArrowDown: [0, -24] }[event.key];
      if (step) this.move(...step);
      else if (event.key === "+") this.zoomBy(1); else if (event.key === "-") this.zoomBy(-1); else return;
      event.preventDefault();
    });
    for (const input of this.inputs) input.addEventListener("input", () => this.readInputs());
  }
}

document.documentElement.classList.add("js");
for (const node of document.querySelectorAll(".pin-map")) new PinMap(node);
