// The window of the traveller's map: what is drawn, moved by fingers and keys, over which ground.
import { write } from "../dom.js";
import { mercator } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { followLegend } from "./legend.js";
import { number } from "./positions.js";
import { decide } from "./style.js";
import { says } from "../texts.js";
import { placesOf } from "./ski-trace.js";
import { TileNames } from "./tile-names.js";
import { TileLayer } from "./tiles.js";
import { Viewport } from "./viewport.js";

// Of the plane: whoever is farther than some 40 km from the middle of all is not looked for by the first view.
const AROUND = 0.0015;
// Zooms: at which somebody is shown whom the reader chose, and from which nothing comes apart any more. Pixels between
// them and the edge. By fewer pixels the lines below the map grow, and not the sheet.
const [NEAR, CLOSE, EDGE, STEP] = [15, 17.5, 44, 64];

export class FriendView {
  #data;
  #frame;
  #svg = document.getElementById("friend-marks");
  #tiles;
  #names;
  #act;
  #style;
  #line = placesOf(document.getElementById("spot"));
  #frameDue = 0;
  #isPlaced = false;
  // Whether the map is where it was opened, and where it was before the sheet was raised over people.
  #isMoved = false;
  #below = null;
  // Auto decides when the map is opened, when it is chosen, and when the map goes to somebody. Afterwards it only
  // offers: whoever moves the map keeps the one that they read.
  #isDecided = false;
  #offer = document.getElementById("map-offer");
  /** Where the map is. */
  window;

