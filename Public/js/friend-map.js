// The traveller's map: friends who show themselves, moved by the stream; the page's own position while it is open.
import { face } from "./face.js";
import { age, counted, freshness, nearness } from "./format.js";
import { distance, mercator } from "./geometry.js";
import { parsePage, showState, subscribe } from "./live.js";
import { make, set, write } from "./nodes.js";
import { loaded, waiting as waitingForms, watch as watchForms } from "./outbox.js";
import { TileLayer } from "./tiles.js";

const page = document.getElementById("friend-map");
const frame = page.querySelector(".friend-map");
const marks = document.getElementById("friend-marks");
const list = document.getElementById("friends");
const me = document.getElementById("me");
const data = page.dataset;
const [FRESH, STALE, RADIUS] = [Number(data.fresh) * 60e3, Number(data.stale) * 60e3, Number(data.radius)];
const HYSTERESIS = 30;
const MARKS = { fresh: "●", stale: "◐", lost: "○" };

document.documentElement.classList.add("js");

// MARK: people

const number = (text) => text === "" || text === undefined ? null : Number(text);
const read = (node) =>
  ({ lat: +node.dataset.lat, lon: +node.dataset.lon, time: +node.dataset.time, height: number(node.dataset.height) });
const own = me ? { id: me.dataset.id, ...read(me) } : null;
const person = (row) => ({ row, name: row.dataset.name, initials: row.dataset.initials, ...read(row) });
const known = new Map([...list.children].map((row) => [row.dataset.id, person(row)]));
let mine = own;
const view = { ...mercator(+data.lat, +data.lon), zoom: +data.zoom, width: 0, height: 0 };
const tiles = new TileLayer(frame.querySelector(".tile-layer"), { version: data.version, raster: "" });
let style = data.shown;

// Without a position of one's own nobody is nearer than anybody else: all are listed, by name.
const isNear = (friend) => !mine || friend.far <= RADIUS;

function drawList() {
  const rows = [...known.values()];
  rows.forEach(drawRow);
  order(rows.filter(isNear));
  const near = rows.filter(isNear).length;
  document.getElementById("nobody").hidden = near > 0;
  write(document.getElementById("near"), mine ? "Nearby" : "Friends on the map");
  if (mine && !own) write(document.getElementById("own"), "Your position is the one that this phone gives.");
  const others = document.getElementById("others");
  if (others) others.hidden = rows.length === near;
  drawPicked();
}

function drawRow(friend) {
  friend.far = mine ? distance(mine, friend) : Infinity;
  set(friend.row, "class", isNear(friend) ? "near" : "far");
  // Who is far has no row in sight, unless a tap on the map shows it: hundreds of them need not be kept up to date.
  if (!isNear(friend) && !picked.people.includes(friend)) return;
  const state = freshness(Date.now() - friend.time, FRESH, STALE);
  const mark = friend.row.querySelector(".mark");
  set(mark, "class", `mark ${state}`);
  write(mark, MARKS[state]);
  const above = mine?.height != null && friend.height != null ? friend.height - mine.height : 0;
  write(friend.row.querySelector(".how-far"), mine ? nearness(friend.far, above) : "");
  write(friend.row.querySelector(".age"), age(Date.now() - friend.time));
}

/** Nearest first. While somebody is at a row it does not run away, and only rows that are out of place are moved. */
function order(rows) {
  if (list.matches(":focus-within, :active")) return;
  let next = list.firstElementChild;
  for (const { row } of rows.sort((a, b) => (mine ? a.far - b.far : a.name.localeCompare(b.name)))) {
    // One that fell back is passed over: it moves when its turn comes, and not all the others.
    if (row !== next && row === next?.nextElementSibling) next = row;
    if (row === next) next = row.nextElementSibling; else list.insertBefore(row, next);
  }
}

// Who was tapped on the map: their rows once more, beside them.
const picked = { node: document.getElementById("picked"), people: [], shown: [] };
const PICKED = 3;

function drawPicked() {
  picked.people = picked.people.filter((friend) => known.has(friend.row.dataset.id));
  const { people, shown } = picked;
  // A finger that is on its way to a row must find it there: the same people keep their rows.
  if (people.length !== shown.length || people.some((friend, index) => friend !== shown[index])) showPicked();
  [...picked.node.children].slice(0, Math.min(PICKED, people.length)).forEach((copy, index) => {
    for (const part of [".mark", ".how-far", ".age"]) {
      const [from, to] = [people[index].row.querySelector(part), copy.querySelector(part)];
      set(to, "class", from.className);
      write(to, from.textContent);
    }
  });
  if (people.length === 1) showForms(people[0]);
}

