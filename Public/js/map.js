// The map with scripts: pan, zoom, gliding markers, trails. Without them the server's picture and links stand.
import { subscribe, showState, offerReload } from "./live.js";
import { coordinateList } from "./copy.js";
import { face } from "./face.js";
import { age, counted, freshness } from "./format.js";
import { latitude, mercator } from "./geometry.js";
import { make, set, write } from "./nodes.js";
import { TileLayer } from "./tiles.js";
import { getJSON, layers as layerChoice, locateButton, printQuery, search, showPlace, wayLink } from "./map-tools.js";

const page = document.getElementById("map-page");
const map = document.getElementById("map");
const layers =
  Object.fromEntries(["graticule", "accuracy", "trail", "markers"].map((id) => [id, document.getElementById(id)]));
const list = document.getElementById("people");
const details = document.getElementById("details");
const [FRESH, STALE] = [Number(page.dataset.fresh) * 60e3, Number(page.dataset.stale) * 60e3];
const MARKS = { fresh: "●", stale: "◐", lost: "○", never: "–", paused: "‖" };
// Why somebody is on no map.
const ABSENCE = { never: "No position", paused: "Sharing off" };
const GLIDE = 900;
const CELL = 44;

const view = {
  ...mercator(Number(page.dataset.lat), Number(page.dataset.lon)), zoom: Number(page.dataset.zoom), width: 1000,
  height: 700, pixels: 1
};
const scale = () => 256 * 2 ** view.zoom;
const people = new Map();
let selected = null;
let trail = [];

class Person {
  constructor(row) {
    this.row = row;
    this.id = row.dataset.id;
    this.name = row.dataset.name;
    this.isPaused = row.dataset.freshness === "paused";
    this.node = make("g", { class: "marker", "data-id": this.id });
    this.circle = make("circle", { r: 16 });
    this.text = make("text");
    this.text.textContent = row.dataset.initials;
    this.title = make("title");
    this.node.append(this.title, this.circle, this.text, ...face(row));
    this.halo = make("circle");
    this.nodes = [[this.node, layers.markers], [this.halo, layers.accuracy]];
    const d = row.dataset;
    if (d.lat) {
      this.take([
        d.id, +d.lat, +d.lon, d.accuracy === "" ? null : +d.accuracy, +d.time, d.battery === "" ? null : +d.battery,
        d.speed === "" ? null : +d.speed, d.altitude === "" ? null : +d.altitude, +d.contact,
        d.ground === "" ? null : +d.ground, d.charging === "" ? null : d.charging === "true",
        d.motion === "" ? null : +d.motion,
      ], 0);
    }
  }
  take([, lat, lon, accuracy, time, battery, speed, altitude, contact, ground, charging, motion], now) {
    if (this.time && time < this.time) return;
    const target = mercator(lat, lon);
    this.from = this.at ? this.place(now) : target;
    this.to = target;
    this.since = now;
    this.at = true;
    Object.assign(this, { lat, lon, accuracy, time, battery, speed, altitude, contact, ground, charging, motion });
    this.isPaused = false;
  }
  hide(isForgotten) {
    this.hiddenAt = performance.now();
    this.at = false;
    this.time = 0;
    this.node.remove();
    this.halo.remove();
    this.isPaused = !isForgotten;
  }
  place(now) {
    const part = Math.min(1, (now - this.since) / GLIDE);
    const eased = 1 - (1 - part) ** 3;
    return { x: this.from.x + (this.to.x - this.from.x) * eased, y: this.from.y + (this.to.y - this.from.y) * eased };
  }
  get style() {
    if (this.isPaused) return "paused";
    if (!this.time) return "never";
    return freshness(Date.now() - this.time, FRESH, STALE);
  }
}

// What the markers were last laid out for. While the map is dragged they only shift with it, as one; they are laid out
// anew when it rests, or has gone far.
const drawn = { ...view, at: 0 };
const REACH = 220;
const moving = make("g");
// Clusters lie below those who stand alone.
const crowded = make("g");
const point = (place) => {
  const size = 256 * 2 ** drawn.zoom;
  return { x: (place.x - drawn.x) * size + drawn.width / 2, y: (place.y - drawn.y) * size + drawn.height / 2 };
};
const isNear = (p) => p.x > -REACH && p.y > -REACH && p.x < view.width + REACH && p.y < view.height + REACH;

