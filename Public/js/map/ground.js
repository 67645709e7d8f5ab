// What lies under the markers: the tiles of one of two styles, chosen or by the height of the fresh people in view.
import { write } from "../dom.js";
import { getJSON } from "../json.js";
import { number } from "./positions.js";
import { decide } from "./style.js";
import { TileNames } from "./tile-names.js";
import { TileLayer } from "./tiles.js";
import { says } from "../texts.js";

export class Ground {
  #address;
  #view;
  #changed;
  #threshold;
  #credits;
  #tiles;
  #names;
  #style;
  // The height at the middle of the view, and the view for which it was asked.
  #centre = null;
  #asked = "";
  #timer = 0;
  #choice;
  // Auto decides once, when the map is opened or when it is chosen. Afterwards it only offers: whoever goes from one
  // person to the next keeps the map that they read.
  #isSettled;
  // The map opened on a base in the mountains, with nobody to show: until there is somebody nothing else is offered.
  #isOnHighBase;
  #offer = document.getElementById("map-offer");
  #places = {
    reason: document.getElementById("map-reason"), attribution: document.getElementById("attribution"),
  };

  /** @param changed called when another style may be due. */
  constructor(data, view, changed) {
    [this.#address, this.#view, this.#changed] = [data.ground, view, changed];
    this.#choice = data.choice;
    this.#isSettled = data.choice === "auto";
    this.#style = data.shown;
    this.#isOnHighBase = data.onHighBase !== undefined;
    this.#threshold = number(data.threshold);
    const lines = (data.raster || "").split("\n").filter(Boolean).map((line) => line.split("\t"));
    this.#credits = new Map(lines.map(([name, , text]) => [name, text]));
    this.#tiles = new TileLayer(document.getElementById("tile-layer"), data);
    this.#names = new TileNames(this.#tiles);
    this.#offer?.addEventListener("click", () => {
      this.#isSettled = false;
      this.#changed();
    });
  }

  get choice() { return this.#choice; }
  set choice(choice) { [this.#choice, this.#isSettled, this.#isOnHighBase] = [choice, false, false]; }

  get style() { return this.#style; }

  /** Chooses the style by the people, and says why. */
  decide(people) {
    const heights = this.choice === "auto" ? this.#heights(people) : [];
    if (this.choice === "auto" && !heights.length && !this.#isOnHighBase) this.#askCentre();
    const { style, reason } = decide({
      choice: this.choice, heights, centre: this.#centre, threshold: this.#threshold, previous: this.#style,
    });
    const isOther = this.#isSettled && style !== this.#style;
    const isKnown = heights.length > 0 || this.#centre !== null;
    this.#propose(isOther && isKnown ? style : null);
    if (!isOther) {
      this.#style = style;
      write(this.#places.reason, reason);
    }
    this.#isSettled ||= this.choice === "auto" && isKnown;
    const credits = [says`© OpenStreetMap contributors`, this.#credits.get(this.#style)];
    write(this.#places.attribution, credits.filter(Boolean).join(" · "));
  }

  #propose(style) {
    if (!this.#offer) return;
    this.#offer.hidden = !style;
    if (style) write(this.#offer, style === "street" ? says`Street map?` : says`Mountain map?`);
  }

  #heights(people) {
    return people
      .filter((person) => person.style === "fresh" && this.#view.holds(this.#view.point(person.to)))
      .map(({ ground, altitude }) => ground ?? (altitude || null))
      .filter((height) => height !== null);
  }

  /** Nobody in view: the height of the middle, asked for when the map has rested a moment. */
  #askCentre() {
    const { x, y, lat, lon } = this.#view;
    const stamp = `${x.toFixed(6)} ${y.toFixed(6)}`;
    if (this.#asked === stamp) return;
    this.#asked = stamp;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      this.#centre = (await this.at(lat, lon, 0))?.metres ?? null;
      this.#changed();
    }, 300);
  }

  /** What is at a place, and within so many metres of it; null where that cannot be had. */
  at(lat, lon, within) {
    return getJSON(`${this.#address}?lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}&within=${within.toFixed(1)}`);
  }

  draw(view) { this.#tiles.draw(view, this.#style); }
  /** Names on the tiles give way to marks: to those at `spots`, and to `names` of a window. */
  giveWay(view, marks) { this.#names.giveWay(view, marks); }
  leaveAway(names) { this.#tiles.leaveAway(names); }

  /** Markers were laid out: tiles wait for the next frame. */
  wait() { this.#tiles.busyAt = performance.now(); }
}
