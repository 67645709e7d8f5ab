// What was just done goes by itself after a while, unless somebody points at it or the keyboard is in it. One that can
// be undone stays longer.
const [READ, UNDO] = [6_000, 15_000];

export function letGo(toast) {
  const time = toast.querySelector("form, a") ? UNDO : READ;
  let timer;
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => toast.remove(), time); };
  const stay = () => clearTimeout(timer);
  toast.addEventListener("pointerenter", stay);
  toast.addEventListener("focusin", stay);
  toast.addEventListener("pointerleave", wait);
  toast.addEventListener("focusout", wait);
  toast.querySelector(".toast-close")?.addEventListener("click", () => toast.remove());
  wait();
}

for (const toast of document.querySelectorAll(".toast:not(.is-shown)")) letGo(toast);
