// A list and its map: a row that is pointed at or has the keyboard lights its mark, and a mark its row.
import { make } from "./dom.js";

let lit = "";

const markOf = (id) => (id ? document.querySelector(`.list-map [data-for="${CSS.escape(id)}"]`) : null);
const idOf = (node) => node.closest?.("[data-for]")?.dataset.for ?? node.closest?.(".list-rows > [id]")?.id ?? "";

/** A copy lies over all others, so that the order in which the keyboard goes stays. */
function light(id) {
  if (id === lit) return;
  lit = id;
  for (const row of document.querySelectorAll(".list-rows > .is-lit")) row.classList.remove("is-lit");
  const [mark, top] = [markOf(id), document.querySelector(".list-map-top")];
  const copy = mark && make("g", {
    class: mark.getAttribute("class").replace("list-dot", "").trim(), transform: mark.getAttribute("transform"),
    "data-lit": id,
  });
  copy?.append(...[...mark.childNodes].map((node) => node.cloneNode(true)));
  top?.replaceChildren(...copy ? [copy] : []);
  if (mark) document.getElementById(id)?.classList.add("is-lit");
}

/** What the address names: on a narrow window the map is turned to. */
function named() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (!markOf(id)) return;
  const map = document.querySelector(".list-switch [value=map]");
  if (map) map.checked = true;
  light(id);
}

for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, ({ target }) => light(idOf(target)));
document.addEventListener("click", ({ target }) => {
  const mark = target.closest?.("a[data-for]");
  // Whoever goes on with the keyboard is at the row.
  if (mark) requestAnimationFrame(() => document.getElementById(mark.dataset.for)?.querySelector("a")
    ?.focus({ preventScroll: true }));
});
addEventListener("hashchange", named);
named();
