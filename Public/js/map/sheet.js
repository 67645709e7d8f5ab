// The list over the map: a panel at its side on wide screens, which can be closed, and on narrow ones a sheet over its
// foot with three heights. The handle is dragged, or pressed like any button.
const NARROW = matchMedia("(max-width: 44rem)");
const HEIGHTS = ["low", "half", "full"];
// Pixels that a finger may shake while it presses the handle.
const SHAKE = 6;
// Pixels of a card with its buttons.
const CARD = 336;
// Pixels at the side that the buttons of a phone's map cover.
const CONTROLS = 56;
const KEPT = "map-panel";

export class Sheet {
  #page;
  #panel = document.getElementById("panel");
  #handle = document.getElementById("sheet-handle");
  #open = document.getElementById("open-panel");
  #close = document.getElementById("close-panel");
  #changed;
  #drag = null;
  // Pixels of the lines below the map.
  #foot = 0;

  /** @param changed called when another part of the map is covered. */
  constructor(page, changed) {
    [this.#page, this.#changed] = [page, changed];
    this.#handle.addEventListener("click", () => this.#press());
    this.#handle.addEventListener("pointerdown", (event) => this.#hold(event));
    this.#handle.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) this.#handle.addEventListener(name, () => this.#lift());
    this.#close.addEventListener("click", () => this.#fold(true));
    this.#open.addEventListener("click", () => this.#fold(false));
    // Friends have none: their list has tabs.
    document.getElementById("map-search")?.addEventListener("focusin", () => this.raise());
    NARROW.addEventListener("change", () => this.#changed());
    const foot = page.querySelector(".map-foot");
    this.#foot = foot.offsetHeight;
    new ResizeObserver(() => {
      this.#foot = foot.offsetHeight;
      page.style.setProperty("--foot", `${this.#foot}px`);
      this.#changed();
    }).observe(foot);
    this.#page.dataset.sheet = this.height;
    let kept = null;
    try { kept = localStorage.getItem(KEPT); } catch { /* private windows keep nothing */ }
    if (kept === "closed") this.#fold(true, false);
  }

  get isNarrow() { return NARROW.matches; }
  get height() { return this.#panel.dataset.height; }

  /** @param height "low", "half" or "full". */
  set(height) {
    this.#panel.dataset.height = this.#page.dataset.sheet = height;
    this.#handle.setAttribute("aria-expanded", String(height !== "low"));
    this.#changed();
  }

  /** At least as high that something of the list is seen. */
  raise() { if (this.height === "low") this.set("half"); }

  /** Whoever was chosen is seen on the map, and their card below it. */
  showCard() {
    if (this.isNarrow) this.set("half"); else if (this.#isFolded) this.#fold(false, false);
    document.getElementById("panel-body").scrollTop = 0;
  }

  get #isFolded() { return this.#page.classList.contains("no-panel"); }

  #fold(isFolded, takesFocus = true) {
    this.#page.classList.toggle("no-panel", isFolded);
    this.#open.hidden = !isFolded;
    try { localStorage.setItem(KEPT, isFolded ? "closed" : "open"); } catch { /* as above */ }
    if (takesFocus) (isFolded ? this.#open : this.#close).focus();
    this.#changed();
  }

  // MARK: the handle

  #press() {
    // The click that ends a drag has moved the sheet already.
    if (this.#drag?.hasMoved) { this.#drag = null; return; }
    this.set(HEIGHTS[(HEIGHTS.indexOf(this.height) + 1) % HEIGHTS.length]);
  }

  #hold(event) {
    this.#handle.setPointerCapture(event.pointerId);
    this.#drag = { y: event.clientY, height: this.#panel.offsetHeight, hasMoved: false, isDown: true };
  }

  #move({ clientY }) {
    const drag = this.#drag;
    if (!drag?.isDown) return;
    const by = drag.y - clientY;
    if (!drag.hasMoved && Math.abs(by) < SHAKE) return;
    drag.hasMoved = true;
    this.#panel.classList.add("is-dragged");
    const height = Math.min(this.#page.clientHeight, Math.max(this.#heights[0], drag.height + by));
    this.#panel.style.height = `${height}px`;
  }

  #lift() {
    const drag = this.#drag;
    if (!drag?.isDown) return;
    drag.isDown = false;
    if (!drag.hasMoved) return;
    const height = this.#panel.offsetHeight;
    this.#panel.classList.remove("is-dragged");
    this.#panel.style.height = "";
    const far = this.#heights.map((known) => Math.abs(known - height));
    this.set(HEIGHTS[far.indexOf(Math.min(...far))]);
  }

  /** Pixels of each height, as the style sets them. */
  get #heights() {
    const whole = this.#page.clientHeight;
    // Of a low window more than half, so that a card is seen with what one does with whom it tells of.
    return [104, Math.max(whole / 2, Math.min(CARD, whole * 0.65)), whole - 12];
  }

  /** What it covers of the map, pixels, and at which side the map's buttons are. */
  get inset() {
    const controls = document.documentElement.dir === "rtl" ? "left" : "right";
    const free = { left: 0, right: 0, top: 0, bottom: 0, controls };
    if (this.isNarrow) {
      const [low, half] = this.#heights;
      return { ...free, right: CONTROLS, bottom: this.height === "low" ? low + this.#foot : half };
    }
    if (this.#isFolded) return free;
    const [whole, part] = [this.#page.getBoundingClientRect(), this.#panel.getBoundingClientRect()];
    const isFirst = part.left - whole.left < whole.right - part.right;
    return isFirst ? { ...free, left: part.right - whole.left } : { ...free, right: whole.right - part.left };
  }
}
