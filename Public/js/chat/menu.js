// The menu of one message: beside it on a desktop, from the bottom of a phone's screen. The page has it as a list that
// opens without scripts; here come the six signs, copying, and what moderators do, as the message's own page has it.
import { element } from "../dom.js";
import { parsePage } from "../live.js";
import { icon, say } from "../said.js";
import { says } from "../texts.js";

// Milliseconds after which a finger is held.
const HOLD = 450;
const ICONS = { reply: "reply", report: "flag", about: "info", edit: "edit", delete: "trash", copy: "copy" };

const isOnPhone = () => matchMedia("(max-width: 40rem)").matches;

export class MessageMenu {
  #list;
  #action;
  #isStaff;
  #bar;
  #timer = 0;
  // The finger that opened the menu may still be down: lifting it presses nothing that rose under it.
  #isHeld = false;

  constructor(list, { action, people }) {
    [this.#list, this.#action, this.#isStaff] = [list, action, Boolean(people)];
    // It does not bubble.
    list.addEventListener(
      "toggle", ({ target }) => { if (target.matches("details.acts")) this.#toggled(target); }, true
    );
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", (event) => this.#click(event));
    addEventListener("pointerdown", ({ target }) => {
      this.#isHeld = false;
      const open = this.#open;
      const isInside = target.closest(".act-menu, .acts > summary")?.parentElement === open;
      if (open && !isInside) open.open = false;
    });
    this.#listenToFingers();
    this.#makeBar();
  }

  get #open() { return this.#list.querySelector("details.acts[open]"); }

  // MARK: opening

  #toggled(details) {
    if (!details.open) { details.classList.remove("up"); return; }
    for (const other of this.#list.querySelectorAll("details.acts[open]")) if (other !== details) other.open = false;
    this.#fill(details);
    const menu = details.querySelector(".act-menu");
    const room = document.getElementById("scroller").getBoundingClientRect();
    const { top, bottom } = details.getBoundingClientRect();
    const [above, below] = [top - room.top, room.bottom - bottom];
    const isUp = menu.scrollHeight > below && above > below;
    details.classList.toggle("up", isUp);
    menu.style.setProperty("--room", `${(isUp ? above : below) - 4}px`);
  }

  /** Once for each row: a row that is drawn anew has a new menu. */
  #fill(details) {
    const menu = details.querySelector(".act-menu");
    if (menu.dataset.full) return;
    menu.dataset.full = "yes";
    const row = details.closest(".message");
    const [address, isVisible] = [`${this.#action}/${row.dataset.number}`, Boolean(menu.querySelector(".about"))];
    this.#decorate(menu, row);
    const palette = document.getElementById("palette")?.content.cloneNode(true);
    if (palette && isVisible) {
      palette.querySelector("form").action = `${address}/react`;
      menu.prepend(palette);
    }
    if (!this.#isStaff || !isVisible) return;
    const slot = element("div", undefined, { class: "staff-slot" });
    menu.append(slot);
    this.#fetchStaff(address, slot);
  }

  #decorate(menu, row) {
    const kinds = [
      ["[data-do=reply]", "reply"], [".report", "report"], [".about", "about"], ["form button.link", "delete"],
    ];
    for (const [selector, kind] of kinds) menu.querySelector(selector)?.prepend(icon(ICONS[kind]));
    menu.querySelector("a[href$='/edit']")?.prepend(icon(ICONS.edit));
    const about = menu.querySelector(".about");
    if (about) {
      about.replaceChildren(icon(ICONS.about), says`Who reacted`);
      about.hidden = !row.querySelector(".reactions");
    }
    if (!row.querySelector(".message-text").textContent.trim()) return;
    const copy = element("button", undefined, { type: "button", class: "link", "data-do": "copy" });
    copy.append(icon(ICONS.copy), says`Copy`);
    (menu.querySelector("[data-do=reply]") ?? menu.lastElementChild)?.after(copy);
  }

  /** Pin, Call, Person, Mute and Remove stand below all else, so that nothing moves under a finger when they come. */
  async #fetchStaff(address, slot) {
    const response = await fetch(`${address}/about`).catch(() => null);
    if (!response?.ok) { slot.remove(); return; }
    const acts = parsePage(await response.text()).getElementById("staff-acts");
    if (acts) slot.append(...document.importNode(acts, true).childNodes);
    else slot.remove();
  }

  // MARK: keys and fingers

  #key(event) {
    const details = event.target.closest("details.acts");
    if (!details?.open) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      details.open = false;
      details.querySelector("summary").focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target.matches("select")) return;
    event.preventDefault();
    const stops = [...details.querySelectorAll("summary, a:not([hidden]), button, select")];
    stops.at((stops.indexOf(document.activeElement) + step + stops.length) % stops.length).focus();
  }

  #click({ target }) {
    const copy = target.closest("[data-do=copy]");
    const details = target.closest("details.acts");
    if (copy) {
      const text = copy.closest(".message").querySelector(".message-text").textContent;
      navigator.clipboard.writeText(text).then(() => say(says`Copied.`), () => say(says`It could not be copied.`));
    }
    if (details?.open && (copy || target.closest("[data-do=reply]"))) details.open = false;
  }

  /** Holding a message opens its menu on a phone, also on the name of somebody in it. */
  #listenToFingers() {
    const stop = () => clearTimeout(this.#timer);
    this.#list.addEventListener("pointerdown", ({ target, pointerType }) => {
      stop();
      const bubble = target.closest(".bubble");
      if (pointerType !== "touch" || !bubble || target.closest("a:not(.named), button")) return;
      this.#timer = setTimeout(() => this.#holdByFinger(bubble), HOLD);
    });
    for (const name of ["pointerup", "pointercancel"]) this.#list.addEventListener(name, stop);
    this.#list.addEventListener("pointermove", ({ movementX, movementY }) => {
      if (Math.abs(movementX) + Math.abs(movementY) > 8) stop();
    });
    this.#list.addEventListener("contextmenu", (event) => {
      const bubble = event.target.closest(".bubble");
      if (event.pointerType !== "touch" || !bubble || event.target.closest("a:not(.named)")) return;
      event.preventDefault();
      stop();
      this.#holdByFinger(bubble);
    });
    // Not what a key presses: that has no count.
    addEventListener("click", (event) => {
      if (!this.#isHeld || !event.detail) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true });
  }

  #holdByFinger(bubble) {
    this.#isHeld = true;
    this.#hold(bubble);
  }

  #hold(bubble) {
    const details = bubble.parentElement.querySelector("details.acts");
    if (!details || details.open) return;
    navigator.vibrate?.(10);
    details.open = true;
  }

  /** With a mouse, replying and reacting are one click away from the message under it. */
  #makeBar() {
    this.#bar = element("span", undefined, { class: "quick", "aria-hidden": "true" });
    const reply = element(
      "button", undefined, { type: "button", tabindex: "-1", title: says`Reply`, "data-do": "reply" });
    reply.append(icon("reply"));
    const react = element("button", undefined, { type: "button", tabindex: "-1", title: says`React` });
    react.append(icon("smile"));
    react.addEventListener("click", () => this.#hold(this.#bar.parentElement.querySelector(".bubble")));
    this.#bar.append(reply, react);
    this.#list.addEventListener("pointerover", ({ target, pointerType }) => {
      const row = pointerType === "mouse" && !isOnPhone() && target.closest(".message");
      const details = row && row.querySelector("details.acts");
      if (!details || details.previousElementSibling === this.#bar) return;
      if (details.querySelector(".about") && document.getElementById("composer")) details.before(this.#bar);
    });
  }
}
