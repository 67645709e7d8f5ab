// What was just done beside a message, with Undo, as the toasts of pages are.
import { element, make } from "./dom.js";
import { script } from "./later.js";
import { says } from "./texts.js";

const [READ, UNDO] = [6_000, 15_000];

/** An icon of the page's own set. */
export function icon(name) {
  const drawing = make("svg", { class: "icon", "aria-hidden": "true" });
  drawing.append(make("use", { href: `#i-${name}` }));
  return drawing;
}

/** @param undo called by the button; without it there is none. */
export function say(text, undo) {
  document.querySelectorAll(".toast").forEach((old) => old.remove());
  const toast = element("div", undefined, { class: "toast" });
  toast.append(element("p", text, { class: "notice", role: "status" }));
  let timer;
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => toast.remove(), undo ? UNDO : READ); };
  if (undo) {
    const button = element("button", undefined, { type: "button", class: "small" });
    button.append(icon("undo"), ` ${says`Undo`}`);
    button.addEventListener("click", () => { toast.remove(); undo(); });
    toast.append(button);
  }
  const close = element("button", undefined, { type: "button", class: "toast-close", "aria-label": says`Close` });
  close.append(icon("x"));
  close.addEventListener("click", () => toast.remove());
  toast.append(close);
  for (const stop of ["pointerenter", "focusin"]) toast.addEventListener(stop, () => clearTimeout(timer));
  for (const go of ["pointerleave", "focusout"]) toast.addEventListener(go, wait);
  document.body.append(toast);
  script("toasts").then(({ place }) => place(toast), () => {});
  wait();
}