/**
 * Out of sight rather than out of the document: a node that comes back in is styled and measured anew, and hundreds
 * come and go at one turn of the wheel.
 */
function see(node, parent, isSeen) {
  if (!node.isConnected) {
    if (!isSeen) return;
    parent.append(node);
  }
  if (node.hasAttribute("visibility") !== isSeen) return;
  if (isSeen) node.removeAttribute("visibility"); else node.setAttribute("visibility", "hidden");
}
const isSeen = (node) => node.isConnected && !node.hasAttribute("visibility");
const unsee = (person) => person.nodes.forEach(([node, parent]) => see(node, parent, false));

/** Puts everybody's marker into the document, a few a frame, before a turn of the wheel wants hundreds of them. */
function prepare(waiting) {
  for (const person of waiting.splice(0, 25)) {
    for (const [node, parent] of person.at ? person.nodes : []) {
      if (!node.isConnected) { node.setAttribute("visibility", "hidden"); parent.append(node); }
    }
  }
  if (waiting.length) requestAnimationFrame(() => prepare(waiting));
}

// Drawing. `layout` decides what stands alone and what is a cluster; `animate` only moves what stands alone.
const clusters = [];
let alone = [];
let gliding = 0;

/** Groups of markers that would cover one another: whoever is within a marker's width of a group's first joins it. */
class Neighbourhoods {
  all = [];
  cells = new Map();
  key(x, y) { return Math.floor(x / CELL) * 65536 + Math.floor(y / CELL); }
  add(group, isOpen = true) {
    this.all.push(group);
    if (!isOpen) return;
    const key = this.key(group.x, group.y);
    if (!this.cells.has(key)) this.cells.set(key, []);
    this.cells.get(key).push(group);
  }
  join(person, p) {
    for (let dx = -CELL; dx <= CELL; dx += CELL) {
      for (let dy = -CELL; dy <= CELL; dy += CELL) {
        const group = this.cells.get(this.key(p.x + dx, p.y + dy))
          ?.find((g) => Math.hypot(g.x - p.x, g.y - p.y) < CELL);
        if (group) { group.members.push(person); return; }
      }
    }
    this.add({ x: p.x, y: p.y, members: [person] });
  }
}

function layout(now = performance.now()) {
  Object.assign(drawn, view, { at: now });
  moving.removeAttribute("transform");
  const near = new Neighbourhoods();
  for (const person of people.values()) {
    const p = person.at ? point(person.to) : null;
    if (!p || !isNear(p)) { unsee(person); continue; }
    if (person.id === selected) near.add({ x: p.x, y: p.y, members: [person] }, false); else near.join(person, p);
  }
  alone = near.all.filter(({ members }) => members.length === 1).map(({ members }) => members[0]);
  alone.forEach(show);
  const crowds = near.all.filter(({ members }) => members.length > 1);
  crowds.forEach(({ members }, index) => (clusters[index] ??= new Cluster()).show(members));
  clusters.slice(crowds.length).forEach((cluster) => cluster.hide());
  decide();
  tiles.draw(view, style.now);
  placeMarks();
  drawTrail();
  drawTrails();
  drawGround();
  animate(now);
  tiles.busyAt = performance.now();
}

function show(person) {
  set(person.node, "class", "marker " + person.style + (person.id === selected ? " selected" : ""));
  const [state, ground] = [person.style, person.ground];
  if (person.titled !== `${state} ${ground}`) {
    person.titled = `${state} ${ground}`;
    person.title.textContent = [`${person.name}, ${state}`, groundText(ground)].filter(Boolean).join(", ");
  }
  see(person.node, layers.markers, true);
  const radius = (person.accuracy ?? 0) / metresPerPixel();
  if (radius > 18) person.halo.setAttribute("r", Math.min(radius, 2000).toFixed(1));
  see(person.halo, layers.accuracy, radius > 18);
}

/** A marker for many; used again for others at the next layout. */
class Cluster {
  members = [];
  constructor() {
    this.node = make("g");
    this.title = make("title");
    this.circle = make("circle");
    this.text = make("text");
    this.node.append(this.title, this.circle, this.text);
    this.node.addEventListener("click", () => openCluster(this.members));
  }
  show(members) {
    this.members = members;
    members.forEach(unsee);
    const middle = point(members[0].to);
    const style = members.some((person) => person.style === "fresh") ? "fresh" : "stale";
    set(this.node, "class", `marker cluster ${style}`);
    set(this.node, "transform", `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)})`);
    set(this.circle, "r", members.length > 99 ? 24 : 20);
    write(this.title, members.map((person) => `${person.name}, ${person.style}`).join("\n"));
    write(this.text, String(members.length));
    see(this.node, crowded, true);
  }
  hide() { see(this.node, crowded, false); }
}