  /**
   * @param act `draw(window)`, which returns what marks take of it, `tap(point)`, `goHome()`, `mine()`: the reader's
   * own position, or null, and `seen()`: the friends whose positions are not old.
   */
  constructor(page, act) {
    [this.#data, this.#act] = [page.dataset, act];
    this.#frame = page.querySelector(".friend-map");
    this.window = new Viewport(this.#data, [8, 18]);
    this.#tiles = new TileLayer(this.#frame.querySelector(".tile-layer"), { version: this.#data.version, raster: "" });
    this.#names = new TileNames(this.#tiles);
    this.#style = this.#data.shown;
    // Whoever looks at a piste has the map that shows it; another one is offered at most.
    this.#isDecided = this.#line.length > 0;
    this.#listen();
    followLegend(document.getElementById("layers"), page);
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

  /** What the page is about, else all who are seen, stand in the middle of what the list leaves, once it is known. */
  #place() {
    if (this.#isPlaced || !this.window.width || !this.window.inset.isKnown) return;
    this.#isPlaced = true;
    const places = this.#data.fits === undefined ? this.#line : this.#together();
    if (places.length > 1) this.#fit(places);
    else this.window.show({ x: this.window.x, y: this.window.y });
  }

  /** Shows all places, on a level whose tiles the phone keeps for dead zones: 13 or 15. */
  #fit(places) {
    this.window.fit(places);
    const { zoom, freeMiddle } = this.window;
    const level = Math.round(zoom);
    const kept = level > 15 ? 15 : level === 14 ? 13 : level;
    if (kept < level) this.window.zoomAt(freeMiddle, kept + 0.49 - zoom);
  }

  /** Where friends and the reader are, without those who are far from all others. */
  #together() {
    const places = [...this.#act.seen(), this.#act.mine()].filter(Boolean).map(({ lat, lon }) => mercator(lat, lon));
    const middle = (axis) => places.map((place) => place[axis]).sort((a, b) => a - b)[places.length >> 1];
    const [x, y] = [middle("x"), middle("y")];
    return places.filter((place) => Math.abs(place.x - x) < AROUND && Math.abs(place.y - y) < AROUND);
  }

  /** @param inset pixels at each side that the list covers. */
  cover(inset) {
    if (!inset) return;
    const before = this.#isPlaced ? this.window.inset.bottom : inset.bottom;
    this.window.inset = { ...inset, isKnown: true };
    this.#place();
    if (inset.bottom > before + STEP) this.#rise(before);
    if (inset.bottom < before - STEP && this.#below) {
      this.window.centre(this.#below, this.#below.zoom);
      this.#below = null;
    }
    this.redraw();
  }

  /**
   * The map gives way to a sheet that covers people: it goes up as far as all of them stay in view. Where there is no
   * room for them, and nobody has moved it yet, it goes farther off.
   * @param before pixels that the sheet covered when they were in view.
   */
  #rise(before) {
    const { width, height, x, y, zoom, inset: { top, bottom } } = this.window;
    const people = [...this.#act.seen(), this.#act.mine()].filter(Boolean).map((one) => this.point(one));
    const rows = people.filter((one) => one.x > 0 && one.x < width && one.y > top && one.y < height - before)
      .map((one) => one.y);
    const covered = Math.max(...rows) + EDGE - (height - bottom);
    if (covered <= 0) return;
    this.#below = { x, y, zoom };
    const room = Math.max(0, Math.min(...rows) - EDGE - top);
    if (room < covered && !this.#isMoved && this.#data.fits !== undefined) this.#fit(this.#together());
    else this.window.pan(0, -Math.min(room, covered));
  }

  redraw() {
    this.#frameDue ||= requestAnimationFrame(() => {
      this.#frameDue = 0;
      if (!this.window.width) return;
      this.chooseStyle();
      const marks = this.#act.draw(this.window);
      this.#tiles.draw(this.window, this.#style);
      this.#names.giveWay(this.window, marks);
    });
  }

  // MARK: moving

  #change(how) {
    this.#isMoved = true;
    this.#below = null;
    how(this.window);
    this.redraw();
  }

  /** Goes to a place unless it is in view already, off the edges. */
  reveal({ lat, lon }, isMiddle = false) {
    const { width, height, inset: { left, right, top, bottom } } = this.window;
    const place = mercator(lat, lon);
    this.#isDecided = false;
    if (!this.#isPlaced) {
      delete this.#data.fits;
      this.window.centre(place, Math.max(this.window.zoom, NEAR));
      return;
    }
    const { x, y } = this.window.point(place);
    const isSeen = x > left + EDGE && x < width - right - EDGE && y > top + EDGE && y < height - bottom - EDGE;
    if (isSeen && this.window.zoom >= NEAR - 1 && !isMiddle) { this.redraw(); return; }
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
    this.#offer.addEventListener("click", () => {
      this.#isDecided = false;
      this.redraw();
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

  /** By the heights of those in view, unless a map was chosen. @param isAsked the reader chose how it is decided. */
  chooseStyle(isAsked = false) {
    const [choice, threshold] = [this.#data.choice, number(this.#data.threshold)];
    if (!isAsked && (choice !== "auto" || !this.#isPlaced)) return;
    this.#isDecided &&= !isAsked;
    const { heights, isOfReader } = this.#heights();
    const isKnown = heights.length > 0 && threshold !== null;
    // Nobody in view: what is shown stays.
    if (!isAsked && !isKnown) { this.#propose(null); return; }
    const { style, reason } = decide({
      choice, heights, centre: null, threshold, previous: this.#style, isOfReader,
    });
    const isOther = this.#isDecided && style !== this.#style;
    this.#propose(isOther ? style : null);
    if (isOther) return;
    [this.#style, this.#isDecided] = [style, isKnown];
    write(document.getElementById("map-reason"), reason);
  }

  /** Of whoever is in view, metres, and whether they are the reader's own alone. */
  #heights() {
    const inView = (position) => position?.ground != null && this.window.holds(this.point(position));
    const [friends, mine] = [this.#act.seen().filter(inView), [this.#act.mine()].filter(inView)];
    const heights = [...friends, ...mine].map(({ ground }) => ground);
    return { heights, isOfReader: mine.length > 0 && !friends.length };
  }

  #propose(style) {
    this.#offer.hidden = !style;
    if (style) write(this.#offer, style === "street" ? says`Street map?` : says`Mountain map?`);
  }
}
