// The area of an audience: corners that are tapped on a map, or one point with a radius. It writes into the fields of
// the coordinates, which stand on their own without scripts.
import { make } from "./dom.js";
import { mercator } from "./map/geometry.js";
import { Gestures } from "./map/gestures.js";
import { TileLayer } from "./map/tiles.js";
import { Viewport } from "./map/viewport.js";

// As the server takes them.
const LIMIT = 32;
const RADII = [50, 50000];
// Pixels around a corner in which a finger takes it along.
const REACH = 22;
const LINE = /^(-?\d+(?:[.,]\d+)?)[,\s]+(-?\d+(?:[.,]\d+)?)$/;

function place(line) {
  const found = LINE.exec(line.trim());
  if (!found) return null;
  const [lat, lon] = found.slice(1).map((text) => Number(text.replace(",", ".")));
  return Math.abs(lat) <= 85 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

export class AreaMap {
  #node;
  #points;
  #radius;
  #changed;
  #tiles;
  #view;
  #corners = [];
  #held = -1;
  #people = [];
  #isPlaced = false;
  #isMoved = false;

  /** @param changed called when the area is another one. */
  constructor(node, changed) {
    [this.#node, this.#changed] = [node, changed];
    [this.#points, this.#radius] = ["area_points", "area_radius"].map((name) => document.getElementById(name));
    this.#tiles = new TileLayer(node.querySelector(".tile-layer"), { version: node.dataset.version, raster: "" });
    this.#view = new Viewport(node.dataset, [8, 18]);
    this.#read();
    this.#listen();
    new ResizeObserver(() => this.#draw()).observe(node);
  }

  /** @param places latitude and longitude of each person whose position is new enough to count. */
  showPeople(places) {
    this.#people = places.map(([lat, lon]) => ({ lat, lon }));
    // Where nothing is drawn yet, and nobody has looked around, it opens on everybody.
    if (!this.#isMoved && !this.#corners.length) this.#view.fit(this.#people.map(({ lat, lon }) => mercator(lat, lon)));
    this.#draw();
  }

  get #metres() {
    const metres = Number(this.#radius.value);
    return this.#corners.length === 1 && metres >= RADII[0] && metres <= RADII[1] ? metres : 0;
  }

  #read() {
    this.#corners = this.#points.value.split("\n").map(place).filter(Boolean);
    this.#draw();
  }

  #write() {
    this.#points.value = this.#corners.map(({ lat, lon }) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`).join("\n");
    // A radius goes with one point alone.
    if (this.#corners.length > 1) this.#radius.value = "";
    this.#draw();
    this.#changed();
  }

  /** What was typed and is no place stays for its owner to mend: a tap would write over it. */
  get #isReadable() {
    const isPlaces = this.#points.value.split("\n").filter((line) => line.trim()).every(place);
    if (!isPlaces) {
      const fold = this.#points.closest("details");
      if (fold) fold.open = true;
      this.#points.focus();
    }
    return isPlaces;
  }

  #add(place) {
    if (this.#corners.length >= LIMIT || !this.#isReadable) return;
    this.#isMoved = true;
    const { lat, lon } = Viewport.degrees(place);
    this.#corners.push({ lat, lon });
    this.#write();
  }

  #back() {
    if (!this.#isReadable || !this.#corners.pop()) return;
    this.#write();
  }

  #clear() {
    [this.#corners, this.#radius.value] = [[], ""];
    this.#write();
  }

  // MARK: drawing

  #draw() {
    const { width, height } = this.#node.getBoundingClientRect();
    this.#say();
    // Folded.
    if (!width) return;
    const view = Object.assign(this.#view, { width, height });
    if (!this.#isPlaced) this.#fit();
    this.#tiles.draw(view, this.#node.dataset.style);
    const points = this.#corners.map(({ lat, lon }) => view.point(mercator(lat, lon)));
    this.#node.querySelector(".area-shape").setAttribute("d", this.#outline(points));
    this.#dots(".area-corners", points, 6);
    const people = this.#people.map(({ lat, lon }) => view.point(mercator(lat, lon)));
    this.#dots(".area-people", people.filter((point) => view.holds(point, 8)), 5);
    const { x, y } = view.middle;
    this.#node.querySelector(".area-cross").setAttribute("transform", `translate(${x} ${y})`);
  }

  #dots(group, points, r) {
    const dots = points.map(({ x, y }) => make("circle", { cx: x, cy: y, r }));
    this.#node.querySelector(group).replaceChildren(...dots);
  }

  #fit() {
    this.#isPlaced = true;
    const around = this.#metres / 111320;
    const spread = around ? this.#corners.flatMap(({ lat, lon }) => {
      const east = around / Math.cos(lat * Math.PI / 180);
      return [{ lat: lat - around, lon: lon - east }, { lat: lat + around, lon: lon + east }];
    }) : this.#corners;
    if (spread.length) this.#view.fit(spread.map(({ lat, lon }) => mercator(lat, lon)));
  }

  #outline(points) {
    const metres = this.#metres;
    if (metres) {
      const [{ x, y }, r] = [points[0], metres / this.#view.metresPerPixel];
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    }
    if (points.length < 2) return "";
    return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${points.length > 2 ? "Z" : ""}`;
  }

  #say() {
    const count = this.#corners.length;
    const said = this.#metres ? "circle" : count < 3 ? String(count) : count < LIMIT ? "enough" : "most";
    for (const part of this.#node.querySelectorAll("[data-corners]")) part.hidden = part.dataset.corners !== said;
    this.#node.querySelector("[data-corners=enough] b").textContent = count;
  }

  // MARK: fingers and keys

  #listen() {
    const act = {
      pan: (dx, dy) => {
        if (this.#held >= 0) return this.#drag(dx, dy);
        this.#view.pan(dx, dy);
        this.#stay();
      },
      zoomAt: (point, by) => { this.#view.zoomAt(point, by); this.#stay(); },
      rest: () => { if (this.#held >= 0) this.#write(); },
    };
    const gestures = new Gestures(this.#node, this.#view, act, { step: 24, zoomStep: 1, hasWheel: false });
    this.#node.addEventListener("pointerdown", (event) => { this.#held = this.#cornerAt(gestures.local(event)); });
    this.#node.addEventListener("keydown", () => { this.#held = -1; }, true);
    this.#node.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (button) act.zoomAt(this.#view.middle, Number(button.dataset.do));
      else this.#add(this.#view.place(gestures.local(event)));
    });
    this.#node.addEventListener("keydown", (event) => {
      if (event.target !== this.#node || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") this.#add(this.#view.place(this.#view.middle));
      else if (event.key === "Backspace") this.#back();
      else return;
      event.preventDefault();
    });
    document.getElementById("area-back").addEventListener("click", () => this.#back());
    document.getElementById("area-clear").addEventListener("click", () => this.#clear());
    for (const input of [this.#points, this.#radius]) {
      input.addEventListener("input", () => this.#read());
      input.addEventListener("change", () => this.#changed());
    }
  }

  /** The nearest corner that a finger there means; -1 for none. */
  #cornerAt({ x, y }) {
    const gaps = this.#corners.map(({ lat, lon }) => {
      const corner = this.#view.point(mercator(lat, lon));
      return Math.hypot(corner.x - x, corner.y - y);
    });
    const nearest = gaps.indexOf(Math.min(...gaps));
    return gaps[nearest] <= REACH && this.#isReadable ? nearest : -1;
  }

  #drag(dx, dy) {
    const { lat, lon } = this.#corners[this.#held];
    const { x, y } = this.#view.point(mercator(lat, lon));
    this.#corners[this.#held] = Viewport.degrees(this.#view.place({ x: x + dx, y: y + dy }));
    this.#draw();
  }

  /** Around the world, and not beyond the poles. */
  #stay() {
    const view = this.#view;
    this.#isMoved = true;
    view.centre({ x: (view.x + 1) % 1, y: Math.min(1, Math.max(0, view.y)) });
    this.#draw();
  }
}
