// Moves a marker along a recorded way. It stands where a position was recorded, and between two that are far apart
// it says that nothing is known; without scripts the way and its table stand.
import { counted } from "./format.js";
import { element, write } from "./dom.js";
import { WayMap } from "./map/way-map.js";
import { says } from "./texts.js";

const way = document.getElementById("way");
document.querySelector("#way-span select").addEventListener("change", (event) => event.target.form.requestSubmit());

// Minutes between two marks of the scale, and the pixels that the words of one need.
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
const ROOM = 56;
// What takes the keys that are pressed in it.
const OWN_KEYS = "a, button, select, input, textarea, summary, dialog, [tabindex]";

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
    const nodes = ["play", "at", "speed", "told", "clock", "clock-day", "recorded", "hours"]
      .map((id) => document.getElementById(id));
    [this.play, this.range, this.speed, this.told, this.large, this.day, this.recorded, this.hours] = nodes;
    this.isCalm = matchMedia("(prefers-reduced-motion: reduce)");
    const format = (options) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone: way.dataset.zone });
    const time = { hour: "2-digit", minute: "2-digit" };
    this.clock = format({ day: "numeric", month: "short", ...time, second: "2-digit" });
    this.figures = format({ ...time, second: "2-digit" });
    this.minutes = format(time);
    this.date = format({ weekday: "long", day: "numeric", month: "long" });
    this.zone = format({ timeZoneName: "short" });
    this.map = new WayMap(document.getElementById("way-map"), this.positions);
    this.start();
  }

  start() {
    const [first, last] = [this.positions[0].at, this.positions.at(-1).at];
    [this.range.min, this.range.max] = [first, Math.max(last, first + 1000)];
    // An arrow key is a minute; a page key is what the browser makes it.
    this.range.step = 1000;
    document.addEventListener("keydown", (event) => this.press(event));
    this.range.addEventListener("input", () => this.show(Number(this.range.value)));
    this.play.addEventListener("click", () => this.toggle());
    this.range.form.addEventListener("submit", (event) => event.preventDefault());
    this.go(last);
    this.drawRecorded(first, last);
    new ResizeObserver(() => this.drawHours(first, last)).observe(this.hours);
  }

  /** Wherever nothing else takes the keys, they are the player's. */
  press(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnScale = target === this.range;
    // The arrows move the map that has the keyboard; Space plays there too.
    const isForMap = key === " " && target.closest(".way-map .map");
    if (!isOnScale && !isForMap && target.closest(OWN_KEYS)) return;
    const upright = isOnScale ? { ArrowDown: -1, ArrowUp: 1 } : {};
    const minutes = { ArrowLeft: -1, ArrowRight: 1, ...upright }[key];
    if (key === " ") this.toggle();
    else if (minutes) this.go(this.time + minutes * (event.shiftKey ? 10 : 1) * 60e3);
    else return;
    event.preventDefault();
  }

  /** Below the slider: a bar for each part of the time without a gap. */
  drawRecorded(first, last) {
    const parts = [];
    for (const { at } of this.positions) {
      const part = parts.at(-1);
      if (part && at - part.to <= this.gap) part.to = at; else parts.push({ from: at, to: at });
    }
    const share = (length) => `${length / Math.max(last - first, 1000) * 100}%`;
    this.recorded.replaceChildren(...parts.map(({ from, to }) => {
      const bar = element("i");
      bar.style.insetInlineStart = share(from - first);
      bar.style.width = share(to - from);
      return bar;
    }));
  }

  /** Whole hours of the trip's time, or parts and multiples of them that have room for their words. */
  drawHours(first, last) {
    const { width } = this.hours.getBoundingClientRect();
    const minutes = (last - first) / 60e3;
    if (!width || minutes <= 0) return;
    const step = (STEPS.find((one) => minutes / one * ROOM <= width) ?? STEPS.at(-1)) * 60e3;
    const offset = this.offset(first);
    const marks = [];
    for (let at = Math.ceil((first + offset) / step) * step - offset; at <= last; at += step) {
      const mark = element("span", this.minutes.format(at));
      const from = (at - first) / (last - first);
      mark.style.insetInlineStart = `${from * 100}%`;
      // Words at the ends would leave the player.
      if (Math.min(from, 1 - from) * width > 12) marks.push(mark);
    }
    this.hours.replaceChildren(...marks);
  }

  /** Milliseconds that the trip's clocks are ahead of UTC. */
  offset(at) {
    const [hours, minutes] = this.minutes.format(at).split(":").map(Number);
    const day = 1440;
    const ahead = (hours * 60 + minutes - Math.floor(at / 60e3) % day + day) % day;
    return (ahead > 840 ? ahead - day : ahead) * 60e3;
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
    this.map.show(place, isGap, Boolean(this.timer));
    const [now, then] = [time, last.at].map((moment) => this.clock.format(moment));
    const old = `${age(Date.now() - last.at)} · ${last.place}`;
    // The place is that of a moment before: it says of which.
    const text = isGap ? says`${now}: no position from ${then} to ${this.clock.format(next.at)}`
      : now === then ? `${now}, ${old}` : says`${now}: position of ${then}, ${old}`;
    write(this.large, this.figures.format(time));
    const zone = this.zone.formatToParts(time).find(({ type }) => type === "timeZoneName").value;
    write(this.day, `${this.date.format(time)}, ${zone}`);
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
    this.showsPlay(false);
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
    this.showsPlay(true);
    this.show(this.time);
  }

  /** @param isStill whether a press starts it. */
  showsPlay(isStill) {
    this.play.classList.toggle("is-playing", !isStill);
    write(this.play.lastElementChild, isStill ? says`Play` : says`Pause`);
  }
}

function age(milliseconds) {
  const minutes = Math.floor(milliseconds / 60e3);
  if (minutes < 1) return says`just now`;
  if (minutes < 60) return says`${minutes} min ago`;
  if (minutes < 2880) return says`${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;
  return says`${counted(Math.floor(minutes / 1440), "day")} ago`;
}

if (way) {
  document.documentElement.classList.add("live");
  new Replay();
}
