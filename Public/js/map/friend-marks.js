// What the traveller's map shows over the ground: friends, themselves, the base, and where people meet.
import { face } from "../face.js";
import { freshness } from "../format.js";
import { make, set } from "../dom.js";
import { Plane } from "./plane.js";
import { fromRow } from "./positions.js";

function marker(name, label, row) {
  const node = make("g", { class: "marker" });
  node.append(make("title", {}, name), make("circle", { r: 16 }), make("text", {}, label), ...face(row));
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

export class FriendMarks {
  #plane;
  #limits;
  #own = marker("You", "•");
  // What does not move.
  #standing;

  /** @param limits milliseconds up to which a position is `fresh` and `stale`. */
  constructor(svg, { base, baseLat, baseLon }, limits) {
    this.#plane = new Plane(svg);
    this.#limits = limits;
    const home = marker(base, "⌂");
    set(home, "class", "marker base-mark");
    set(this.#own, "class", "marker me");
    const meetings = [...document.querySelectorAll("#meetings li[data-lat]")];
    this.#standing = [
      ...baseLat ? [{ node: home, place: { lat: Number(baseLat), lon: Number(baseLon) } }] : [],
      ...meetings.map((row) => ({ node: flag(row), place: fromRow(row) })),
    ];
  }

  draw(view, friends, mine) {
    this.#plane.show(view);
    for (const { node, place } of this.#standing) this.#plane.put(node, place);
    for (const friend of friends) {
      friend.marker ??= marker(friend.name, friend.initials, friend.row);
      const state = freshness(Date.now() - friend.time, this.#limits.fresh, this.#limits.stale);
      set(friend.marker, "class", `marker ${state}`);
      this.#plane.put(friend.marker, friend);
    }
    if (!mine) return;
    this.#plane.put(this.#own, mine);
    this.#plane.raise(this.#own);
  }
}
