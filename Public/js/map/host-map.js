// The hosts' map: who is selected, and what is told beside it.
import { Gestures } from "./gestures.js";
import { mercator } from "./geometry.js";
import { getJSON } from "../json.js";
import { List } from "./list.js";
import { Panel } from "./panel.js";
import { number } from "./positions.js";
import { Scene } from "./scene.js";
import { Viewport } from "./viewport.js";
import { Words } from "./words.js";

// A finger's width, pixels.
const FINGER = 10;
// Milliseconds: some rows of the list are brought up to date, and markers show that positions have grown old.
const [ROWS, AGING] = [250, 10_000];

export class HostMap {
  #scene;
  #list;
  #panel;
  #gestures;

  constructor(page, svg) {
    const words = new Words(page.dataset.zone, number(page.dataset.baseHeight));
    document.documentElement.classList.add("live");
    this.#list = new List(svg, words, (id) => this.select(id));
    this.#scene = new Scene(page, svg, this.#list.rows, words, {
      open: (members) => this.#open(members),
      tell: (place, about) => this.#tell(place, 0, about),
      isHeld: () => this.#gestures?.isHeld,
      changed: () => this.#list.count(this.#scene.people.all),
    });
    this.#panel = new Panel(words, (...place) => this.#scene.ground.at(...place));
    this.#gestures = new Gestures(svg, this.#scene.view, {
      pan: (dx, dy) => this.#scene.change((view) => view.pan(dx, dy)),
      zoomAt: (point, by) => this.#scene.change((view) => view.zoomAt(point, by)),
      fit: () => this.fit(),
      rest: () => this.#scene.redraw(),
    }, { step: 80, zoomStep: 0.5 });
    svg.addEventListener("click", (event) => this.#click(event));
    this.#list.count(this.#scene.people.all);
    setInterval(() => this.#list.refresh(this.#scene.people.all), ROWS);
    setInterval(() => this.#scene.schedule(), AGING);
  }

  /** @param ids of members who need help: red, by name, and in no cluster. */
  showNeed(ids) {
    this.#scene.people.inNeed = new Set(ids);
    this.#scene.layOut();
  }

  // MARK: looking closer

  #click(event) {
    const id = event.target.closest?.("#markers [data-id]")?.dataset.id;
    if (id) this.select(id);
    if (event.target.closest?.(".marker, .meeting, .call-mark")) return;
    const { view } = this.#scene;
    this.#tell(view.place(this.#gestures.local(event)), FINGER * view.metresPerPixel);
  }

  /** Goes closer to those of a cluster, or names them where that does not help. */
  #open(members) {
    const points = members.map((person) => this.#scene.drawn.point(person.to));
    const spread = Math.max(...points.map((p) => Math.hypot(p.x - points[0].x, p.y - points[0].y)));
    if (this.#scene.view.zoom >= 17.5 || spread <= 1) {
      this.#panel.showNames(members, (id) => this.select(id));
      return;
    }
    const mean = (axis) => members.reduce((sum, { to }) => sum + to[axis] / members.length, 0);
    this.#scene.change((view) => view.centre({ x: mean("x"), y: mean("y") }, Math.min(18, view.zoom + 2)));
  }

  /** Asks what is at a place, and within so many metres: a piste, a lift, the height, the coordinates. */
  async #tell(place, within, about) {
    const { marks, drawn, ground } = this.#scene;
    marks.asked = place;
    marks.draw(drawn);
    const { lat, lon } = Viewport.degrees(place);
    const found = await ground.at(lat, lon, within);
    if (found && marks.asked === place) this.#panel.showPlace(found, about);
  }

  /** @param goes whether the map goes there, too. */
  async select(id, goes = true) {
    const scene = this.#scene;
    const person = this.find(id);
    if (!person) return;
    scene.selected = id;
    scene.trail.show([], scene.drawn);
    this.#list.mark(person);
    this.#panel.showPerson(person);
    if (person.isShown && goes) scene.view.centre(person.to, Math.max(scene.view.zoom, 15));
    scene.layOut();
    const asked = performance.now();
    const found = await getJSON(person.row.dataset.trail);
    const isWanted = scene.selected === id && person.hiddenAt <= asked;
    if (found?.t && isWanted) scene.trail.show(found.t, scene.drawn);
  }

  // MARK: what others do with it

  fly(lat, lon, zoom, title) {
    const place = mercator(lat, lon);
    this.#scene.change((view) => view.centre(place, zoom));
    this.#tell(place, 0, { title });
  }

  zoom(by) { this.#scene.change((view) => view.zoomAt(view.middle, by)); }
  fit() { this.#scene.change((view) => view.fit(this.#scene.people.shown.map((person) => person.to))); }
  say(text) { this.#panel.say(text); }
  find(id) { return this.#scene.people.find(id); }
  chooseLayers(away) { this.#scene.chooseLayers(away); }

  chooseStyle(style) {
    this.#scene.ground.choice = style;
    this.#scene.redraw();
  }

  /** What a print needs to show the same. */
  get state() {
    const { view, ground, selected, zoomOfPrint } = this.#scene;
    return {
      lat: view.lat.toFixed(6), lon: view.lon.toFixed(6), z: zoomOfPrint.toFixed(2),
      style: ground.choice, shown: ground.style, member: selected ?? "",
    };
  }

  // MARK: what comes over the stream

  /** False if somebody is among them who is not on the page. */
  take(positions) {
    const now = performance.now();
    let areKnown = true;
    for (const position of positions) {
      const person = this.find(position.id);
      if (!person) { areKnown = false; continue; }
      person.take(position, now);
      if (position.id !== this.#scene.selected) continue;
      this.#scene.trail.add([position.lat, position.lon, position.time]);
      this.#panel.showPerson(person);
    }
    document.querySelector(".map-empty")?.remove();
    this.#scene.schedule();
    return areKnown;
  }

  hide(id, isForgotten) {
    const person = this.find(id);
    person?.hide(isForgotten);
    this.#scene.trails.remove(id);
    if (this.#scene.selected === id) {
      this.#scene.trail.show([], this.#scene.drawn);
      this.#panel.showPerson(person);
    }
    this.#scene.schedule();
  }

  /** Hides people who were shown when all positions were asked for and are not among them. */
  hideOthers(ids, asked) {
    for (const person of this.#scene.people.shown) {
      if (person.since < asked && !ids.has(person.id)) this.hide(person.id);
    }
  }
}
