// What was just done stands over the page's foot, and goes by itself after a while, unless somebody points at it or the
// keyboard is in it. One that can be undone stays longer. Escape closes it.
import { isTyping } from "./keys.js";

const [READ, UNDO] = [6_000, 15_000];

/** Above what sticks to the window's foot; at its head where it would cover what is pressed next. */
export function place(toast) {
  const { left, right, height } = toast.getBoundingClientRect();
  const isBar = (node) => (node.matches(".composer") || /fixed|sticky/.test(getComputedStyle(node).position))
    && !toast.contains(node) && node.offsetHeight < innerHeight / 2;
  const barAt = (y) => [y - 2, y - 16, y - 32]
    .flatMap((at) => [left + 1, right - 1].flatMap((x) => document.elementsFromPoint(x, at))).find(isBar);
  let foot = innerHeight;
  for (let bar = barAt(foot); bar && foot > 0; bar = barAt(foot)) foot = bar.getBoundingClientRect().top;
  toast.style.setProperty("--foot", `${innerHeight - foot}px`);
  const isCovered = ({ top, bottom, width, ...box }) => width && top < foot && bottom > foot - height - 16
    && box.left < right && box.right > left;
  const boxes = [...document.querySelectorAll("main .primary")].map((node) => node.getBoundingClientRect().toJSON());
  if (boxes.some(isCovered)) toast.style.insetBlock = "calc(var(--head) + var(--alerts) + var(--s2)) auto";
}

export function letGo(toast) {
  const time = toast.querySelector("form, a") ? UNDO : READ;
  let timer;
  const close = () => {
    if (toast.contains(document.activeElement)) document.getElementById("main")?.focus({ preventScroll: true });
    toast.remove();
  };
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => toast.remove(), time); };
  const stay = () => clearTimeout(timer);
  toast.addEventListener("pointerenter", stay);
  toast.addEventListener("focusin", stay);
  toast.addEventListener("pointerleave", wait);
  toast.addEventListener("focusout", wait);
  toast.querySelector(".toast-close")?.addEventListener("click", close);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !isTyping(event.target)) close();
  });
  place(toast);
  wait();
}