function openCluster(members) {
  const points = members.map((person) => point(person.to));
  const spread = Math.max(...points.map((p) => Math.hypot(p.x - points[0].x, p.y - points[0].y)));
  if (view.zoom < 17.5 && spread > 1) {
    const centre = members.reduce(
      (sum, m) => ({ x: sum.x + m.to.x / members.length, y: sum.y + m.to.y / members.length }), { x: 0, y: 0 }
    );
    Object.assign(view, centre, { zoom: Math.min(18, view.zoom + 2) });
    layout();
  } else listNames(members);
}

function listNames(members) {
  const names = document.createElement("ul");
  for (const person of members) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.className = "small";
    button.textContent = person.name;
    button.addEventListener("click", () => select(person.id));
    item.append(button);
    names.append(item);
  }
  const heading = document.createElement("h2");
  heading.textContent = `${counted(members.length, "person", "people")} here`;
  details.replaceChildren(heading, names);
  details.hidden = false;
}

function animate(now) {
  let isMoving = false;
  for (const person of alone) {
    if (now - person.since < GLIDE) isMoving = true;
    else if (person.drawn === view.stamp && person.settled === person.since) continue;
    const p = point(person.place(now));
    person.node.setAttribute("transform", `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
    if (isSeen(person.halo)) {
      person.halo.setAttribute("cx", p.x.toFixed(1));
      person.halo.setAttribute("cy", p.y.toFixed(1));
    }
    if (now - person.since >= GLIDE) { person.settled = person.since; person.drawn = view.stamp; }
  }
  cancelAnimationFrame(gliding);
  if (isMoving) gliding = requestAnimationFrame(animate);
}

const metresPerPixel = () => 40075016.686 * Math.cos(latitude(view.y) * Math.PI / 180) / scale();
const roundFigure = (limit) => {
  const power = 10 ** Math.floor(Math.log10(limit));
  return [5, 2, 1].map((n) => n * power).find((n) => n <= limit) ?? power;
};

const feet = (length) => length >= 1609.344
  ? `${(length / 1609.344).toFixed(1)} mi`
  : `${Math.round(length / 0.3048)} ft`;

function drawGround() {
  view.stamp = `${view.x} ${view.y} ${view.zoom} ${view.width} ${view.height}`;
  if (drawGround.stamp === view.stamp) return;
  drawGround.stamp = view.stamp;
  const bar = document.getElementById("scale-bar");
  const pixels = view.pixels;
  const length = roundFigure(160 * metresPerPixel() / pixels);
  bar.querySelector("path").setAttribute("d", `M20 18v6H${(20 + length / metresPerPixel() * pixels).toFixed(1)}v-6`);
  bar.querySelector("text").textContent = `${length >= 1000 ? `${length / 1000} km` : `${length} m`} · ${feet(length)}`;
  if (page.classList.contains("has-tiles") && page.classList.contains("no-graticule")) return;
  const nodes = [];
  const step = roundFigure(180 * 360 / scale());
  const places = Math.max(0, Math.ceil(-Math.log10(step)));
  const line = (path, text, x, y) => {
    const label = make("text", { x, y });
    label.textContent = text;
    nodes.push(make("path", { d: path }), label);
  };
  const west = (view.x - view.width / 2 / scale()) * 360 - 180;
  const east = (view.x + view.width / 2 / scale()) * 360 - 180;
  for (let lon = Math.ceil(west / step) * step; lon < east; lon += step) {
    const x = point({ x: (lon + 180) / 360, y: 0 }).x.toFixed(1);
    line(`M${x} 0V${view.height}`, `${Math.abs(lon).toFixed(places)}° ${lon < 0 ? "W" : "E"}`, x, 12);
  }
  const north = latitude(Math.max(0, view.y - view.height / 2 / scale()));
  const south = latitude(Math.min(1, view.y + view.height / 2 / scale()));
  for (let lat = Math.ceil(south / step) * step; lat < north; lat += step) {
    const y = point(mercator(lat, 0)).y.toFixed(1);
    line(`M0 ${y}H${view.width}`, `${Math.abs(lat).toFixed(places)}° ${lat < 0 ? "S" : "N"}`, 4, y);
  }
  layers.graticule.replaceChildren(...nodes);
}

function drawTrail() {
  const points = trail.map(([lat, lon]) => point(mercator(lat, lon)));
  const path = points.map((p, index) => `${index ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
  layers.trail.replaceChildren(...(path ? [make("path", { d: path })] : []));
}

// The last half hour of everybody: drawn once in a plane of its own, then only moved and scaled.
const PLANE = 2 ** 26;
const everybody = { node: document.getElementById("trails"), origin: null, timer: 0 };

async function loadTrails() {
  clearTimeout(everybody.timer);
  if (page.classList.contains("no-trails")) { everybody.node.replaceChildren(); return; }
  const asked = performance.now();
  const found = await getJSON(page.dataset.trails).catch(() => null);
  if (found) {
    // Who has hidden meanwhile may still be in the answer.
    const isShown = (id) => !(people.get(id)?.hiddenAt > asked);
    const lines =
      found.lines.map((line, index) => ({ id: found.of[index], points: line.map(([lat, lon]) => mercator(lat, lon)) }));
    everybody.origin = lines[0]?.points[0];
    const text = (p) =>
      `${((p.x - everybody.origin.x) * PLANE).toFixed(0)} ${((p.y - everybody.origin.y) * PLANE).toFixed(0)}`;
    everybody.node.replaceChildren(...lines.filter(({ id }) => isShown(id))
      .map(({ id, points }) => make("path", { "data-id": id, d: "M" + points.map(text).join("L") })));
    drawTrails();
  }
  everybody.timer = setTimeout(loadTrails, 60_000);
}

function drawTrails() {
  if (!everybody.origin) return;
  const corner = point(everybody.origin);
  everybody.node.setAttribute(
    "transform", `translate(${corner.x.toFixed(2)} ${corner.y.toFixed(2)}) scale(${scale() / PLANE})`
  );
}

// Which ground: chosen, or by the height of the fresh people in view, as the server decides it.
const tiles = new TileLayer(document.getElementById("tile-layer"), page.dataset);
const number = (text) => text === "" ? null : Number(text);
const style = {
  choice: page.dataset.choice, now: page.dataset.shown, threshold: number(page.dataset.threshold),
  base: number(page.dataset.baseHeight), centre: null
};
const figures = new Intl.NumberFormat("en-US");
const metres = (value) => `${value < -0.5 ? "−" : ""}${figures.format(Math.abs(Math.round(value)))} m`;
const HYSTERESIS = 30;
const raster = new Map(
  (page.dataset.raster || "")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"))
    .map(([name, , text]) => [name, text])
);

function heightsInView() {
  const heights = [];
  for (const person of people.values()) {
    if (!person.at || person.style !== "fresh") continue;
    const p = point(person.to);
    if (p.x < 0 || p.y < 0 || p.x > view.width || p.y > view.height) continue;
    const height = person.ground ?? (person.altitude || null);
    if (height !== null) heights.push(height);
  }
  return heights.sort((a, b) => a - b);
}

function decide() {
  let reason;
  if (style.choice !== "auto") {
    style.now = style.choice;
    reason = "chosen by you";
  } else {
    const heights = heightsInView();
    const middle = heights.length >> 1;
    const median = heights.length % 2
      ? heights[middle]
      : heights.length ? (heights[middle - 1] + heights[middle]) / 2
      : null;
    if (median === null) askCentre();
    const height = median ?? style.centre;
    if (style.threshold === null || height === null) {
      style.now = "street";
      reason = "no heights are known here";
    } else {
      style.now = height >= style.threshold - (style.now === "mountain" ? HYSTERESIS : 0) ? "mountain" : "street";
      reason = `${median === null ? "the middle is at" : "median"} ${metres(height)}, mountain from ${
        metres(style.threshold)}`;
    }
  }
  write(document.getElementById("map-reason"), `${style.now === "street" ? "Street" : "Mountain"} map: ${reason}`);
  write(
    document.getElementById("attribution"),
    ["© OpenStreetMap contributors", raster.get(style.now)].filter(Boolean).join(" · ")
  );
}

// Nobody in view: the height of the middle, asked for when the map has rested a moment.
let asking = 0;
function askCentre() {
  const stamp = `${view.x.toFixed(6)} ${view.y.toFixed(6)}`;
  if (style.asked === stamp) return;
  style.asked = stamp;
  clearTimeout(asking);
  asking = setTimeout(async () => {
    style.centre = (await placeAt(latitude(view.y), view.x * 360 - 180, 0))?.metres ?? null;
    redraw();
  }, 300);
}

const placeAt = (lat, lon, within) =>
  getJSON(`${page.dataset.ground}?lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}&within=${within.toFixed(1)}`);

// A click on the ground asks what is there: a piste or lift within a finger's width, the height, the coordinates.
async function ask(event) {
  if (event.target.closest?.(".marker, .meeting, .call-mark") || moved >= 5) return;
  const p = local(event);
  const place = { x: view.x + (p.x - view.width / 2) / scale(), y: view.y + (p.y - view.height / 2) / scale() };
  tell(place, 10 * metresPerPixel());
}
map.addEventListener("click", ask);

async function tell(place, within, about) {
  pin.at = place;
  placeMarks();
  const found = await placeAt(latitude(place.y), place.x * 360 - 180, within);
  if (found && pin.at === place) showPlace(details, found, groundText, about);
}

// A flag, or the mark of a call, tells its place beside the map; from there the event's or person's page is one step.
const callMark = document.getElementById("call-mark");
for (const marks of [document.getElementById("meetings"), callMark]) {
  marks?.addEventListener("click", (event) => {
    const link = event.target.closest?.("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { lat, lon } = link.closest("[data-lat]").dataset;
    tell(
      mercator(Number(lat), Number(lon)), 0,
      { title: link.querySelector("title").textContent, link: link.getAttribute("href") }
    );
  });
}

// Marks that stand on the ground: the base, and the place that was asked about.
const pin = { at: null, node: make("path", { class: "pin", d: "M0 0L-7-14A8 8 0 1 1 7-14Z" }) };
const base = document.querySelector("#base .base");
const basePlace = base ? mercator(Number(base.dataset.lat), Number(base.dataset.lon)) : null;
const meetings = [...document.querySelectorAll("#meetings .meeting, #call-mark")]
  .map((node) => [node, mercator(Number(node.dataset.lat), Number(node.dataset.lon))]);
function placeMarks() {
  const put = (node, place) => {
    const p = point(place);
    node.setAttribute("transform", `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
  };
  if (basePlace) put(base, basePlace);
  for (const [node, place] of meetings) put(node, place);
  if (pin.at) { put(pin.node, pin.at); layers.trail.after(pin.node); }
}

function go(lat, lon, zoom, title) {
  Object.assign(view, mercator(lat, lon), { zoom });
  redraw();
  tell({ x: view.x, y: view.y }, 0, { title });
}

// The print shows what is in view and switched on; the address is made when it is used.
document.getElementById("print-link").addEventListener("click", (event) => {
  // All of what is on the screen, whatever its shape.
  const zoom = view.zoom - Math.log2(Math.max(view.width / 1000, view.height / 700));
  event.currentTarget.search = printQuery({
    lat: latitude(view.y).toFixed(6), lon: (view.x * 360 - 180).toFixed(6), z: zoom.toFixed(2),
    group: document.querySelector("#group-filter select")?.value ?? "",
    style: style.choice, shown: style.now, member: selected ?? "",
  });
});

const switcher = document.getElementById("style-switch");
switcher.addEventListener("submit", (event) => {
  event.preventDefault();
  style.choice = event.submitter.value;
  for (const button of switcher.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === event.submitter));
  }
  redraw();
  fetch(
    switcher.action,
    { method: "POST", body: new URLSearchParams({ style: style.choice, back: location.pathname }), redirect: "manual" }
  ).catch(() => {});
});

/** "1,930 m (+450 m)": above the sea, and above the base. */
function groundText(ground) {
  if (ground === null || ground === undefined) return null;
  if (style.base === null) return metres(ground);
  const difference = ground - style.base;
  return `${metres(ground)} (${difference >= 0.5 ? "+" : ""}${metres(difference)})`;
}

// Moving the map. A change is drawn once a frame.
let pending = 0;
const redraw = () => {
  if (!pending) pending = requestAnimationFrame((now) => { pending = 0; if (!shift(now)) layout(now); });
};
let resting = 0;

/** Shifts what is drawn; false when it has to be laid out. */
function shift(now) {
  const [dx, dy] = [(drawn.x - view.x) * scale(), (drawn.y - view.y) * scale()];
  const isSame = drawn.zoom === view.zoom && drawn.width === view.width && drawn.height === view.height;
  if (!fingers.size || !isSame || Math.hypot(dx, dy) > REACH - 40 || now - drawn.at > 2000) return false;
  moving.setAttribute("transform", `translate(${dx.toFixed(1)} ${dy.toFixed(1)})`);
  tiles.draw(view, style.now);
  clearTimeout(resting);
  resting = setTimeout(() => requestAnimationFrame((time) => layout(time)), 150);
  return true;
}
const pan = (dx, dy) => { view.x -= dx / scale(); view.y -= dy / scale(); redraw(); };
function zoomAt(x, y, by) {
  const before = { x: view.x + (x - view.width / 2) / scale(), y: view.y + (y - view.height / 2) / scale() };
  view.zoom = Math.min(18, Math.max(3, view.zoom + by));
  view.x = before.x - (x - view.width / 2) / scale();
  view.y = before.y - (y - view.height / 2) / scale();
  redraw();
}
function fit() {
  const places = [...people.values()].filter((person) => person.at).map((person) => person.to);
  if (!places.length) return;
  const [xs, ys] = [places.map((p) => p.x), places.map((p) => p.y)];
  const [w, e, n, s] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.min((view.width - 140) / Math.max(e - w, 1e-9), (view.height - 140) / Math.max(s - n, 1e-9));
  Object.assign(view, { x: (w + e) / 2, y: (n + s) / 2, zoom: Math.min(16, Math.log2(size / 256)) });
  redraw();
}

const local = (event) => {
  const box = map.getBoundingClientRect();
  return {
    x: (event.clientX - box.left) * view.width / box.width, y: (event.clientY - box.top) * view.height / box.height
  };
};
map.addEventListener("wheel", (event) => {
  event.preventDefault();
  const p = local(event);
  zoomAt(p.x, p.y, Math.max(-1, Math.min(1, -event.deltaY / (event.deltaMode ? 3 : 240))));
}, { passive: false });

const fingers = new Map();
let moved = 0;
map.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, local(event)); moved = 0; });
map.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = local(event);
  if (fingers.size === 1) {
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved > 4) {
      if (!map.hasPointerCapture(event.pointerId)) map.setPointerCapture(event.pointerId);
      pan(now.x - before.x, now.y - before.y);
    }
  } else {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const factor =
      Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    zoomAt((now.x + other.x) / 2, (now.y + other.y) / 2, Math.log2(factor));
    moved += 5;
  }
  fingers.set(event.pointerId, now);
});
const lift = (event) => { if (fingers.delete(event.pointerId) && moved > 4) redraw(); };
["pointerup", "pointercancel", "pointerleave"].forEach((name) => map.addEventListener(name, lift));
map.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
  if (steps[event.key]) pan(...steps[event.key]);
  else if (event.key === "+" || event.key === "=") zoomAt(view.width / 2, view.height / 2, 0.5);
  else if (event.key === "-") zoomAt(view.width / 2, view.height / 2, -0.5);
  else if (event.key === "0" || event.key === "f") fit();
  else return;
  event.preventDefault();
});
const [zoomIn, zoomOut, fitAll] = document.querySelectorAll("#moves a");
[
  [zoomIn, () => zoomAt(view.width / 2, view.height / 2, 1)],
  [zoomOut, () => zoomAt(view.width / 2, view.height / 2, -1)], [fitAll, fit]
]
  .forEach(([link, act]) => link.addEventListener("click", (event) => { event.preventDefault(); act(); }));
layers.markers.addEventListener("click", (event) => {
  const id = event.target.closest?.("[data-id]")?.dataset.id;
  if (id && moved < 5) select(id);
});

// One member: trail and details.
async function select(id, goes = true) {
  const person = people.get(id);
  if (!person) return;
  list.querySelector(".selected")?.classList.remove("selected");
  selected = id;
  trail = [];
  person.row.classList.add("selected");
  showDetails(person);
  if (person.at && goes) Object.assign(view, { x: person.to.x, y: person.to.y, zoom: Math.max(view.zoom, 15) });
  layout();
  const asked = performance.now();
  try {
    const answer = await fetch(person.row.dataset.trail, { headers: { Accept: "application/json" } });
    const { t } = answer.ok ? await answer.json() : {};
    if (t && selected === id && !(person.hiddenAt > asked)) { trail = t; drawTrail(); }
  } catch { /* the trail is an extra: the connection notice says what is wrong */ }
}

// What a phone says of itself: the same words as PhoneText on the server.
function batteryText({ battery, charging }) {
  return [battery == null ? "" : `${battery} %`, charging ? (battery === 100 ? "plugged in" : "charging") : ""]
    .filter(Boolean)
    .join(", ");
}
function motionText({ motion, style }) {
  if (motion == null || style === "lost" || style === "never" || style === "paused") return "";
  return motion === 0 ? "moving" : `still since ${moment(motion)}`;
}

function showDetails(person) {
  const heading = document.createElement("h2");
  const link = document.createElement("a");
  link.href = person.row.querySelector(".acts a:last-child").href;
  link.textContent = person.name;
  heading.append(link);
  const facts = document.createElement("dl");
  facts.className = "facts";
  const fact = (label, value) => {
    if (value === null || value === "") return;
    const [term, text] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, text.textContent] = [label, value];
    facts.append(term, text);
  };
  fact("Position", person.time ? `${clock(person.time)}, ${since(person.time)} old` : ABSENCE[person.style]);
  fact("Last contact", person.contact ? clock(person.contact) : null);
  if (person.at) {
    fact("Accuracy", person.accuracy === null ? null : `± ${person.accuracy} m`);
    fact("Ground", groundText(person.ground));
    fact("Altitude by phone", person.altitude === null ? null : metres(person.altitude));
    fact("Speed", person.speed === null ? null : `${Math.round(person.speed * 3.6)} km/h`);
    fact("Battery", batteryText(person));
    fact("Motion", motionText(person));
  }
  fact("Groups", person.row.dataset.groups.replaceAll(";", ", "));
  details.replaceChildren(heading, facts, ...wayLink(person.style === "paused" ? null : person.row.dataset.way));
  if (person.at) showForms(person, heading);
  details.hidden = false;
}

/** The forms of their position, which the server writes; those of another place are never shown. */
async function showForms(person, heading) {
  const place = `${person.lat} ${person.lon}`;
  if (person.forms?.of !== place) {
    const found = await placeAt(person.lat, person.lon, 0);
    if (!found || `${person.lat} ${person.lon}` !== place) return;
    person.forms = { of: place, list: coordinateList(found) };
  }
  if (person.at && heading.parentElement === details) details.append(person.forms.list);
}

// The list: ages, order, figures.
const clockFormat =
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: page.dataset.zone });
const clock = (time) => clockFormat.format(time);
const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: page.dataset.zone });
// "07:40", or "31 Jan 07:40" for another day.
const moment = (time) => {
  const day = dayFormat.format(time);
  return (day === dayFormat.format(Date.now()) ? "" : `${day} `) + clock(time);
};
// Within the first minute by the second: whoever watches somebody move wants to know.
const since = (time) => {
  const ms = Math.max(0, Date.now() - time);
  return ms < 60e3 ? `${Math.floor(ms / 1000)} s` : age(ms);
};

function updateRow(person) {
  const style = person.style;
  const mark = person.row.querySelector(".mark");
  if (person.shown !== style) {
    mark.className = "mark " + style;
    mark.textContent = MARKS[style];
    mark.title = ABSENCE[style] ?? style;
    person.shown = style;
  }
  const when = person.time ? `${clock(person.time)}, ${since(person.time)}` : ABSENCE[style];
  write(person.row.querySelector(".age"), when);
  const extra = [
    batteryText(person), motionText(person), person.speed == null ? "" : `${Math.round(person.speed * 3.6)} km/h`,
    groundText(person.ground) ?? (person.altitude == null ? "" : `${metres(person.altitude)} by phone`),
  ].filter(Boolean).join(" · ");
  write(person.row.querySelector(".extra"), extra);
}

const asOf = document.getElementById("as-of");
// A few rows a slice: 600 of them at once would be a long frame.
let next = 0;
function refreshList() {
  const all = [...people.values()];
  if (!all.length) return;
  for (let n = 0; n < Math.min(60, all.length); n += 1) { updateRow(all[next % all.length]); next += 1; }
  if (document.documentElement.dataset.live === "open") asOf.textContent = clock(Date.now());
}

function count() {
  const text = `${[...people.values()].filter((person) => person.at).length} of ${people.size} on the map`;
  document.getElementById("map-count").textContent = text;
  map.setAttribute("aria-label", text);
}

function take({ p }) {
  const now = performance.now();
  let isNew = false;
  for (const entry of p) {
    const person = people.get(entry[0]);
    if (!person) { isNew = true; continue; }
    person.take(entry, now);
    if (entry[0] === selected) { trail.push([entry[1], entry[2], entry[4]]); showDetails(person); }
  }
  if (isNew) offerReload("Somebody new is on the map.");
  document.querySelector(".map-empty")?.remove();
  schedule();
}

// Clusters are remade twice a second at most, whatever arrives.
let due = 0;
function schedule() {
  if (due) return;
  due = setTimeout(() => {
    due = 0;
    if (!fingers.size) requestAnimationFrame((now) => { layout(now); count(); });
  }, 250);
}

function hide({ id, isForgotten }) {
  people.get(id)?.hide(isForgotten);
  // Where they were goes with where they are.
  for (const line of everybody.node.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)) line.remove();
  if (selected === id) { trail = []; drawTrail(); showDetails(people.get(id)); }
  schedule();
}

async function reread() {
  const asked = performance.now();
  try {
    const answer = await fetch(
      document.body.dataset.live.replace(/live\?.*/, "positions.json"), { headers: { Accept: "application/json" } }
    );
    if (!answer.ok) return;
    const all = await answer.json();
    const shown = new Set(all.p.map(([id]) => id));
    // Whoever came meanwhile is not in the answer.
    for (const [id, person] of people) if (person.at && person.since < asked && !shown.has(id)) hide({ id });
    take(all);
  } catch { /* the stream says so */ }
}

function resize() {
  const box = map.getBoundingClientRect();
  [view.width, view.height] = [Math.max(200, box.width), Math.max(200, box.height)];
  // Kept: asked for while drawing it would make the browser lay everything out.
  view.pixels = map.clientWidth / view.width;
  map.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
  redraw();
}

function start() {
  const serverWidth = view.width;
  for (const row of list.querySelectorAll(".person-row")) people.set(row.dataset.id, new Person(row));
  document.documentElement.classList.add("live");
  const first = layers.graticule;
  first.before(moving);
  moving.append(
    first, document.getElementById("base"), document.getElementById("meetings"), layers.accuracy, everybody.node,
    layers.trail, ...callMark ? [callMark] : [], layers.markers
  );
  document.getElementById("tiles").replaceChildren();
  layers.markers.replaceChildren(crowded);
  layers.accuracy.replaceChildren();
  everybody.node.replaceChildren();
  const box = map.getBoundingClientRect();
  // The server drew for 1000 by 700; the same ground has to fit the real window.
  view.zoom += Math.log2(Math.min(box.width / serverWidth, box.height / 700) || 1);
  new ResizeObserver(resize).observe(map);
  resize();
  layout();
  prepare([...people.values()]);
  count();
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a.focus");
    if (link) { event.preventDefault(); select(link.closest(".person-row").dataset.id); }
  });
  const groups = document.querySelector("#group-filter select");
  groups?.addEventListener("change", () => groups.form.requestSubmit());
  setInterval(refreshList, 250);
  // Freshness changes with time alone, too.
  setInterval(schedule, 10_000);
  search({ go, select: (id) => { const isListed = people.has(id); if (isListed) select(id); return isListed; } });
  const choose = () => {
    tiles.leaveAway(["ski", "places"].filter((name) => page.classList.contains(`no-${name}`)));
    drawGround.stamp = null;
    redraw();
    loadTrails();
  };
  layerChoice(choose);
  choose();
  locateButton(go, (text) => { details.textContent = text; details.hidden = false; });
  const wanted = new URLSearchParams(location.search);
  // Where they called is shown, not where they are meanwhile.
  if (wanted.get("member")) select(wanted.get("member"), !wanted.has("alert"));
  subscribe({
    state: showState,
    positions: take,
    hidden: hide,
    roster: () => offerReload("The roster changed."),
    reread,
  });
}

start();
