// The map of a replayed way: the server's drawing over a ground that fingers, the wheel and keys move. On paper the
// drawing stands as the server made it.
import { make, set } from "../dom.js";
import { face } from "../face.js";
import { Gestures } from "./gestures.js";
import { drawScale } from "./graticule.js";
import { TileLayer } from "./tiles.js";
import { Viewport } from "./viewport.js";

// The server's drawing; pixels from an edge at which the map goes after the marker; what buttons and credits take.
const [WIDTH, HEIGHT, EDGE] = [1000, 700, 56];
const INSET = { left: 0, right: 40, top: 0, bottom: 40 };

export class WayMap {
  #node;
  #svg;
  #plane = document.getElementById("way-plane");
  #paper = document.getElementById("tiles");
  #bar = document.getElementById("scale-bar");
  #marker = make("g", { class: "marker fresh" });
  #sign = make("g");
  #tiles;
  #view;
  // The corner of the drawing on the unit square, and the pixels of the world there.
  #corner;
  #size;
  #places;
  #frame = 0;
  // Nobody has moved it: it shows the whole way, however large it becomes.
  #isWhole = true;

  /** @param points `x` and `y` of each position in the drawing. */
  constructor(node, points) {
    this.#node = node;
    this.#svg = node.querySelector(".map");
    this.#view = new Viewport(node.dataset, [8, 18]);
    Object.assign(this.#view, { width: WIDTH, height: HEIGHT });
    [this.#corner, this.#size] = [this.#view.place({ x: 0, y: 0 }), this.#view.size];
    this.#places = points.map((point) => this.#place(point));
    this.#tiles = new TileLayer(node.querySelector(".tile-layer"), { version: node.dataset.version, raster: "" });
    this.#sign.append(make("circle", { r: 16 }), make("text", {}, node.dataset.initials), ...face(node));
    this.#marker.append(this.#sign);
    document.getElementById("way-marker").append(this.#marker);
    this.#paper.remove();
    this.#view.inset = INSET;
    this.#listen();
    this.#resize();
    this.#fit();
  }

  #place({ x, y }) { return { x: this.#corner.x + x / this.#size, y: this.#corner.y + y / this.#size }; }

  #listen() {
    const zoomAt = (point, by) => this.#move(() => this.#view.zoomAt(point, by));
    const gestures = new Gestures(this.#svg, this.#view, {
      pan: (dx, dy) => this.#move(() => this.#view.pan(dx, dy)), zoomAt, fit: () => this.#fit(),
    }, { step: 80, zoomStep: 0.5, hasWheel: false });
    // The wheel scrolls the page; with Ctrl, as a touchpad's two fingers send it, the map comes nearer.
    this.#svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomAt(gestures.local(event), -event.deltaY / 120);
    }, { passive: false });
    this.#svg.tabIndex = 0;
    const nearer = (by) => () => zoomAt(this.#view.middle, by);
    const links = this.#node.querySelectorAll(".moves a");
    [nearer(1), nearer(-1), () => this.#fit()].forEach((act, index) => {
      links[index].addEventListener("click", (event) => { event.preventDefault(); act(); });
    });
    new ResizeObserver(() => this.#resize()).observe(this.#node);
    addEventListener("beforeprint", () => this.#print());
    addEventListener("afterprint", () => { this.#paper.remove(); this.#resize(); });
  }

  #print() {
    this.#svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.#plane.removeAttribute("transform");
    this.#plane.before(this.#paper);
    this.#scale(1);
  }

  #resize() {
    const { width, height } = this.#node.getBoundingClientRect();
    if (!width) return;
    Object.assign(this.#view, { width, height });
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (this.#isWhole) this.#view.fit(this.#places);
    this.#draw();
  }

  #move(how) {
    this.#isWhole = false;
    this.#change(how);
  }

  #change(how) {
    how();
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #fit() {
    this.#isWhole = true;
    this.#change(() => this.#view.fit(this.#places));
  }

  /** What has a size of its own keeps it, however near the map is. */
  #scale(scale) {
    this.#plane.style.setProperty("--dot", `${3 / scale}px`);
    set(this.#sign, "transform", `scale(${1 / scale})`);
  }

  #draw() {
    const view = this.#view;
    const scale = view.size / this.#size;
    const { x, y } = view.point(this.#corner);
    set(this.#plane, "transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale})`);
    this.#scale(scale);
    drawScale(this.#bar, view);
    this.#tiles.draw(view, this.#node.dataset.shown);
  }

  /**
   * Puts the marker at a point of the drawing.
   * @param isFollowed whether the map goes along where it would leave it.
   */
  show(point, isGap, isFollowed) {
    set(this.#marker, "transform", `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
    set(this.#marker, "class", `marker ${isGap ? "lost" : "fresh"}`);
    const place = this.#place(point);
    if (isFollowed && !this.#view.holds(this.#view.point(place), -EDGE)) this.#move(() => this.#view.centre(place));
  }
}
