// The traveller's map: friends who show themselves, moved by the stream; the page's own position while it is open.
import { parsePage, showState, subscribe } from "./live.js";
import { FriendMarks } from "./map/friend-marks.js";
import { friendPlaces } from "./map/friend-places.js";
import { FriendView } from "./map/friend-view.js";
import { Friends } from "./map/friends.js";
import { mercator } from "./map/geometry.js";
import { getJSON } from "./json.js";
import { Picked } from "./map/picked.js";
import { decode, fromRow } from "./map/positions.js";
import { Sheet } from "./map/sheet.js";
import { Tabs } from "./map/tabs.js";
import { write } from "./dom.js";
import { OwnPosition } from "./own-position.js";
import { says } from "./texts.js";

// Pixels around a tap in which somebody is meant, or a meeting point.
const REACH = 24;
// Milliseconds: the list is brought up to date once a second at most, and ages go on by themselves.
const [PAUSE, AGING] = [1000, 15_000];

/** Whether a link is to open in a tab of its own. */
const isElsewhere = ({ ctrlKey, metaKey, shiftKey, button }) => ctrlKey || metaKey || shiftKey || button > 0;

class FriendMap {
  #data;
  #view;
  #friends;
  #marks;
  #picked;
  #sheet;
  #tabs;
  #places;
  #own = document.getElementById("me");
  #mine = this.#own && fromRow(this.#own);
  // Ids of friends who have just come into sight and whose names are not here yet.
  #strangers = new Set();
  #listDue = 0;
  #listedAt = -Infinity;

  constructor(page) {
    const data = this.#data = page.dataset;
    const limits = { fresh: Number(data.fresh) * 60e3, stale: Number(data.stale) * 60e3 };
    this.#marks = new FriendMarks(document.getElementById("friend-marks"), data, limits);
    this.#friends = new Friends(limits, Number(data.radius));
    this.#picked = new Picked(data, { choose: (friend) => this.select(friend), closed: () => this.#close() });
    this.#places = friendPlaces(data.places, () => this.#view?.redraw());
    this.#view = new FriendView(page, {
      draw: (view) => {
        const marks = this.#marks.draw(view, this.#friends.all, this.#mine, this.#picked.friend);
        marks.names.push(...this.#places.draw(view, marks));
        return marks;
      },
      tap: (point) => this.#tap(point), goHome: () => this.#goHome(), mine: () => this.#mine,
      seen: () => this.#friends.seen,
    });
    this.#sheet = new Sheet(page, () => this.#view.cover(this.#sheet?.inset));
    this.#view.cover(this.#sheet.inset);
    this.#tabs = new Tabs(document.getElementById("sheet-tabs"), () => this.#sheet.raise());
    this.#listen();
    setInterval(() => this.#refresh(), AGING);
    this.#refresh();
    // Whom or what the page's address is about.
    const friend = this.#friends.find(new URLSearchParams(location.search).get("friend"));
    const meeting = document.querySelector("#meetings [aria-current]");
    const spot = document.getElementById("spot");
    if (friend) this.select(friend); else if (meeting) this.#showMeeting(meeting, false);
    else if (spot) { this.#picked.showSpot(spot); this.#sheet.showCard(); }
  }

  // MARK: the list

  /** Somebody moved: the map at the next frame, the list a little later. */
  #refresh() {
    this.#view.redraw();
    this.#listDue ||= setTimeout(() => {
      [this.#listDue, this.#listedAt] = [0, performance.now()];
      this.#drawList();
    }, Math.max(0, this.#listedAt + PAUSE - performance.now()));
  }

  #drawList() {
    this.#friends.draw(this.#mine, (friend) => this.#picked.includes(friend));
    const own = this.#mine && !this.#own && document.getElementById("own");
    if (own) write(own, says`Your position is the one that this phone gives.`);
    this.#drawPicked();
  }

  #drawPicked() { this.#picked.draw((friend) => this.#friends.has(friend.id)); }

