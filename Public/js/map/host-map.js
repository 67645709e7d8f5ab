// The hosts' map: who is selected, and what is told beside it.
import { Address } from "./address.js";
import { Gestures } from "./gestures.js";
import { mercator } from "./geometry.js";
import { getJSON } from "../json.js";
import { List } from "./list.js";
import { Panel } from "./panel.js";
import { number } from "./positions.js";
import { Scene } from "./scene.js";
import { Sheet } from "./sheet.js";
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
  #sheet;
  #gestures;
  #address = new Address((id) => this.#follow(id));

  constructor(page, svg) {
    const words = new Words(page.dataset.zone, number(page.dataset.baseHeight));
    document.documentElement.classList.add("live");
    this.#list = new List(svg, words, (id) => this.select(id));
    this.#scene = new Scene(page, svg, this.#list.rows, words, {
      open: (members) => this.#open(members),
      tell: (place, about) => this.#tell(place, 0, about),
      place: (event) => this.#scene.view.place(this.#gestures.local(event)),
      isHeld: () => this.#gestures?.isHeld,
      changed: () => this.#list.count(this.#scene.people.all),
    });
    this.#panel = new Panel(words, (...place) => this.#scene.ground.at(...place), () => this.#clear());
    this.#sheet = new Sheet(page, () => this.#cover());
    this.#gestures = new Gestures(svg, this.#scene.view, {
      pan: (dx, dy) => this.#scene.change((view) => view.pan(dx, dy)),
      zoomAt: (point, by) => this.#scene.change((view) => view.zoomAt(point, by)),
      fit: () => this.fit(),
      rest: () => this.#scene.redraw(),
    }, { step: 80, zoomStep: 0.5 });
    svg.addEventListener("click", (event) => this.#click(event));
    this.#list.count(this.#scene.people.all);
    this.#cover();
    // All who are on it stand in what the list leaves, which the server does not know.
    const asked = new URLSearchParams(location.search);
    const line = this.#scene.showTrace();
    if (line) this.#tell(line, FINGER);
    else if (!asked.has("lat") && !asked.has("member")) this.fit();
    this.showNeed([...this.#list.rows].filter(({ dataset }) => dataset.need)
      .map(({ dataset: { id, since, need, words } }) => [id, Number(since), need, words]));
    setInterval(() => this.#refresh(), ROWS);
    setInterval(() => this.#scene.schedule(), AGING);
  }

  #refresh() {
    this.#list.refresh(this.#scene.people.all);
    const { selected } = this.#scene;
    if (selected) this.#panel.keep(this.find(selected));
  }

  /** Another part of the map is covered by the list. */
  #cover() {
    if (!this.#sheet) return;
    this.#scene.view.inset = this.#sheet.inset;
    this.#scene.redraw();
  }

  /**
   * @param calls of members who need help, the most urgent first: id, since when, "open" or "taken", and by whom. They
   * are red, amber once somebody is on it, by name, in no cluster, and first in the list.
   */
  showNeed(calls) {
    const wanted = new Map(calls.map(([id, since, state, words], rank) => [id, { rank, since, state, words }]));
    const { all } = this.#scene.people;
    for (const person of all) person.need = wanted.get(person.id) ?? null;
    this.#list.putAll(all);
    this.#scene.schedule();
  }

  // MARK: looking closer

  #click(event) {
    const id = event.target.closest?.("#markers [data-id]")?.dataset.id;
    if (id) this.select(id);
    const mark = event.target.closest?.(".place-mark");
    if (mark && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.#tellPlace(mark.dataset.place, mark.href);
    }
    if (event.target.closest?.(".marker, .meeting, .call-mark, .place-mark")) return;
    const { view } = this.#scene;
    this.#tell(view.place(this.#gestures.local(event)), FINGER * view.metresPerPixel);
  }

  /** Goes closer to those of a cluster, or names them where that does not help. */
  #open(members) {
    const points = members.map((person) => this.#scene.drawn.point(person.to));
    const spread = Math.max(...points.map((p) => Math.hypot(p.x - points[0].x, p.y - points[0].y)));
    if (this.#scene.view.zoom >= 17.5 || spread <= 1) {
      this.#panel.showNames(members, (id) => this.select(id));
      this.#sheet.showCard();
      return;
    }
    const mean = (axis) => members.reduce((sum, { to }) => sum + to[axis] / members.length, 0);
    this.#scene.change((view) => view.show({ x: mean("x"), y: mean("y") }, Math.min(18, view.zoom + 2)));
  }

  /** The card of a restaurant or a pharmacy; its page where the card cannot be had. */
  async #tellPlace(id, page) {
    const card = await this.#scene.listed.card(id);
    if (!card) { location.href = page; return; }
    this.#panel.showCard(card);
    this.#sheet.showCard();
  }

  /** Asks what is at a place, and within so many metres: a piste, a lift, the height, the coordinates. */
  async #tell(place, within, about) {
    const { marks, drawn, ground } = this.#scene;
    marks.asked = place;
    marks.draw(drawn, this.#scene.people);
    const { lat, lon } = Viewport.degrees(place);
    const found = await ground.at(lat, lon, within);
    if (!found || marks.asked !== place) return;
    this.#panel.showPlace(found, about);
    this.#sheet.showCard();
  }

  /**
   * @param goes whether the map goes there, too.
   * @param isTold whether the address tells of them already.
   */
  async select(id, goes = true, isTold = false) {
    const scene = this.#scene;
    const person = this.find(id);
    if (!person) return;
    if (!isTold) this.#address.name(id, scene.selected);
    scene.selected = id;
    scene.trail.show([], scene.drawn);
    this.#list.mark(person);
    this.#panel.showPerson(person);
    this.#sheet.showCard();
    if (person.isShown && goes) scene.view.show(person.to, Math.max(scene.view.zoom, 15));
    scene.layOut();
    const asked = performance.now();
    const found = await getJSON(person.row.dataset.trail);
    const isWanted = scene.selected === id && person.hiddenAt <= asked;
    if (found?.t && isWanted) scene.trail.show(found.t, scene.drawn);
  }

  /** What the address names now, after the browser's own Back. */
  #follow(id) {
    if (id) { this.select(id, true, true); return; }
    if (!this.#scene.selected) return;
    this.#panel.hide();
    this.#clear(true);
  }

  /** Nobody and nothing is told any more. */
  #clear(isTold = false) {
    if (!isTold) this.#address.leave();
    const { marks, trail, drawn } = this.#scene;
    marks.clear();
    this.#scene.selected = null;
    trail.show([], drawn);
    this.#list.mark(null);
    if (this.#sheet.isNarrow) this.#sheet.set("low");
    this.#scene.redraw();
  }

  // MARK: what others do with it

  fly(lat, lon, zoom, title, kind) {
    const place = mercator(lat, lon);
    if (this.#sheet.isNarrow) this.#sheet.set("half");
    this.#scene.change((view) => view.show(place, zoom));
    this.#tell(place, 0, { title, kind });
  }

  zoom(by) { this.#scene.change((view) => view.zoomAt(view.freeMiddle, by)); }
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

  /** What is in view: south, west, north, east. */
  get area() {
    const { view } = this.#scene;
    const [dx, dy] = [view.width / view.size / 2, view.height / view.size / 2];
    const [first, last] = [[-dx, -dy], [dx, dy]]
      .map(([x, y]) => Viewport.degrees({ x: view.x + x, y: view.y + y }));
    return [last.lat, first.lon, first.lat, last.lon].map((degree) => degree.toFixed(5)).join(",");
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
