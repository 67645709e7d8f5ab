// What the traveller's map shows over the ground: friends, themselves, the base, and where people meet.
import { face } from "../face.js";
import { freshness } from "../format.js";
import { make, set, setVisible, write } from "../dom.js";
import { crowds } from "./crowds.js";
import { mercator } from "./geometry.js";
import { Plane } from "./plane.js";
import { fromRow } from "./positions.js";

function marker(name, label, row) {
  const node = make("g", { class: "marker" });
  node.append(make("title", {}, name), make("circle", { r: 16 }), make("text", {}, label), ...face(row));
  return node;
}

function cluster() {
  const node = make("g", { class: "marker cluster" });
  node.append(make("title"), make("circle", { r: 20 }), make("text"));
  return node;
}

/** The flag of a meeting point; it leads to its event. */
function flag(row) {
  const node = make("g", { class: "meeting" });
  const link = make("a", { href: row.querySelector("a").getAttribute("href") });
  link.append(
    make("title", {}, row.dataset.label), make("rect", { x: -6, y: -25, width: 26, height: 27, "fill-opacity": 0 }),
    make("path", { d: "M0 0V-22M0-22H14L10-17 14-12H0" })
  );
  node.append(make("text", { y: -27 }, row.dataset.label), link);
  return node;
}

// Pixels of a letter and of a line of a flag's words, and between them and the place.
const [LETTER, LINE, ABOVE] = [6.4, 14, -27];

/** Puts the words of flags that stand close to each other above one another. */
function stack(flags, view) {
  const taken = [];
  for (const { node, place, words } of flags) {
    const { x, y } = view.point(mercator(place.lat, place.lon));
    const half = words.length * LETTER / 2;
    let line = y + ABOVE;
    const covers = (other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.line - line) < LINE;
    while (taken.some(covers)) line -= LINE;
    taken.push({ x, half, line });
    set(node.firstElementChild, "y", Math.round(line - y));
  }
}

export class FriendMarks {
  #plane;
  #limits;
  #own = marker("You", "•");
  // What does not move.
  #standing;
  #flags;
  // A marker each for several who would cover one another; they are used again.
  #clusters = [];
  /** Friends who stand together, or alone, with the point of the window at which their marker is. */
  groups = [];

  /** @param limits milliseconds up to which a position is `fresh` and `stale`. */
  constructor(svg, { base, baseLat, baseLon }, limits) {
    this.#plane = new Plane(svg);
    this.#limits = limits;
    const home = marker(base, "⌂");
    set(home, "class", "marker base-mark");
    set(this.#own, "class", "marker me");
    this.#flags = [...document.querySelectorAll("#meetings li[data-lat]")]
      .map((row) => ({ row, node: flag(row), place: fromRow(row), words: row.dataset.label }));
    this.#standing =
      [...baseLat ? [{ node: home, place: { lat: Number(baseLat), lon: Number(baseLon) } }] : [], ...this.#flags];
  }

  /** The row of the meeting whose flag is within so many pixels of a point, or undefined. */
  meetingAt(view, { x, y }, reach) {
    return this.#flags.find(({ place }) => {
      const foot = view.point(mercator(place.lat, place.lon));
      return Math.hypot(foot.x + 4 - x, foot.y - 12 - y) < reach;
    })?.row;
  }

  #state(friend) { return freshness(Date.now() - friend.time, this.#limits.fresh, this.#limits.stale); }

  #drawAlone(friend, isSelected) {
    friend.marker ??= marker(friend.name, friend.initials, friend.row);
    set(friend.marker, "class", `marker ${this.#state(friend)}${isSelected ? " selected" : ""}`);
    this.#showRing(friend, isSelected);
    this.#plane.put(friend.marker, friend);
    setVisible(friend.marker, null, true);
  }

  /** Around whoever is selected, with the name below. */
  #showRing(friend, isWanted) {
    if (isWanted === Boolean(friend.ring)) return;
    friend.ring?.forEach((node) => node.remove());
    friend.ring = isWanted
      ? [make("circle", { class: "halo", r: 23 }), make("text", { class: "marker-name", y: 36 }, friend.name)] : null;
    if (isWanted) friend.marker.append(...friend.ring);
  }

  #hide(friend) {
    if (!friend.marker) return;
    this.#showRing(friend, false);
    setVisible(friend.marker, null, false);
  }

  #drawCluster(friends, index) {
    const node = this.#clusters[index] ??= cluster();
    const isFresh = friends.some((friend) => this.#state(friend) === "fresh");
    set(node, "class", `marker cluster ${isFresh ? "fresh" : "stale"}`);
    set(node.querySelector("circle"), "r", friends.length > 99 ? 24 : 20);
    write(node.querySelector("title"), friends.map(({ name }) => name).join("\n"));
    write(node.querySelector("text"), String(friends.length));
    this.#plane.put(node, friends[0]);
    setVisible(node, null, true);
  }

  /** @param selected who stands alone in any case; null for nobody. */
  draw(view, friends, mine, selected) {
    this.#plane.show(view);
    for (const { node, place } of this.#standing) this.#plane.put(node, place);
    stack(this.#flags, view);
    const points = friends.filter((friend) => friend !== selected)
      .map((friend) => Object.assign(view.point(mercator(friend.lat, friend.lon)), { friend }));
    this.groups = crowds(points)
      .map((group) => ({ x: group[0].x, y: group[0].y, friends: group.map(({ friend }) => friend) }));
    const together = this.groups.filter((group) => group.friends.length > 1);
    for (const { friends: [friend, ...others] } of this.groups) {
      if (!others.length) this.#drawAlone(friend, false);
      else [friend, ...others].forEach((hidden) => this.#hide(hidden));
    }
    together.forEach((group, index) => this.#drawCluster(group.friends, index));
    for (const node of this.#clusters.slice(together.length)) setVisible(node, null, false);
    if (mine) {
      this.#plane.put(this.#own, mine);
      if (!selected) this.#plane.raise(this.#own);
    }
    if (!selected) return;
    this.#drawAlone(selected, true);
    this.#plane.raise(selected.marker);
  }
}
