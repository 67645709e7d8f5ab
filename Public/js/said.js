// What was just done, with Undo, and what happens elsewhere, with a way there: as the toasts of pages are.
import { element, make } from "./dom.js";
import { script } from "./later.js";
import { says } from "./texts.js";

/** Milliseconds that it stays where what closes it cannot be had. */
const LONGEST = 15_000;

/** An icon of the page's own set. */
export function icon(name) {
  const drawing = make("svg", { class: "icon", "aria-hidden": "true" });
  drawing.append(make("use", { href: `#i-${name}` }));
  return drawing;
}

function show(text, style, ...actions) {
  const toast = element("div", undefined, { class: `toast ${style}` });
  const close = element("button", undefined, { type: "button", class: "toast-close", "aria-label": says`Close` });
  close.append(icon("x"));
  toast.append(element("p", text, { class: "notice", role: "status" }), ...actions, close);
  document.body.append(toast);
  script("toasts").then(({ letGo }) => letGo(toast), () => { setTimeout(() => toast.remove(), LONGEST); });
  return toast;
}

const closeAll = (which) => document.querySelectorAll(which).forEach((old) => old.remove());

/** @param undo called by the button; without it there is none. */
export function say(text, undo) {
  closeAll(".toast");
  if (!undo) return show(text, "");
  const button = element("button", undefined, { type: "button", class: "small toast-undo" });
  button.append(icon("undo"), ` ${says`Undo`}`);
  const toast = show(text, "", button);
  button.addEventListener("click", () => { toast.remove(); undo(); });
}

/** News of another page. The newest one stands; what can be undone stays beside it. */
export function lead(text, href, label) {
  closeAll(".toast.is-news");
  show(text, "is-news", element("a", label, { class: "button small", href }));
}
