// What stands on the ground: the base, meeting points, the place of a call, and the place that was asked about.
import { make, set } from "../dom.js";
import { mercator } from "./geometry.js";
import { Taken } from "./names.js";

// Pixels around the middle of a marker that it covers, and half the height and the width of a letter of a label.
const [MARKER, HALF, LETTER] = [20, 7, 3.4];

export class Marks {
  #standing = [...document.querySelectorAll("#base .base, #meetings .meeting, #call-mark")]
    .map((node) => ({
      node, place: mercator(Number(node.dataset.lat), Number(node.dataset.lon)), label: node.querySelector("text"),
      isCall: node.id === "call-mark",
    }));
  #pin = make("path", { class: "pin", d: "M0 0L-7-14A8 8 0 1 1 7-14Z" });
  #above;
  /** Points of the window at which marks stand, and what their labels take of it. */
  spots = [];
  names = [];
  /** The place on the unit square that was asked about, null for none. */
  asked = null;

  /**
   * @param above the node that holds the pin, over everything else.
   * @param open what a click on a meeting point or a call does, with its place, name and link.
   */
  constructor(above, open) {
    this.#above = above;
    for (const marks of document.querySelectorAll("#meetings, #call-mark")) {
      marks.addEventListener("click", (event) => {
        const link = event.target.closest?.("a");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const { lat, lon } = link.closest("[data-lat]").dataset;
        const about = { title: link.querySelector("title").textContent, link: link.getAttribute("href") };
        open(mercator(Number(lat), Number(lon)), about);
      });
    }
  }

  clear() {
    this.asked = null;
    this.#pin.remove();
  }

  /** Points of a window that it covers: a flag stands over its foot. */
  points(view) {
    return this.#standing.map(({ node, place }) => {
      const { x, y } = view.point(place);
      return node.classList.contains("meeting") ? { x: x + 4, y: y - 12 } : { x, y };
    });
  }

  /** @param people whose markers, at `spots`, and `names` stand: labels give way to them, and to the labels before. */
  draw(view, { spots, names }) {
    const put = (node, { x, y }) => node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    const taken = new Taken(names);
    [this.spots, this.names] = [this.points(view), []];
    this.#standing.forEach(({ node, place, label, isCall }, index) => {
      const point = view.point(place);
      put(node, point);
      if (!label || isCall) return;
      const box = putLabel(label, point, view);
      const others = [...spots, ...this.spots.filter((_, other) => other !== index)];
      const isFree = box && !others.some((spot) => covers(spot, box)) && taken.isFree(box);
      set(label, "visibility", isFree ? "visible" : "hidden");
      if (!isFree) return;
      taken.add(box);
      this.names.push(box);
    });
    if (!this.asked) return;
    put(this.#pin, view.point(this.asked));
    this.#above.append(this.#pin);
  }
}

/**
 * What the list covers is no room: a mark below it has no label. Near the right edge a label stands to the left, and
 * where it has no room there, over its mark. What it takes is counted without asking the browser,
 * which would lay out the whole drawing for it.
 */
function putLabel(label, { x, y }, { width, inset: { left: first = 0, right: covered = 0 } }) {
  const last = width - covered;
  if (x < first && first || x > last && covered) return null;
  const half = label.textContent.length * LETTER;
  const isCentred = label.parentNode.classList.contains("base");
  const start = isCentred ? -half : 0;
  const over = x > last ? 0 : Math.max(0, x + start + 2 * half - last);
  const under = x < first ? 0 : Math.max(0, first - x - start);
  const shift = under || (isCentred || x - first < 2 * half ? -over : over && -2 * half);
  set(label, "x", shift.toFixed(1));
  const [left, middle] = [x + start + shift, y + Number(label.getAttribute("y")) - 4];
  return { left, right: left + 2 * half, top: middle - HALF, bottom: middle + HALF };
}

const covers = ({ x, y }, { left, right, top, bottom }) =>
  x > left - MARKER && x < right + MARKER && y > top - MARKER && y < bottom + MARKER;
