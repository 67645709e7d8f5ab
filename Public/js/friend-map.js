// The traveller's map: friends who show themselves, moved by the stream; the page's own position while it is open.
import { parsePage, showState, subscribe } from "./live.js";
import { FriendMarks } from "./map/friend-marks.js";
import { Friends } from "./map/friends.js";
import { mercator } from "./map/geometry.js";
import { Gestures } from "./map/gestures.js";
import { getJSON } from "./json.js";
import { Picked } from "./map/picked.js";
import { decode, fromRow, number } from "./map/positions.js";
import { PEOPLE, decide } from "./map/style.js";
import { TileLayer } from "./map/tiles.js";
import { Viewport } from "./map/viewport.js";
import { write } from "./dom.js";
import { OwnPosition } from "./own-position.js";

// Pixels around a tap in which somebody is meant.
const REACH = 24;
// Milliseconds: the list is brought up to date once a second at most, and ages go on by themselves.
const [PAUSE, AGING] = [1000, 15_000];

class FriendMap {
  #data;
  #frame;
  #svg = document.getElementById("friend-marks");
  #view;
  #tiles;
  #marks;
  #friends;
  #picked;
  #style;
  #own = document.getElementById("me");
  #mine = this.#own && fromRow(this.#own);
  // Ids of friends who have just come into sight and whose names are not here yet.
  #strangers = new Set();
  #frameDue = 0;
  #listDue = 0;
  #listedAt = -Infinity;

  constructor(page) {
    const data = this.#data = page.dataset;
    const limits = { fresh: Number(data.fresh) * 60e3, stale: Number(data.stale) * 60e3 };
    this.#frame = page.querySelector(".friend-map");
    this.#view = new Viewport(data, [8, 18]);
    this.#tiles = new TileLayer(this.#frame.querySelector(".tile-layer"), { version: data.version, raster: "" });
    this.#style = data.shown;
    this.#marks = new FriendMarks(this.#svg, data, limits);
    this.#friends = new Friends(limits, Number(data.radius));
    this.#picked = new Picked(data.people);
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(this.#frame);
    setInterval(() => this.#refresh(), AGING);
    this.#refresh();
  }

  // MARK: drawing

  #resize() {
    const { width, height } = this.#frame.getBoundingClientRect();
    Object.assign(this.#view, { width, height });
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#redraw();
  }

  #redraw() {
    this.#frameDue ||= requestAnimationFrame(() => {
      this.#frameDue = 0;
      if (!this.#view.width) return;
      this.#marks.draw(this.#view, this.#friends.all, this.#mine);
      this.#tiles.draw(this.#view, this.#style);
    });
  }

  #change(how) {
    how(this.#view);
    this.#redraw();
  }

