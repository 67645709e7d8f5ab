// What the traveller's map shows over the ground: friends, themselves, the base, and where people meet.
import { face } from "../face.js";
import { counted, freshness } from "../format.js";
import { make, set, setVisible, write } from "../dom.js";
import { worst } from "./cluster.js";
import { crowds } from "./crowds.js";
import { mercator } from "./geometry.js";
import { placeNames, putName, Taken } from "./names.js";
import { isTapped, ownSpot } from "./own-mark.js";
import { Plane } from "./plane.js";
import { fromRow } from "./positions.js";
import { SkiTrace } from "./ski-trace.js";
import { says } from "../texts.js";

function marker(name, label, row) {
  const node = make("g", { class: "marker" });
  node.append(make("title", {}, name), make("circle", { r: 16 }), make("text", {}, label), ...face(row));
  return node;
}

function cluster() {
  const node = make("g", { class: "marker cluster" });
  node.append(make("title"), make("circle", { r: 16 }), make("text"));
  return node;
}

/** The flag of a meeting point, which leads to its event; its words are a chip. */
function flag(row) {
  const node = make("g", { class: "meeting" });
  const link = make("a", { href: row.querySelector("a").getAttribute("href") });
  link.append(
    make("title", {}, row.dataset.label), make("rect", { x: -6, y: -25, width: 26, height: 27, "fill-opacity": 0 }),
    make("path", { d: "M0 0V-22M0-22H14L10-17 14-12H0" })
  );
  const chip = make("g", { class: "meeting-chip" });
  chip.append(make("rect", { x: -6, y: TOP, height: HEIGHT, rx: 4 }), make("text", { y: TOP + 13 }, row.dataset.label));
  node.append(chip, link);
  return node;
}

/** A pin with the name of what the page's address is about. */
function pin({ dataset: { label } }) {
  const node = make("g", { class: "place-pin" });
  node.append(make("title", {}, label), make("path", { d: "M0 0C-4-8-10-12-10-20A10 10 0 0 1 10-20C10-12 4-8 0 0Z" }),
    make("circle", { cy: -20, r: 4 }), make("text", { y: 16 }, label));
  return node;
}

// Pixels: the upper edge of a chip over the foot of its flag, its height, the width of a letter, how far a marker
// reaches from its middle, and from a chip to the edge of the window.
const [TOP, HEIGHT, LETTER, MARKER, EDGE] = [-44, 18, 6.4, 18, 4];

/** "3 meeting points · 08:40" of several in one spot, else what the row says. Those of the day stand in order. */
function wordsOf(rows) {
  const coming = rows.find(({ dataset }) => !dataset.begins || Number(dataset.begins) > Date.now());
  const { dataset: { label } } = coming ?? rows[0];
  if (rows.length === 1) return label;
  if (!coming) return counted(rows.length, "meeting point");
  return says`${counted(rows.length, "meeting point")} · ${/^(\S+ )?\d\d:\d\d/.exec(label)?.[0] ?? label}`;
}

const covers = ({ x, y }, { left, right, top, bottom }) =>
  x > left - MARKER && x < right + MARKER && y > top - MARKER && y < bottom + MARKER;

// Of each chip: its words, and how wide they are.
const measured = new WeakMap();

/** Measured once, since fonts differ; of words that are not drawn, about. */
function widthOf(text, words) {
  write(text, words);
  const known = measured.get(text);
  if (known?.words === words) return known.width;
  const width = Math.ceil(text.getComputedTextLength());
  if (width) measured.set(text, { words, width });
  return width || Math.round(words.length * LETTER);
}

/** A flag's words begin at it, and move as far as the window and the list over it need. Returns what they take. */
function putChip(chip, words, { x, y }, view) {
  const width = widthOf(chip.lastElementChild, words) + 12;
  const [first, last] = [view.inset.left, view.width - view.inset.right];
  const isInView = x >= first && x <= last;
  const left = isInView ? Math.max(first + EDGE - x, Math.min(-6, last - EDGE - width - x)) : -6;
  set(chip.firstElementChild, "width", width);
  set(chip.firstElementChild, "x", left);
  set(chip.lastElementChild, "x", left + 6);
  return { left: x + left, right: x + left + width, top: y + TOP, bottom: y + TOP + HEIGHT };
}

