// Moving a map by finger, mouse, wheel and keys: alike on every map.

// Pixels that a finger may shake while it taps.
const SHAKE = 4;
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Gestures {
  #node;
  #view;
  #act;
  #fingers = new Map();
  #moved = 0;

  /**
   * @param act what is done, in pixels of the view: `pan(dx, dy)`, `zoomAt(point, by)`, and where the map has them
   * `fit()` and `rest()`, after a finger that has moved the map.
   * @param step pixels of an arrow key; `zoomStep` of + and −; `ignores` selects what is no map inside of the node.
   */
  constructor(node, view, act, { step, zoomStep, ignores = "button, form", hasWheel = true }) {
    [this.#node, this.#view, this.#act] = [node, view, act];
    node.addEventListener("pointerdown", (event) => {
      this.#moved = 0;
      const other = event.target.closest(ignores);
      // A map may lie in a form itself.
      if (!other || !node.contains(other)) this.#fingers.set(event.pointerId, this.local(event));
    });
    node.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      node.addEventListener(name, ({ pointerId }) => this.#lift(pointerId));
    }
    // The end of a drag is not a click.
    node.addEventListener("click", (event) => {
      if (!event.detail || this.#moved <= SHAKE) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    }, true);
    if (hasWheel) node.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    node.addEventListener("keydown", (event) => this.#key(event, step, zoomStep));
  }

  /** Whether a finger, or the mouse's button, is down. */
  get isHeld() { return this.#fingers.size > 0; }

  /** The point of the view at which an event is. */
  local({ clientX, clientY }) {
    const box = this.#node.getBoundingClientRect();
    return {
      x: (clientX - box.left) * this.#view.width / box.width, y: (clientY - box.top) * this.#view.height / box.height
    };
  }

  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.local(event);
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId);
    if (others.length) this.#pinch(before, now, others[0][1]); else this.#drag(before, now, event.pointerId);
    this.#fingers.set(event.pointerId, now);
  }

  #drag(before, now, id) {
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.#moved += Math.hypot(dx, dy);
    if (this.#moved <= SHAKE) return;
    // Not before: a captured pointer gives no click.
    if (!this.#node.hasPointerCapture(id)) this.#node.setPointerCapture(id);
    this.#act.pan(dx, dy);
  }

  #pinch(before, now, other) {
    const gap = (finger) => Math.hypot(finger.x - other.x, finger.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.#moved += SHAKE + 1;
    this.#act.zoomAt(middle, Math.log2(Math.max(1, gap(now)) / Math.max(1, gap(before))));
  }

  #lift(id) {
    if (this.#fingers.delete(id) && this.#moved > SHAKE) this.#act.rest?.();
  }

  #wheel(event) {
    event.preventDefault();
    const by = -event.deltaY / (event.deltaMode ? 3 : 240);
    this.#act.zoomAt(this.local(event), Math.max(-1, Math.min(1, by)));
  }

  #key(event, step, zoomStep) {
    const { key } = event;
    // The browser's own, as finding in the page.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[key]) this.#act.pan(...ARROWS[key].map((part) => part * step));
    else if (key === "+" || key === "=") this.#act.zoomAt(this.#view.middle, zoomStep);
    else if (key === "-") this.#act.zoomAt(this.#view.middle, -zoomStep);
    else if ((key === "0" || key === "f") && this.#act.fit) this.#act.fit();
    else return;
    event.preventDefault();
  }
}
