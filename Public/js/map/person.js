// Somebody on the hosts' map: the newest position, the row of the list, and a marker that glides from one place to the
// next.
import { face } from "../face.js";
import { freshness } from "../format.js";
import { isVisible, make, set, setVisible, write } from "../dom.js";
import { says } from "../texts.js";
import { mercator } from "./geometry.js";
import { putName } from "./names.js";
import { fromRow } from "./positions.js";

// Milliseconds on the way.
const GLIDE = 900;

export class Person {
  #layers;
  #limits;
  #from;
  #node = make("g");
  #halo = make("circle");
  #title = make("title");
  #hasFace = false;
  // The ring and the name of whoever is selected or needs help.
  #ring = null;
  /** The stamp of the window in which the marker is in its place. */
  #settled = null;
  #named = "";
  /** Where they are, and since when that is known here, by the page's clock. */
  to = null;
  since = 0;
  isPaused = false;
  /** Their call for help, if there is one: by name and in no cluster, red, or amber once somebody is on it. */
  need = null;
  hiddenAt = -1;

  /**
   * @param layers where `markers`, those `raised` above all others, and `accuracy` are drawn.
   * @param limits milliseconds up to which a position is `fresh` and `stale`.
   */
  constructor(row, layers, limits) {
    Object.assign(this, { row, id: row.dataset.id, name: row.dataset.name });
    this.#layers = layers;
    this.#limits = limits;
    this.isPaused = row.dataset.freshness === "paused";
    const text = make("text", {}, row.dataset.initials);
    this.#node.append(this.#title, make("circle", { r: 16 }), text);
    set(this.#node, "class", "marker");
    set(this.#node, "data-id", this.id);
    if (row.dataset.lat) this.take(fromRow(row), 0);
  }

  get isInNeed() { return this.need !== null; }

  /** Somebody is on their call. */
  get isLookedAfter() { return this.need?.state === "taken"; }

  /** Whether they are on the map. */
  get isShown() { return this.to !== null; }

  get style() {
    if (this.isPaused) return "paused";
    return this.time ? freshness(Date.now() - this.time, this.#limits.fresh, this.#limits.stale) : "never";
  }

  take(position, now) {
    if (this.time && position.time < this.time) return;
    const target = mercator(position.lat, position.lon);
    this.#from = this.isShown ? this.#place(now) : target;
    Object.assign(this, position, { to: target, since: now, isPaused: false });
    this.#settled = null;
  }

  /** @param isForgotten whether there is no position any more, rather than one that is not shown. */
  hide(isForgotten) {
    Object.assign(this, { hiddenAt: performance.now(), to: null, time: 0, isPaused: !isForgotten });
    this.#node.remove();
    this.#halo.remove();
  }

  #place(now) {
    const part = Math.min(1, (now - this.since) / GLIDE);
    const eased = 1 - (1 - part) ** 3;
    const { x, y } = this.#from;
    return { x: x + (this.to.x - x) * eased, y: y + (this.to.y - y) * eased };
  }

  // MARK: the marker

  showMarker(view, isSelected, words) {
    const { style } = this;
    const kinds = ["marker", style, isSelected && "selected", this.isInNeed && "help", this.isLookedAfter && "taken"]
      .filter(Boolean);
    set(this.#node, "class", kinds.join(" "));
    const isRaised = isSelected || this.isInNeed;
    this.#showFace();
    this.#showRing(isRaised);
    this.#name(`${style} ${this.ground}`, words);
    const layer = isRaised ? this.#layers.raised : this.#layers.markers;
    if (this.#node.isConnected && this.#node.parentNode !== layer) layer.append(this.#node);
    setVisible(this.#node, layer, true);
    const radius = (this.accuracy ?? 0) / view.metresPerPixel;
    if (radius > 18) set(this.#halo, "r", Math.min(radius, 2000).toFixed(1));
    setVisible(this.#halo, this.#layers.accuracy, radius > 18);
  }

  /** Photos are asked for when their markers are seen: most stand in a crowd. */
  #showFace() {
    if (this.#hasFace) return;
    this.#hasFace = true;
    this.#node.querySelector("text").after(...face(this.row));
  }

  #showRing(isWanted) {
    if (isWanted === Boolean(this.#ring?.[0].isConnected)) return;
    if (!isWanted) { this.#ring.forEach((node) => node.remove()); return; }
    this.#ring ??=
      [make("circle", { class: "halo", r: 23 }), make("text", { class: "marker-name", y: 36 }, this.name)];
    this.#node.append(...this.#ring);
  }

  /** @param place the side of the marker at which the name stands; null where there is no room for it. */
  placeName(place) { if (this.#ring?.[1].isConnected) putName(this.#ring[1], place); }

  /** Formatting numbers takes time: it is done only if they differ from the last ones. */
  #name(state, words) {
    if (this.#named === state) return;
    this.#named = state;
    const parts = [this.name, says.text(this.style), words.ground(this.ground)];
    write(this.#title, parts.filter(Boolean).join(", "));
  }

  hideMarker() {
    // Whoever was selected and is in a crowd now.
    if (this.#ring?.[0].isConnected) {
      this.#showRing(false);
      set(this.#node, "class", `marker ${this.style}`);
    }
    setVisible(this.#node, this.#layers.markers, false);
    setVisible(this.#halo, this.#layers.accuracy, false);
  }

  /** Puts the marker into the document, unseen. */
  prepare() {
    if (!this.isShown) return;
    for (const [node, layer] of [[this.#node, this.#layers.markers], [this.#halo, this.#layers.accuracy]]) {
      if (node.isConnected) continue;
      set(node, "visibility", "hidden");
      layer.append(node);
    }
  }

  /** Puts the marker where they are at a moment; true while it glides. */
  move(view, now) {
    const isGliding = now - this.since < GLIDE;
    if (!isGliding && this.#settled === view.stamp) return false;
    const { x, y } = view.point(this.#place(now));
    this.#node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    if (isVisible(this.#halo)) {
      this.#halo.setAttribute("cx", x.toFixed(1));
      this.#halo.setAttribute("cy", y.toFixed(1));
    }
    this.#settled = isGliding ? null : view.stamp;
    return isGliding;
  }
}