  #listen() {
    document.getElementById("friends").addEventListener("click", (event) => {
      const friend = this.#friends.find(event.target.closest("li")?.dataset.id);
      if (!friend || isElsewhere(event)) return;
      event.preventDefault();
      this.select(friend);
    });
    document.getElementById("meetings").addEventListener("click", (event) => {
      const link = event.target.closest("a.button");
      if (!link || isElsewhere(event)) return;
      event.preventDefault();
      this.#showMeeting(link.closest("li"), true);
    });
    document.getElementById("friend-filter").addEventListener("input", ({ target }) => {
      this.#friends.wanted = target.value.trim();
      this.#drawList();
    });
    const form = document.getElementById("radius");
    form.elements.radius.addEventListener("change", ({ target }) => {
      this.#friends.radius = Number(target.value);
      this.#drawList();
      // Kept for the next page; without a line it holds on this one.
      fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" })
        .catch(() => {});
    });
  }

  // MARK: looking closer

  #tap(point) {
    const [far, isOwn] = [({ x, y }) => Math.hypot(x - point.x, y - point.y), this.#marks.isOwnAt(point)];
    const group = !isOwn && this.#marks.groups.find((some) => some.friends.length > 1 && far(some) < REACH);
    if (group) { this.#open(group); return; }
    const gap = (friend) => friend ? far(this.#view.point(friend)) : Infinity;
    const found = this.#friends.all.filter((friend) => !isOwn && gap(friend) < REACH).sort((a, b) => gap(a) - gap(b));
    const meetings = found.length ? [] : this.#marks.meetingsAt(point, REACH);
    if (meetings.length === 1) this.#showMeeting(meetings[0], false);
    else if (meetings.length) this.#listMeetings();
    else if (found.length) this.#show(found);
    else if (isOwn || gap(this.#mine) < REACH) { this.#picked.showMine(this.#mine.time); this.#sheet.showCard(); }
    else this.#tapPlace(this.#places.at(point, REACH));
  }

  async #tapPlace(id) {
    const card = id && await this.#places.card(id);
    if (card) { this.#picked.showPlace(card); this.#sheet.showCard(); } else { this.#picked.show([]); this.#close(); }
  }

  /** Several in one spot: all of them, in the list. */
  #listMeetings() {
    this.#picked.show([]);
    this.#tabs.show("part-meet");
    this.#sheet.showCard();
  }

  /** Whoever was chosen in the list, or by the address. */
  select(friend) {
    this.#show([friend]);
    this.#view.reveal(friend);
  }

  #show(friends) {
    for (const friend of friends) this.#friends.drawRow(friend, true);
    this.#picked.show(friends);
    this.#sheet.showCard();
    this.#view.redraw();
  }

  #showMeeting(row, goes) {
    for (const other of row.parentElement.children) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "location");
    this.#picked.showMeeting(row);
    this.#sheet.showCard();
    if (goes) this.#view.reveal(fromRow(row));
    this.#view.redraw();
  }

  #close() {
    if (this.#sheet.isNarrow) this.#sheet.set("low");
    this.#view.redraw();
  }

  /** Goes closer to those of a cluster, or names them where that does not help. */
  #open({ x, y, friends }) {
    const spread = Math.max(...friends.map((friend) => {
      const point = this.#view.point(friend);
      return Math.hypot(point.x - x, point.y - y);
    }));
    if (this.#view.isClose || spread <= 1) { this.#show(friends); return; }
    const places = friends.map(({ lat, lon }) => mercator(lat, lon));
    const mean = (axis) => places.reduce((sum, place) => sum + place[axis] / places.length, 0);
    this.#view.goCloser({ x: mean("x"), y: mean("y") });
  }

  #goHome() {
    const show = () => { this.#view.reveal(this.#mine, true); this.#marks.pulse(); };
    if (this.#mine) { show(); return; }
    const say = () => write(document.getElementById("own"), says`This phone does not say where it is.`);
    if (!navigator.geolocation) { say(); return; }
    navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude, altitude }, timestamp }) => {
      this.move({ lat: latitude, lon: longitude, time: timestamp, altitude });
      show();
    }, say, { timeout: 10_000 });
  }

  // MARK: positions

  /** Where this phone is. */
  move({ altitude, ...position }) {
    this.#mine = { ...this.#mine, ...position, ground: altitude ?? this.#mine?.ground ?? null };
    this.#refresh();
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