/** Of one who was tapped on, the coordinates as the server writes them: asked for again when they have moved. */
async function showForms(friend) {
  const place = `${friend.lat} ${friend.lon}`;
  if (picked.asked === place) return;
  picked.asked = place;
  const answer = await fetch(`${data.people}/${friend.row.dataset.id}`, { redirect: "manual" }).catch(() => null);
  const list = answer?.ok && parsePage(await answer.text()).querySelector(".coordinates");
  if (!list || picked.asked !== place || picked.people[0] !== friend) return;
  const item = picked.node.querySelector(".where") ?? document.createElement("li");
  item.className = "where";
  item.replaceChildren(document.importNode(list, true));
  picked.node.append(item);
}

function showPicked() {
  const { people } = picked;
  const rows = people.slice(0, PICKED).map(({ row }) => {
    const copy = row.cloneNode(true);
    copy.className = "near";
    return copy;
  });
  if (people.length > PICKED) {
    const more = document.createElement("li");
    more.className = "muted";
    more.textContent = `and ${people.length - PICKED} more here`;
    rows.push(more);
  }
  picked.node.replaceChildren(...rows);
  picked.node.hidden = !rows.length;
  [picked.shown, picked.asked] = [people, null];
}

function pick(x, y) {
  const size = 256 * 2 ** view.zoom;
  const gap = (friend) => {
    const place = mercator(friend.lat, friend.lon);
    return Math.hypot((place.x - view.x) * size + view.width / 2 - x, (place.y - view.y) * size + view.height / 2 - y);
  };
  picked.people = [...known.values()].filter((friend) => gap(friend) < 24).sort((a, b) => gap(a) - gap(b));
  picked.people.forEach(drawRow);
  drawPicked();
}

// MARK: drawing

// Markers stand relative to a fixed place, so that moving the map moves them as one.
const plane = make("g");
const anchor = { x: 0, y: 0, zoom: null };
marks.append(plane);

class Marker {
  constructor(name, label, row) {
    this.node = make("g");
    this.node.append(make("title", {}, name), make("circle", { r: 16 }), make("text", {}, label), ...face(row));
  }
  put({ lat, lon }, classes) {
    set(this.node, "class", `marker ${classes}`);
    if (!this.node.isConnected) plane.append(this.node);
    if (this.lat === lat && this.lon === lon && this.zoom === anchor.zoom) return;
    Object.assign(this, { lat, lon, zoom: anchor.zoom });
    const [place, size] = [mercator(lat, lon), 256 * 2 ** anchor.zoom];
    this.node.setAttribute(
      "transform", `translate(${((place.x - anchor.x) * size).toFixed(1)} ${((place.y - anchor.y) * size).toFixed(1)})`
    );
  }
}
/** The flag of a meeting point; it leads to its event. */
function flag(row) {
  const [node, link] =
    [make("g", { class: "meeting" }), make("a", { href: row.querySelector("a").getAttribute("href") })];
  link.append(
    make("title", {}, row.dataset.label), make("rect", { x: -6, y: -25, width: 26, height: 27, "fill-opacity": 0 }),
    make("path", { d: "M0 0V-22M0-22H14L10-17 14-12H0" })
  );
  node.append(make("text", { y: -27 }, row.dataset.label), link);
  return node;
}
const base = data.baseLat ? new Marker(data.base, "⌂") : null;
const meetings = [...document.querySelectorAll("#meetings li[data-lat]")]
  .map((row) => ({ ...read(row), node: flag(row) }));
const ownMarker = new Marker("You", "•");

function draw() {
  if (!view.width) return;
  if (anchor.zoom !== view.zoom) Object.assign(anchor, { x: view.x, y: view.y, zoom: view.zoom });
  const size = 256 * 2 ** view.zoom;
  const [x, y] = [(anchor.x - view.x) * size + view.width / 2, (anchor.y - view.y) * size + view.height / 2];
  plane.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  base?.put({ lat: +data.baseLat, lon: +data.baseLon }, "base-mark");
  for (const meeting of meetings) {
    const place = mercator(meeting.lat, meeting.lon), scale = 256 * 2 ** anchor.zoom;
    meeting.node.setAttribute(
      "transform",
      `translate(${((place.x - anchor.x) * scale).toFixed(1)} ${((place.y - anchor.y) * scale).toFixed(1)})`
    );
    if (!meeting.node.isConnected) plane.append(meeting.node);
  }
  for (const friend of known.values()) {
    friend.marker ??= new Marker(friend.name, friend.initials, friend.row);
    friend.marker.put(friend, freshness(Date.now() - friend.time, FRESH, STALE));
  }
  if (mine) ownMarker.put(mine, "me");
  if (mine && plane.lastChild !== ownMarker.node) plane.append(ownMarker.node);
  tiles.draw(view, style);
}

