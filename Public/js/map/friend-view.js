// The window of the traveller's map: what is drawn, moved by fingers and keys, over which ground.
import { write } from "../dom.js";
import { mercator } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { number } from "./positions.js";
import { decide } from "./style.js";
import { TileNames } from "./tile-names.js";
import { TileLayer } from "./tiles.js";
import { Viewport } from "./viewport.js";

// Zooms: at which somebody is shown whom the reader chose, and from which nothing comes apart any more. Pixels between
// them and the edge.
const [NEAR, CLOSE, EDGE] = [15, 17.5, 44];

export class FriendView {
  #data;
  #frame;
  #svg = document.getElementById("friend-marks");
  #tiles;
  #names;
  #act;
  #style;
  #frameDue = 0;
  #isPlaced = false;
  /** Where the map is. */
  window;

  /**
   * @param act `draw(window)`, which returns what marks take of it, `tap(point)`, `goHome()`, and `mine()`: the
   * reader's own position, or null.
   */
  constructor(page, act) {
    [this.#data, this.#act] = [page.dataset, act];
    this.#frame = page.querySelector(".friend-map");
    this.window = new Viewport(this.#data, [8, 18]);
    this.#tiles = new TileLayer(this.#frame.querySelector(".tile-layer"), { version: this.#data.version, raster: "" });
    this.#names = new TileNames(this.#tiles);
    this.#style = this.#data.shown;
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(this.#frame);
  }

  get isClose() { return this.window.zoom >= CLOSE; }
  point({ lat, lon }) { return this.window.point(mercator(lat, lon)); }

  // MARK: drawing

  #resize() {
    const { width, height } = this.#frame.getBoundingClientRect();
    Object.assign(this.window, { width, height });
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#place();
    this.redraw();
  }

  /** What the page is about stands in the middle of what the list leaves, once both are known. */
  #place() {
    if (this.#isPlaced || !this.window.width || !this.window.inset.isKnown) return;
    this.#isPlaced = true;
    const { x, y } = this.window;
    this.window.show({ x, y });
  }

  /** @param inset pixels at each side that the list covers. */
  cover(inset) {
    if (!inset) return;
    this.window.inset = { ...inset, isKnown: true };
    this.#place();
    this.redraw();
  }

  redraw() {
    this.#frameDue ||= requestAnimationFrame(() => {
      this.#frameDue = 0;
      if (!this.window.width) return;
      const marks = this.#act.draw(this.window);
      this.#tiles.draw(this.window, this.#style);
      this.#names.giveWay(this.window, marks);
    });
  }

  // MARK: moving

  #change(how) {
    how(this.window);
    this.redraw();
  }

  /** Goes to a place unless it is in view already, off the edges. */
  reveal({ lat, lon }, isMiddle = false) {
    const { width, height, inset: { left, right, top, bottom } } = this.window;
    const place = mercator(lat, lon);
    if (!this.#isPlaced) { this.window.centre(place, Math.max(this.window.zoom, NEAR)); return; }
    const { x, y } = this.window.point(place);
    const isSeen = x > left + EDGE && x < width - right - EDGE && y > top + EDGE && y < height - bottom - EDGE;
    if (isSeen && this.window.zoom >= NEAR - 1 && !isMiddle) return;
    this.#change((view) => view.show(place, Math.max(view.zoom, NEAR)));
  }

  goCloser(place) { this.#change((view) => view.show(place, Math.min(18, view.zoom + 2))); }

  #listen() {
    const zoom = (point, by) => this.#change((view) => view.zoomAt(point, by));
    const gestures = new Gestures(this.#frame, this.window, {
      pan: (dx, dy) => this.#change((view) => view.pan(dx, dy)), zoomAt: zoom,
    }, { step: 60, zoomStep: 1, ignores: "button, a, form, details" });
    this.#frame.addEventListener("click", (event) => {
      const what = event.target.closest("button")?.dataset.do;
      if (what === "in") zoom(this.window.freeMiddle, 1);
      if (what === "out") zoom(this.window.freeMiddle, -1);
      if (what === "me") this.#act.goHome();
      if (!event.target.closest("button, a, form, details")) this.#act.tap(gestures.local(event));
    });
    const form = document.getElementById("style-switch");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#chosen(event.submitter);
      const body = new URLSearchParams({ style: event.submitter.value });
      fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => { /* chosen for this page */ });
    });
  }

  // MARK: the ground

  #chosen(button) {
    for (const other of button.form.elements) other.setAttribute("aria-pressed", String(other === button));
    this.#data.choice = button.value;
    this.chooseStyle(true);
    this.redraw();
  }

  /** By the reader's own height, unless they chose a map. */
  chooseStyle(isAsked = false) {
    const { choice } = this.#data;
    const [threshold, height] = [number(this.#data.threshold), this.#act.mine()?.ground ?? null];
    if (!isAsked && (choice !== "auto" || threshold === null || height === null)) return;
    const heights = height === null ? [] : [height];
    const { style, reason } = decide({
      choice, heights, centre: null, threshold, previous: this.#style, isOfReader: true,
    });
    this.#style = style;
    write(document.getElementById("map-reason"), reason);
  }
}
