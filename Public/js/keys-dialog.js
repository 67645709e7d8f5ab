// What the keys of a page do, on "?", and where "g" and a letter lead.
import { element } from "./dom.js";
import { says } from "./texts.js";

const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K";
const EVERYWHERE = [
  [[COMMAND], says`Search everything`], [["Esc"], says`Close what is open`], [["?"], says`These keys`],
];
// By how the address of a section ends, within its trip.
const LETTERS = {
  "": "t", "/my": "t", "/roster": "r", "/friends": "r", "/map": "m", "/my/map": "m", "/chat": "c", "/events": "e",
  "/my/events": "e", "/help": "h", "/announcements": "a", "/groups": "g", "/places": "p", "/duty": "d",
  "/settings": "s", "/joining": "j", "/staff": "f", "/bikes": "b", "/moderation": "o",
};

/** The sections that the reader has and that have a letter: letter, name, address. */
function sections() {
  return [...document.querySelectorAll("nav.sections li > a")].flatMap((link) => {
    const letter = LETTERS[link.pathname.replace(/^\/trips\/[^/]+/, "")];
    const name = link.querySelector(".section-name").firstChild.textContent.trim();
    return letter && link.pathname.startsWith("/trips/") ? [[letter, name, link.href]] : [];
  });
}

/** Goes to the section of a letter that was pressed after "g". */
export function go(letter) {
  const [, , address] = sections().find(([key]) => key === letter) ?? [];
  if (address) location.assign(address);
}

const list = (keys) => {
  const lines = element("dl", undefined, { class: "facts" });
  for (const [names, what] of keys) {
    const term = element("dt");
    term.append(...names.map((key) => element("kbd", key)));
    lines.append(term, element("dd", what));
  }
  return lines;
};

/** For those whose words reach the page as keys: nothing happens by a single one then. */
function choice() {
  const label = element("label", undefined, { class: "tick" });
  const box = element("input", undefined, { type: "checkbox" });
  try { box.checked = localStorage.getItem("single-keys") !== "off"; } catch { return ""; }
  box.addEventListener("change", () => {
    if (box.checked) localStorage.removeItem("single-keys"); else localStorage.setItem("single-keys", "off");
  });
  label.append(box, says`Single keys work in this browser`);
  return label;
}

/** Of a list: what `walk.js` hears. */
const LIST = [
  [["j", "k"], says`Next, previous`], [["o", "Enter"], says`Open it`], [["x"], says`Tick it, in lists with boxes`],
  [["/"], says`Search this list`],
];

/** Of a page without a list. */
const ownKeys = () => [
  ...document.getElementById("map")
    ? [[["← ↑ ↓ →"], says`Move the map`], [["+", "−"], says`Nearer, farther`], [["f"], says`Everybody in view`]] : [],
  [["/"], says`Search everything`],
];

let made = null;

/** Shows what the keys do: a page's own, or a list's and `more`. A page may have a dialog of them by itself. */
export function show(keys, more) {
  keys ??= more ? [...LIST, ...more] : ownKeys();
  made?.remove();
  let dialog = document.getElementById("keys");
  if (!dialog) {
    dialog = made = element("dialog", undefined, { id: "keys", "aria-labelledby": "keys-title" });
    const ways = sections().map(([letter, name]) => [["g", letter], says`Go to ${name}`]);
    const close = element("form", undefined, { method: "dialog", class: "buttons" });
    close.append(element("button", says`Close`, { class: "primary", autofocus: "" }));
    dialog.append(element("h2", says`Keys`, { id: "keys-title" }), list([...keys, ...EVERYWHERE]));
    if (ways.length) dialog.append(element("h3", says`Two keys in a row`), list(ways));
    dialog.append(choice(), close);
    document.body.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}
