// Measuring: the length of a line along points that are clicked, and how far it goes up and down.
import { make } from "../dom.js";
import { counted, metres } from "../format.js";
import { distance } from "./geometry.js";
import { Viewport } from "./viewport.js";
import { says } from "../texts.js";

const far = (length) => (length < 1000 ? `${Math.round(length)} m` : `${(length / 1000).toFixed(2)} km`);

export class Measure {
  #svg;
  #act;
  #button = document.getElementById("measure");
  #bar = document.getElementById("measuring");
  #told = document.getElementById("measured");
  #back = document.getElementById("measure-back");
  #hint = this.#told.textContent;
  #node = make("g", { id: "measure-line" });
  #cross = make("path", { class: "cross", d: "M-12 0H12M0-12V12" });
  #points = [];

  /**
   * @param node where the line is drawn.
   * @param act `view()`, `place(event)` of a click on the unit square, `heightAt(lat, lon)` in metres, and `redraw()`.
   */
  constructor(svg, node, act) {
    [this.#svg, this.#act] = [svg, act];
    node.append(this.#node);
    this.#button.addEventListener("click", () => (this.isOn ? this.stop() : this.#start()));
    this.#back.addEventListener("click", () => this.#undo());
    document.getElementById("measure-end").addEventListener("click", () => this.stop());
    // Before whatever else a click or a key does.
    svg.addEventListener("click", (event) => this.#click(event), true);
    document.getElementById("map-page").addEventListener("keydown", (event) => this.#key(event), true);
  }

  get isOn() { return !this.#bar.hidden; }

  #start() {
    this.#points = [];
    this.#bar.hidden = false;
    this.#button.setAttribute("aria-pressed", "true");
    this.#svg.classList.add("is-measured");
    this.#svg.focus({ preventScroll: true });
    this.#changed();
  }

  stop() {
    if (!this.isOn) return;
    const hadFocus = this.#bar.contains(document.activeElement);
    this.#points = [];
    this.#bar.hidden = true;
    this.#button.setAttribute("aria-pressed", "false");
    this.#svg.classList.remove("is-measured");
    if (hadFocus) this.#button.focus();
    this.#changed();
  }

  #click(event) {
    if (!this.isOn) return;
    event.stopPropagation();
    event.preventDefault();
    this.#add(this.#act.place(event));
  }

  #key(event) {
    if (!this.isOn) return;
    const isOnMap = event.target === this.#svg;
    if (event.key === "Escape") this.stop();
    else if (event.key === "Backspace" && isOnMap) this.#undo();
    else if ((event.key === "Enter" || event.key === " ") && isOnMap) this.#add(this.#middle());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #middle() {
    const view = this.#act.view();
    return view.place(view.freeMiddle);
  }

  async #add(place) {
    const point = { place, ...Viewport.degrees(place), height: null };
    this.#points.push(point);
    this.#changed();
    point.height = await this.#act.heightAt(point.lat, point.lon);
    this.#tell();
  }

  #undo() {
    this.#points.pop();
    this.#changed();
  }

  #changed() {
    this.#tell();
    this.#act.redraw();
  }

  #tell() {
    const points = this.#points;
    this.#back.disabled = points.length === 0;
    if (!points.length) { this.#told.textContent = this.#hint; return; }
    const steps = points.slice(1).map((point, index) => [points[index], point]);
    const length = steps.reduce((sum, [from, to]) => sum + distance(from, to), 0);
    const parts = [counted(points.length, "point"), far(length)];
    if (steps.length && points.every(({ height }) => height !== null)) {
      const rises = steps.map(([from, to]) => to.height - from.height);
      const total = rises.reduce((sum, rise) => sum + rise, 0);
      parts.push(says`height difference ${total >= 0.5 ? "+" : ""}${metres(total)}`);
      if (steps.length > 1) {
        const up = rises.filter((rise) => rise > 0).reduce((sum, rise) => sum + rise, 0);
        parts.push(`↑ ${metres(up)}`, `↓ ${metres(up - total)}`);
      }
    }
    this.#told.textContent = parts.join(" · ");
  }

  draw(view) {
    if (!this.isOn) { this.#node.replaceChildren(); return; }
    const points = this.#points.map(({ place }) => view.point(place));
    const line = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
    const middle = view.freeMiddle;
    this.#cross.setAttribute("transform", `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)})`);
    this.#node.replaceChildren(
      ...(points.length > 1 ? [make("path", { class: "casing", d: line }), make("path", { d: line })] : []),
      ...points.map(({ x, y }) => make("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 5 })), this.#cross
    );
  }
}