export class FriendMarks {
  #plane;
  #limits;
  #trace;
  #own = marker(says`You`, "•");
  #ownSpot = null;
  // What does not move.
  #standing;
  #flags;
  // Where flags stand now, each with the rows of its meetings.
  #spots = [];
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
      .map((row) => ({ row, node: flag(row), place: fromRow(row) }));
    const spot = document.getElementById("spot");
    this.#trace = new SkiTrace(spot, svg);
    this.#standing = [
      ...spot ? [{ node: pin(spot), place: fromRow(spot) }] : [],
      ...baseLat ? [{ node: home, place: { lat: Number(baseLat), lon: Number(baseLon) } }] : [],
      ...this.#flags,
    ];
  }

  /** The rows of the meetings whose flag is within so many pixels of a point: several share one, or none. */
  meetingsAt({ x, y }, reach) {
    return this.#spots.find((spot) => Math.hypot(spot.x + 4 - x, spot.y - 12 - y) < reach)?.rows ?? [];
  }

  /**
   * Meetings in one spot have one flag; words give way to markers and to the words before. The one that was chosen
   * stands alone.
   * @param marks points at which markers stand.
   * @param names what names take. Returns what the words take.
   */
  #drawFlags(view, marks, names) {
    const points = this.#flags
      .map((one) => Object.assign(view.point(mercator(one.place.lat, one.place.lon)), { flag: one }));
    const isChosen = (point) => point.flag.row.hasAttribute("aria-current");
    const others = crowds(points.filter((point) => !isChosen(point)));
    const [taken, shown] = [new Taken(names), []];
    this.#spots = [...points.filter(isChosen).map((point) => [point]), ...others].map((group) => {
      const [{ flag: { node } }] = group;
      group.forEach((point, index) => setVisible(point.flag.node, null, index === 0));
      const rows = group.map((point) => point.flag.row);
      const chip = node.firstElementChild;
      const box = putChip(chip, wordsOf(rows), group[0], view);
      const isCovered = marks.some((mark) => covers(mark, box)) || !taken.isFree(box);
      const isShown = isChosen(group[0]) || !isCovered;
      set(chip, "class", `meeting-chip${isShown ? "" : " gives-way"}`);
      if (isShown) {
        taken.add(box);
        shown.push(box);
      }
      return { x: group[0].x, y: group[0].y, rows };
    });
    return shown;
  }

  /** Points of the window that the base and flags cover: a flag stands over its foot. */
  #covered(view) {
    return this.#standing.map(({ place, row }) => {
      const { x, y } = view.point(mercator(place.lat, place.lon));
      return row ? { x: x + 4, y: y - 12 } : { x, y };
    });
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
    set(node, "class", `marker cluster ${worst(friends.map((friend) => this.#state(friend)))}`);
    set(node.querySelector("circle"), "r", friends.length > 99 ? 19 : 16);
    write(node.querySelector("title"), friends.map(({ name }) => name).join("\n"));
    write(node.querySelector("text"), String(friends.length));
    this.#plane.put(node, friends[0]);
    setVisible(node, null, true);
  }

  /**
   * Returns the points at which people and marks stand, and what names and words take of the window.
   * @param selected who stands alone in any case; null for nobody.
   */
  draw(view, friends, mine, selected) {
    this.#plane.show(view);
    this.#trace.draw(view);
    for (const { node, place } of this.#standing) this.#plane.put(node, place);
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
    this.#ownSpot = mine && ownSpot(mine, this.groups, view);
    const chosen = selected ? [view.point(mercator(selected.lat, selected.lon))] : [];
    const people = [...mine ? [this.#ownSpot.point] : [], ...chosen, ...this.groups];
    const spots = [...people, ...this.#covered(view)];
    const name = selected && this.#placeName(view, selected, spots);
    const names = name ? [name.box] : [];
    names.push(...this.#drawFlags(view, people, names));
    if (mine) {
      this.#plane.put(this.#own, this.#ownSpot.place);
      if (!selected) this.#plane.raise(this.#own);
    }
    if (selected) this.#plane.raise(selected.marker);
    return { spots, names };
  }

  /** Whether a tap means the reader's dot, which stands beside a marker. */
  isOwnAt(tap) { return isTapped(this.#ownSpot, tap, this.groups); }

  /** Says where the reader is, also where the map stands there already. */
  pulse() { this.#own.animate({ opacity: [1, .2, 1, .2, 1] }, 900); }

  #placeName(view, friend, spots) {
    this.#drawAlone(friend, true);
    const { x, y } = view.point(mercator(friend.lat, friend.lon));
    const [place] = placeNames([{ x, y, text: friend.name, rank: 0, time: 0 }], view, spots);
    putName(friend.ring[1], place);
    return place;
  }
}