/** Mountain or street by one's own height; a little lower to go back than to come. */
function chooseStyle() {
  const threshold = number(data.threshold);
  if (data.choice !== "auto" || threshold === null || mine?.height == null) return;
  style = mine.height >= threshold - (style === "mountain" ? HYSTERESIS : 0) ? "mountain" : "street";
  const kind = style === "mountain" ? "Mountain" : "Street";
  const reason = `${kind} map: you are at ${Math.round(mine.height)} m, mountain from ${Math.round(threshold)} m`;
  document.getElementById("map-reason").textContent = reason;
}

let waiting = false;
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
}

// Somebody moved: the map at the next frame, the list once a second.
let due = 0;
let listedAt = -Infinity;
function refresh() {
  redraw();
  due ||= setTimeout(() => {
    [due, listedAt] = [0, performance.now()];
    drawList();
  }, Math.max(0, listedAt + 1000 - performance.now()));
}

function forget(id) {
  strangers.delete(id);
  const friend = known.get(id);
  friend?.row.remove();
  friend?.marker?.node.remove();
  known.delete(id);
  drawPicked();
}

// MARK: moving

function zoomBy(step, x = view.width / 2, y = view.height / 2) {
  const before = 256 * 2 ** view.zoom;
  view.zoom = Math.min(18, Math.max(8, view.zoom + step));
  const after = 256 * 2 ** view.zoom;
  view.x += (x - view.width / 2) * (1 / before - 1 / after);
  view.y += (y - view.height / 2) * (1 / before - 1 / after);
  redraw();
}
function pan(dx, dy) {
  const size = 256 * 2 ** view.zoom;
  view.x -= dx / size;
  view.y -= dy / size;
  redraw();
}

const fingers = new Map();
let moved = 0;
frame.addEventListener("pointerdown", (event) => {
  if (event.target.closest("button, a, form")) return;
  fingers.set(event.pointerId, event);
  moved = 0;
  frame.setPointerCapture(event.pointerId);
});
frame.addEventListener("pointermove", (event) => {
  const old = fingers.get(event.pointerId);
  if (!old) return;
  moved += Math.hypot(event.clientX - old.clientX, event.clientY - old.clientY);
  if (fingers.size === 1) pan(event.clientX - old.clientX, event.clientY - old.clientY);
  if (fingers.size === 2) {
    const [other] = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    const box = frame.getBoundingClientRect();
    const gap = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
    zoomBy(
      Math.log2(gap(event) / gap(old)), (event.clientX + other.clientX) / 2 - box.left,
      (event.clientY + other.clientY) / 2 - box.top
    );
  }
  fingers.set(event.pointerId, event);
});
for (const name of ["pointerup", "pointercancel"]) {
  frame.addEventListener(name, (event) => fingers.delete(event.pointerId));
}
frame.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = frame.getBoundingClientRect();
  zoomBy(-Math.sign(event.deltaY) * 0.5, event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
frame.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
  if (step) pan(...step); else if (event.key === "+") zoomBy(1); else if (event.key === "-") zoomBy(-1); else return;
  event.preventDefault();
});
frame.addEventListener("click", ({ target, clientX, clientY }) => {
  const [what, box] = [target.closest("button")?.dataset.do, frame.getBoundingClientRect()];
  if (!target.closest("button, a, form") && moved < 5) pick(clientX - box.left, clientY - box.top);
  if (what === "in") zoomBy(1);
  if (what === "out") zoomBy(-1);
  if (what === "me" && mine) { Object.assign(view, mercator(mine.lat, mine.lon)); redraw(); }
});

// MARK: the others

function take([id, lat, lon, , time, , , , , ground]) {
  if (id === own?.id) return;
  const friend = known.get(id);
  if (!friend) { meet(id); return; }
  if (friend.time > time) return;
  Object.assign(friend, { lat, lon, time, height: ground });
}

