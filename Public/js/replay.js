// Moves a marker along a recorded way. It stands where a position was recorded, and between two that are far apart
// it says that nothing is known; without scripts the way and its table stand.
import { counted } from "./format.js";
import { make, set, write } from "./dom.js";
import { says } from "./texts.js";

const way = document.getElementById("way");
document.querySelector("#way-span select").addEventListener("change", (event) => event.target.form.requestSubmit());

/** What is known at a moment: the newest position at or before it, the one after it, and whether it lies in a gap. */
function known(positions, time, gap) {
  let [low, high] = [0, positions.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (positions[middle].at <= time) low = middle; else high = middle - 1;
  }
  const [last, next] = [positions[low], positions[low + 1] ?? null];
  return { last, next, isGap: next !== null && next.at - last.at > gap && time > last.at };
}

class Replay {
  constructor() {
    this.positions = [...document.querySelectorAll("#positions tbody tr")].map((row) => ({
      at: Number(row.dataset.at), x: Number(row.dataset.x), y: Number(row.dataset.y),
      place: row.children[2].textContent, row,
    }));
    this.gap = Number(way.dataset.gap) * 60e3;
    const nodes = ["play", "at", "speed", "told"].map((id) => document.getElementById(id));
    [this.play, this.range, this.speed, this.told] = nodes;
    this.isCalm = matchMedia("(prefers-reduced-motion: reduce)");
    const format = (options) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone: way.dataset.zone });
    this.clock = format({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });
    this.shape = make("circle", { r: 12 });
    this.marker = make("g", { class: "marker fresh" });
    this.marker.append(this.shape);
    document.getElementById("way-marker").append(this.marker);
    this.start();
  }

  start() {
    const [first, last] = [this.positions[0].at, this.positions.at(-1).at];
    [this.range.min, this.range.max] = [first, Math.max(last, first + 1000)];
    // An arrow key is a minute; a page key is what the browser makes it.
    this.range.step = 1000;
    this.range.addEventListener("keydown", (event) => {
      const minutes = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (event.key === " ") this.toggle();
      else if (minutes) this.go(this.time + minutes * 60e3);
      else return;
      event.preventDefault();
    });
    this.range.addEventListener("input", () => this.show(Number(this.range.value)));
    this.play.addEventListener("click", () => this.toggle());
    this.range.form.addEventListener("submit", (event) => event.preventDefault());
    this.go(last);
  }

  get end() { return this.positions.at(-1).at; }

  go(time) {
    const inside = Math.min(this.end, Math.max(this.positions[0].at, time));
    this.range.value = inside;
    this.show(inside);
  }

  show(time) {
    this.time = time;
    const { last, next, isGap } = known(this.positions, time, this.gap);
    const place = this.between(last, next, time, isGap);
    set(this.marker, "transform", `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
    set(this.marker, "class", `marker ${isGap ? "lost" : "fresh"}`);
    const [now, then] = [time, last.at].map((moment) => this.clock.format(moment));
    const old = says`${age(Date.now() - last.at)} ago · ${last.place}`;
    // The place is that of a moment before: it says of which.
    const text = isGap ? says`${now}: no position from ${then} to ${this.clock.format(next.at)}`
      : now === then ? `${now}, ${old}` : says`${now}: position of ${then}, ${old}`;
    write(this.told, text);
    this.range.setAttribute("aria-valuetext", text);
    this.mark(last.row);
  }

  /** Between two positions near each other in time the marker glides, unless the reader wants no motion. */
  between(last, next, time, isGap) {
    if (!this.timer || this.isCalm.matches || isGap || !next) return last;
    const share = (time - last.at) / (next.at - last.at);
    return { x: last.x + (next.x - last.x) * share, y: last.y + (next.y - last.y) * share };
  }

  mark(row) {
    if (this.marked === row) return;
    this.marked?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    this.marked = row;
  }

  toggle() {
    if (this.timer) { this.stop(); return; }
    if (this.time >= this.end) this.go(this.positions[0].at);
    write(this.play, says`Pause`);
    this.then = performance.now();
    // One step a second where motion is not wanted.
    this.timer = setInterval(() => this.step(), this.isCalm.matches ? 1000 : 50);
  }

  step() {
    const now = performance.now();
    const passed = (now - this.then) * Number(this.speed.value);
    this.then = now;
    const { next, isGap } = known(this.positions, this.time, this.gap);
    // A gap is said for a second and a half, then passed over.
    if (isGap) {
      this.waited = (this.waited ?? 0) + passed / Number(this.speed.value);
      if (this.waited < 1500) return;
      this.waited = 0;
      this.go(next.at);
    } else {
      this.go(this.time + passed);
    }
    if (this.time >= this.end) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    write(this.play, says`Play`);
    this.show(this.time);
  }
}

function age(milliseconds) {
  const minutes = Math.max(0, Math.round(milliseconds / 60e3));
  if (minutes < 60) return says`${minutes} min`;
  return minutes < 2880
    ? says`${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : counted(Math.floor(minutes / 1440), "day");
}

if (way) new Replay();