  /** Somebody moved: the map at the next frame, the list a little later. */
  #refresh() {
    this.#redraw();
    this.#listDue ||= setTimeout(() => {
      this.#listDue = 0;
      this.#listedAt = performance.now();
      this.#drawList();
    }, Math.max(0, this.#listedAt + PAUSE - performance.now()));
  }

  #drawList() {
    this.#friends.draw(this.#mine, (friend) => this.#picked.includes(friend));
    if (this.#mine && !this.#own) {
      write(document.getElementById("own"), "Your position is the one that this phone gives.");
    }
    this.#drawPicked();
  }

  #drawPicked() { this.#picked.draw((friend) => this.#friends.has(friend.id)); }

  // MARK: moving

  #listen() {
    const zoom = (point, by) => this.#change((view) => view.zoomAt(point, by));
    new Gestures(this.#frame, this.#view, {
      pan: (dx, dy) => this.#change((view) => view.pan(dx, dy)), zoomAt: zoom,
    }, { step: 60, zoomStep: 1, ignores: "button, a, form" });
    this.#frame.addEventListener("click", (event) => {
      const what = event.target.closest("button")?.dataset.do;
      if (what === "in") zoom(this.#view.middle, 1);
      if (what === "out") zoom(this.#view.middle, -1);
      if (what === "me" && this.#mine) this.#change((view) => view.centre(mercator(this.#mine.lat, this.#mine.lon)));
      if (!event.target.closest("button, a, form")) this.#pick(event);
    });
  }

  #pick({ clientX, clientY }) {
    const box = this.#frame.getBoundingClientRect();
    const far = ({ x, y }) => Math.hypot(x - clientX + box.left, y - clientY + box.top);
    const group = this.#marks.groups.find((some) => some.friends.length > 1 && far(some) < REACH);
    if (group) { this.#open(group); return; }
    const gap = (friend) => {
      return far(this.#view.point(mercator(friend.lat, friend.lon)));
    };
    this.#name(this.#friends.all.filter((friend) => gap(friend) < REACH).sort((a, b) => gap(a) - gap(b)));
  }

  #name(friends) {
    for (const friend of friends) this.#friends.drawRow(friend, true);
    this.#picked.show(friends);
  }

  /** Goes closer to those of a cluster, or names them where that does not help. */
  #open({ x, y, friends }) {
    const places = friends.map(({ lat, lon }) => mercator(lat, lon));
    const spread = Math.max(...places.map((place) => {
      const point = this.#view.point(place);
      return Math.hypot(point.x - x, point.y - y);
    }));
    if (this.#view.zoom >= 17.5 || spread <= 1) { this.#name(friends); return; }
    const mean = (axis) => places.reduce((sum, place) => sum + place[axis] / places.length, 0);
    this.#change((view) => view.centre({ x: mean("x"), y: mean("y") }, Math.min(18, view.zoom + 2)));
  }

  // MARK: positions

  /** Where this phone is. */
  move({ altitude, ...position }) {
    this.#mine = { ...this.#mine, ...position, ground: altitude ?? this.#mine?.ground ?? null };
    this.#chooseStyle();
    this.#refresh();
  }

  /** Chooses the style by the reader's own height, unless they chose a map. */
  #chooseStyle() {
    const threshold = number(this.#data.threshold);
    const height = this.#mine.ground;
    if (this.#data.choice !== "auto" || threshold === null || height === null) return;
    const { style, reason } =
      decide({ choice: "auto", heights: [height], centre: null, threshold, previous: this.#style });
    this.#style = style;
    write(document.getElementById("map-reason"), reason.replace(PEOPLE, "you are"));
  }

  take(entries) {
    for (const position of entries.map(decode)) {
      if (position.id !== this.#own?.dataset.id && !this.#friends.take(position)) this.#meet(position.id);
    }
    this.#refresh();
  }

  /** Every open map asks for the name of a new friend: at random moments, so that not all ask at once. */
  #meet(id) {
    if (this.#strangers.has(id)) return;
    this.#strangers.add(id);
    setTimeout(async () => {
      const response = await fetch(`${this.#data.people}/${id}`, { redirect: "manual" }).catch(() => null);
      const row = response?.ok && this.#strangers.has(id) && parsePage(await response.text()).querySelector("li");
      if (!this.#strangers.delete(id) || !row || this.#friends.has(id)) return;
      this.#friends.append(document.importNode(row, true));
      this.#refresh();
    }, Math.random() * 1000);
  }

  forget(id) {
    this.#strangers.delete(id);
    this.#friends.remove(id);
    this.#drawPicked();
    this.#refresh();
  }

  async reread() {
    const found = await getJSON(this.#data.positions);
    // Without a response what is shown stays, with its age.
    if (!found) return;
    const shown = new Set(found.p.map(([id]) => id));
    for (const id of this.#friends.ids) if (!shown.has(id)) this.forget(id);
    this.take(found.p);
  }
}

document.documentElement.classList.add("js");
const page = document.getElementById("friend-map");
const map = new FriendMap(page);
new OwnPosition(page.dataset.send, (position) => map.move(position));
subscribe({
  state: (state) => { showState(state); if (state === "open") map.reread(); },
  positions: ({ p }) => map.take(p),
  hidden: ({ id }) => map.forget(id),
  reread: () => map.reread(),
});
