// What stands on the ground: the base, meeting points, the place of a call, and the place that was asked about.
import { make, set } from "../dom.js";
import { mercator } from "./geometry.js";

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

  /** @param spots points at which markers stand: labels give way to them, and to the labels before. */
  draw(view, spots = []) {
    const put = (node, { x, y }) => node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    const taken = [];
    for (const { node, place, label, isCall } of this.#standing) {
      const point = view.point(place);
      put(node, point);
      if (!label || isCall) continue;
      const box = boxOf(label, point);
      const isFree = !spots.some((spot) => covers(spot, box)) && !taken.some((other) => meet(other, box));
      set(label, "visibility", isFree ? "visible" : "hidden");
      if (isFree) taken.push(box);
    }
    if (!this.asked) return;
    put(this.#pin, view.point(this.asked));
    this.#above.append(this.#pin);
  }
}

/** Without asking the browser, which would lay out the whole drawing for it. */
function boxOf(label, { x, y }) {
  const width = label.textContent.length * LETTER;
  const isCentred = label.parentNode.classList.contains("base");
  const left = isCentred ? x - width : x;
  const middle = y + Number(label.getAttribute("y")) - 4;
  return { left, right: left + 2 * width, top: middle - HALF, bottom: middle + HALF };
}

const covers = ({ x, y }, { left, right, top, bottom }) =>
  x > left - MARKER && x < right + MARKER && y > top - MARKER && y < bottom + MARKER;

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