// Somebody who has just come into sight has no name here yet. Every open map asks for it, so not all at the same
// moment.
const strangers = new Set();
function meet(id) {
  if (strangers.has(id)) return;
  strangers.add(id);
  setTimeout(async () => {
    const answer = await fetch(`${data.people}/${id}`, { redirect: "manual" }).catch(() => null);
    const row = answer?.ok && strangers.has(id) && parsePage(await answer.text()).querySelector("li");
    if (!strangers.delete(id) || !row || known.has(id)) return;
    list.append(document.importNode(row, true));
    known.set(id, person(list.lastElementChild));
    refresh();
  }, Math.random() * 1000);
}

async function reread() {
  try {
    const answer = await fetch(data.positions, { redirect: "manual" });
    if (!answer.ok) return;
    const { p } = await answer.json();
    const shown = new Set(p.map(([id]) => id));
    [...known.keys()].filter((id) => !shown.has(id)).forEach(forget);
    p.forEach(take);
    refresh();
  } catch { /* what is shown stays, with its age */ }
}

subscribe({
  state: (state) => { showState(state); if (state === "open") reread(); },
  positions: ({ p }) => { p.forEach(take); refresh(); },
  hidden: ({ id }) => { forget(id); refresh(); },
  reread,
});
setInterval(refresh, 15000);

// MARK: one's own position, sent while the page is open

const KEY = "sotravel-positions";
const button = document.getElementById("send-here");
const state = document.getElementById("send-state");
let queue = [];
try { queue = JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { /* begins empty */ }
let watch = null;
let isSending = false;

function keep() {
  try { localStorage.setItem(KEY, JSON.stringify(queue.slice(-500))); } catch { /* the queue is in memory */ }
}

function note({ coords, timestamp }) {
  const last = queue.at(-1);
  const here = { lat: coords.latitude, lon: coords.longitude };
  mine = { ...(mine ?? {}), ...here, time: timestamp, height: coords.altitude ?? mine?.height ?? null };
  chooseStyle();
  refresh();
  // Standing still is told once a minute, moving every 15 metres: the battery has to last the day.
  if (last && timestamp - last.t < 60000 && distance({ lat: last.lat, lon: last.lon }, here) < 15) return;
  queue.push({ ...here, t: timestamp, acc: coords.accuracy, alt: coords.altitude, spd: coords.speed });
  keep();
}

/** Whoever has switched sharing off sends nothing, though the server does not know it yet. */
const isOff = () => waitingForms("sharing").some(({ fields }) => {
  const sent = Object.fromEntries(fields);
  return sent.off === "yes" || sent.level === "off";
});

function stop() {
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = null;
  button.textContent = "Send my position while this page is open";
}

function stopIfOff() {
  if (!isOff()) return;
  stop();
  queue = [];
  keep();
  state.textContent = "You have switched sharing off: nothing is sent.";
}
watchForms(stopIfOff);

async function send() {
  await loaded;
  if (isSending || queue.length === 0) return;
  isSending = true;
  const batch = queue.slice(0, 200);
  const locations = batch.map(({ lat, lon, t, acc, alt, spd }) => ({
    type: "Feature", geometry: { type: "Point", coordinates: [lon, lat] },
    properties: {
      timestamp: new Date(t).toISOString(), horizontal_accuracy: acc, altitude: alt ?? undefined, speed: spd ?? -1
    },
  }));
  try {
    const answer = await fetch(
      data.send,
      {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ locations }),
        redirect: "manual"
      }
    );
    if (answer.ok) {
      queue = queue.slice(batch.length);
      keep();
      state.textContent = "Sent just now.";
    } else state.textContent = "The server does not take positions right now.";
  } catch { state.textContent = `No connection: ${counted(queue.length, "position waits", "positions wait")}.`; }
  isSending = false;
}

if (navigator.geolocation) {
  button.hidden = false;
  button.addEventListener("click", () => {
    if (watch !== null) {
      stop();
      state.textContent = "";
      return;
    }
    if (isOff()) { stopIfOff(); return; }
    watch = navigator.geolocation.watchPosition((fix) => {
      note(fix);
      send();
    }, () => {
      state.textContent = "The phone gives no position. Allow it in the browser's settings.";
    }, { enableHighAccuracy: true, maximumAge: 10000 });
    button.textContent = "Stop sending";
  });
}
addEventListener("online", send);
setInterval(send, 15000);
send();

new ResizeObserver(() => {
  ({ width: view.width, height: view.height } = frame.getBoundingClientRect());
  marks.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
  redraw();
}).observe(frame);
refresh();
