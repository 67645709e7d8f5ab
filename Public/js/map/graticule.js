// Lines of round degrees over the map, and a bar that shows a round length: as the server draws them.
import { make } from "../dom.js";
import { says } from "../texts.js";
import { latitude, mercator } from "./geometry.js";

/** 1, 2 or 5 times a power of ten, the largest that is not over the limit. */
function roundFigure(limit) {
  const power = 10 ** Math.floor(Math.log10(limit));
  return [5, 2, 1].map((n) => n * power).find((n) => n <= limit) ?? power;
}

/** `from`, rounded up to a whole step, and on below `to`. */
function steps(from, to, step) {
  const found = [];
  for (let value = Math.ceil(from / step) * step; value < to; value += step) found.push(value);
  return found;
}

const [FOOT, MILE] = [0.3048, 1609.344];

/** Draws a round length in metres and one in miles, as they are in a view. */
export function drawScale(bar, view) {
  const pixel = view.metresPerPixel / view.pixels;
  const length = roundFigure(160 * pixel);
  const [unit, word] = 160 * pixel >= MILE ? [MILE, "mi"] : [FOOT, "ft"];
  const far = roundFigure(160 * pixel / unit);
  const [paths, texts] = ["path", "text"].map((name) => bar.querySelectorAll(name));
  paths[0].setAttribute("d", `M20 18v6H${(20 + length / pixel).toFixed(1)}v-6`);
  paths[1].setAttribute("d", `M20 30v-6H${(20 + far * unit / pixel).toFixed(1)}v6`);
  texts[0].textContent = length >= 1000 ? `${length / 1000} km` : `${length} m`;
  texts[1].textContent = `${far} ${says.text(word)}`;
}

export class Graticule {
  #page;
  #node = document.getElementById("graticule");
  #bar = document.getElementById("scale-bar");
  #drawn = "";

  constructor(page) { this.#page = page; }

  /** Even what is drawn already is drawn anew, next time. */
  forget() { this.#drawn = ""; }

  draw(view) {
    if (this.#drawn === view.stamp) return;
    this.#drawn = view.stamp;
    drawScale(this.#bar, view);
    const { classList } = this.#page;
    if (classList.contains("has-tiles") && classList.contains("no-graticule")) return;
    const step = roundFigure(180 * 360 / view.size);
    const places = Math.max(0, Math.ceil(-Math.log10(step)));
    const label = (value, positive, negative) =>
      `${Math.abs(value).toFixed(places)}° ${value < 0 ? negative : positive}`;
    this.#node.replaceChildren(
      ...this.#meridians(view, step, (value) => label(value, "E", "W")),
      ...this.#parallels(view, step, (value) => label(value, "N", "S"))
    );
  }

  #meridians(view, step, label) {
    const half = view.width / 2 / view.size;
    const [west, east] = [view.x - half, view.x + half].map((x) => x * 360 - 180);
    return steps(west, east, step).flatMap((lon) => {
      const x = view.point({ x: (lon + 180) / 360, y: 0 }).x.toFixed(1);
      return [make("path", { d: `M${x} 0V${view.height}` }), make("text", { x, y: 12 }, label(lon))];
    });
  }

  #parallels(view, step, label) {
    const half = view.height / 2 / view.size;
    const [north, south] = [latitude(Math.max(0, view.y - half)), latitude(Math.min(1, view.y + half))];
    return steps(south, north, step).flatMap((lat) => {
      const y = view.point(mercator(lat, 0)).y.toFixed(1);
      return [make("path", { d: `M0 ${y}H${view.width}` }), make("text", { x: 4, y }, label(lat))];
    });
  }
}
