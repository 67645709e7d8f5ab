// What stands on the ground: the base, meeting points, the place of a call, and the place that was asked about.
import { make } from "../dom.js";
import { mercator } from "./geometry.js";

export class Marks {
  #standing = [...document.querySelectorAll("#base .base, #meetings .meeting, #call-mark")]
    .map((node) => [node, mercator(Number(node.dataset.lat), Number(node.dataset.lon))]);
  #pin = make("path", { class: "pin", d: "M0 0L-7-14A8 8 0 1 1 7-14Z" });
  #below;
  /** The place on the unit square that was asked about, null for none. */
  asked = null;

  /**
   * @param below the node over which the pin lies.
   * @param open what a click on a meeting point or a call does, with its place, name and link.
   */
  constructor(below, open) {
    this.#below = below;
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

  draw(view) {
    const put = (node, place) => {
      const { x, y } = view.point(place);
      node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    };
    for (const [node, place] of this.#standing) put(node, place);
    if (!this.asked) return;
    put(this.#pin, this.asked);
    this.#below.after(this.#pin);
  }
}
