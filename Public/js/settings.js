// The settings of a trip: the list of sections marks the one in view. On phones they are folded.
import "./pin-map.js";

const links = [...document.querySelectorAll(".settings > .tabs a[href^='#']")];
const sections = links.map((link) => document.getElementById(link.hash.slice(1)).closest("section, .setting"));
// Whose link was followed, until somebody scrolls: the last sections are too short to come to the top.
let followed = links.find((link) => link.hash === location.hash);

function mark() {
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const begun = sections.findLastIndex((section) => section.getBoundingClientRect().top <= innerHeight / 3);
  const open = followed ?? (isAtEnd ? links.at(-1) : links[Math.max(0, begun)]);
  for (const link of links) {
    if (link === open) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }
}

for (const kind of ["wheel", "pointerdown", "keydown"]) {
  addEventListener(kind, () => { followed = undefined; }, { passive: true });
}
addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
for (const link of links) {
  link.addEventListener("click", () => {
    followed = link;
    mark();
  });
}
mark();

const folds = [...document.querySelectorAll(".setting")];
const wide = matchMedia("(width > 40rem)");

/** Where there is room nothing is folded, for whoever cannot see it either. */
function unfold() {
  for (const fold of folds) {
    fold.open ||= wide.matches;
    fold.querySelector("summary").tabIndex = wide.matches ? -1 : 0;
  }
}
/** Opens the folds around an element; says whether any was closed. */
function reveal(element) {
  let wasClosed = false;
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    wasClosed ||= !fold.open;
    fold.open = true;
  }
  return wasClosed;
}
/** What an address leads to is open, also in browsers that do not open it by themselves. */
function openNamed() {
  const named = document.getElementById(location.hash.slice(1));
  if (reveal(named)) named.scrollIntoView();
}
unfold();
openNamed();
const form = document.querySelector(".settings > form");
// Before the browser shows what is wrong, which it cannot do in a fold.
form.addEventListener("invalid", (event) => { reveal(event.target); }, true);
// What is saved is read where it was changed: of several sections in the last one that somebody changed. What a script
// filled in says nothing of it, as one that keeps passwords: then it is the first that differs.
let touched = null;
for (const kind of ["input", "change"]) form.addEventListener(kind, ({ target }) => { touched = target; });
const isChanged = (field) => (
  field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
form.addEventListener("submit", () => {
  const changed = [...form.elements].filter((field) => field.matches(".setting [name]") && isChanged(field));
  const field = changed.includes(touched) ? touched : changed[0];
  const open = links.find((link) => link.hasAttribute("aria-current"));
  form.elements.section.value = field?.closest(".setting").querySelector(".form").id ?? open.hash.slice(1);
});
wide.addEventListener("change", unfold);
addEventListener("hashchange", openNamed);
