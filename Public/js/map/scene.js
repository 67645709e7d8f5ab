// The picture of the hosts' map: what lies over what, and when it is drawn.
import { make } from "../dom.js";
import { Graticule } from "./graticule.js";
import { Ground } from "./ground.js";
import { Marks } from "./marks.js";
import { Measure } from "./measure.js";
import { People, REACH } from "./people.js";
import { PlaceLayer } from "./places.js";
import { SkiTrace } from "./ski-trace.js";
import { Trail, Trails } from "./trails.js";
import { Viewport } from "./viewport.js";

// The server's drawing.
const [WIDTH, HEIGHT] = [1000, 700];
const ZOOMS = [3, 18];
// Milliseconds after which markers are laid out anew although a finger still moves the map, and after it has stopped.
const [LONG, REST] = [2000, 150];
// Whatever arrives, markers are laid out four times a second at most.
const PAUSE = 250;

export class Scene {
  #svg;
  #words;
  #act;
  #drawnAt = 0;
  #moving = make("g");
  // Below the markers, and over them.
  #below = make("g");
  #above = make("g");
  #graticule;
  #timers = { redraw: 0, rest: 0, due: 0 };
  /** The id of whoever stands alone, whoever is near. */
  selected = null;

  /**
   * @param act `open(members)` of a cluster, `tell(place, about)` of a mark on the ground, `place(event)` of a click,
   * `isHeld()` whether a finger is on the map, and `changed()` after somebody has moved or gone.
   */
  constructor(page, svg, rows, words, act) {
    [this.#svg, this.#words, this.#act] = [svg, words, act];
    this.view = new Viewport(page.dataset, ZOOMS);
    // The view that was last laid out. While the map is dragged, everything in it shifts as one; it is laid out anew
    // when the map rests, or was dragged far.
    this.drawn = new Viewport(page.dataset, ZOOMS);
    this.ground = new Ground(page.dataset, this.view, () => this.redraw());
    this.trail = new Trail();
    this.trails = new Trails(
      page, (id, time) => this.people.find(id)?.hiddenAt > time, (id) => this.people.find(id)?.name
    );
    this.marks = new Marks(this.#above, act.tell);
    this.listed = new PlaceLayer(document.getElementById("listed"), page.dataset.places, () => this.redraw());
    this.trace = new SkiTrace(document.getElementById("ski-trace"), this.#below);
    this.#graticule = new Graticule(page);
    this.#stack();
    this.measure = new Measure(svg, this.#below, {
      view: () => this.view, place: act.place, redraw: () => this.redraw(),
      heightAt: async (lat, lon) => (await this.ground.at(lat, lon, 0))?.metres ?? null,
    });
    const layers = { markers: document.getElementById("markers"), accuracy: document.getElementById("accuracy") };
    const limits = { fresh: Number(page.dataset.fresh) * 60e3, stale: Number(page.dataset.stale) * 60e3 };
    this.people = new People(rows, layers, limits, this.drawn, act.open);
    this.#start();
  }

  /** What moves with the map, from below to above. */
  #stack() {
    const names = ["graticule", "accuracy", "trails", "trail", "listed", "base", "meetings", "call-mark"];
    const nodes = names.map((name) => document.getElementById(name)).filter(Boolean);
    nodes[0].before(this.#moving);
    this.#moving.append(...nodes, this.#below, document.getElementById("markers"), this.#above);
  }

  #start() {
    const box = this.#svg.getBoundingClientRect();
    // The same ground as in the server's drawing has to fit the real window.
    this.view.zoom += Math.log2(Math.min(box.width / WIDTH, box.height / HEIGHT) || 1);
    new ResizeObserver(() => this.#resize()).observe(this.#svg);
    this.#resize();
    this.layOut();
    this.people.prepare();
  }

  #resize() {
    const box = this.#svg.getBoundingClientRect();
    const { view } = this;
    [view.width, view.height] = [Math.max(200, box.width), Math.max(200, box.height)];
    // Kept here: reading it while drawing would make the browser lay everything out.
    view.pixels = this.#svg.clientWidth / view.width;
    this.#svg.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    this.redraw();
  }

  /** Changes the view, and draws it at the next frame. */
  change(how) {
    how(this.view);
    this.redraw();
  }

  /** All of the piste that the address is about, of which it returns a place; undefined without one. */
  showTrace() {
    const { places, middle } = this.trace;
    if (middle) this.change((view) => view.fit(places));
    return middle;
  }

  redraw() {
    this.#timers.redraw ||= requestAnimationFrame((now) => {
      this.#timers.redraw = 0;
      if (!this.#shift(now)) this.layOut(now);
    });
  }

  /** Shifts what is drawn; false when it has to be laid out. */
  #shift(now) {
    const { view, drawn } = this;
    const [dx, dy] = [(drawn.x - view.x) * view.size, (drawn.y - view.y) * view.size];
    const isSame = drawn.zoom === view.zoom && drawn.width === view.width && drawn.height === view.height;
    const isFar = Math.hypot(dx, dy) > REACH - 40 || now - this.#drawnAt > LONG;
    if (!this.#act.isHeld() || !isSame || isFar) return false;
    this.#moving.setAttribute("transform", `translate(${dx.toFixed(1)} ${dy.toFixed(1)})`);
    this.ground.draw(view);
    clearTimeout(this.#timers.rest);
    this.#timers.rest = setTimeout(() => requestAnimationFrame((time) => this.layOut(time)), REST);
    return true;
  }

  layOut(now = performance.now()) {
    this.drawn.copy(this.view);
    this.#drawnAt = now;
    this.#moving.removeAttribute("transform");
    this.people.layOut(this.selected, this.#words, now, this.marks.points(this.drawn));
    this.ground.decide(this.people.shown);
    this.ground.draw(this.view);
    this.marks.draw(this.drawn, this.people);
    const marks = {
      spots: [...this.people.spots, ...this.marks.spots], names: [...this.people.names, ...this.marks.names],
    };
    marks.names.push(...this.listed.draw(this.drawn, marks));
    if (!this.#act.isHeld()) this.ground.giveWay(this.drawn, marks);
    for (const part of [this.trace, this.trail, this.trails, this.#graticule, this.measure]) part.draw(this.drawn);
    this.ground.wait();
  }

  /** Somebody has moved, or gone, or a position has grown old. */
  schedule() {
    this.#timers.due ||= setTimeout(() => {
      this.#timers.due = 0;
      if (this.#act.isHeld()) return;
      requestAnimationFrame((now) => {
        this.layOut(now);
        this.#act.changed();
      });
    }, PAUSE);
  }

  /** @param away names of what tiles leave away. */
  chooseLayers(away) {
    this.ground.leaveAway(away.filter((name) => name !== "listed"));
    this.listed.isOn = !away.includes("listed");
    this.#graticule.forget();
    this.redraw();
    this.trails.load(this.drawn);
  }

  /** The zoom at which the server's drawing shows all of what is on the screen, whatever its shape. */
  get zoomOfPrint() {
    const { zoom, width, height } = this.view;
    return zoom - Math.log2(Math.max(width / WIDTH, height / HEIGHT));
  }
}
