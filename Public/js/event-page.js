// The people of an event: search as you type, tick with the keyboard, see who is meant.
// 1 to 4 change the list.
import "./events.js";
import { fold, hasWords } from "./fold.js";
import { walk } from "./walk.js";
import { says } from "./texts.js";

const list = document.getElementById("guests");
const rows = [...(list?.querySelectorAll(".guest-rows > li") ?? [])];
const texts = rows.map((row) => fold(row.textContent));
const search = document.getElementById("guest-search");
const said = document.getElementById("ticked");
const nothingTicked = said?.textContent ?? "";
const all = document.getElementById("tick-all");

const box = (row) => row.querySelector("input[type=checkbox]");
const shown = () => rows.filter((row) => !row.hidden);

function tally() {
  if (!said) return;
  const count = rows.filter((row) => box(row)?.checked).length;
  said.textContent = count ? says`${count} selected` : nothingTicked;
  said.classList.toggle("has-ticks", count > 0);
  if (!all) return;
  const boxes = shown().map(box);
  all.checked = boxes.length > 0 && boxes.every((one) => one.checked);
  all.indeterminate = !all.checked && count > 0;
}

// What the server searched for stays in force; typing narrows further. Ticks out of sight are taken out.
const served = search?.value ?? "";
search?.addEventListener("input", () => {
  if (served && !fold(search.value).includes(fold(served))) return;
  rows.forEach((row, index) => {
    row.hidden = !hasWords(texts[index], search.value);
    if (row.hidden && box(row)) box(row).checked = false;
  });
  tally();
});

all?.addEventListener("change", () => {
  for (const one of shown().map(box)) one.checked = all.checked;
  tally();
});

let last = null;
list?.addEventListener("click", (event) => {
  const one = event.target.closest("input[type=checkbox]");
  if (!one) return;
  const boxes = shown().map(box);
  if (event.shiftKey && last && boxes.includes(last)) {
    const [from, to] = [boxes.indexOf(last), boxes.indexOf(one)].sort((a, b) => a - b);
    boxes.slice(from, to + 1).forEach((each) => { each.checked = one.checked; });
  }
  last = one;
  tally();
});

walk({
  list: ".guest-rows", rows: shown, stop: (row) => box(row) ?? row.querySelector("a"), search,
  link: (row) => row.querySelector("a"),
  clear: () => { search.value = served; search.dispatchEvent(new Event("input")); },
  other: (key) => {
    const tab = document.querySelectorAll(".event-people .tabs a")[/^[1-4]$/.test(key) ? key - 1 : -1];
    tab?.click();
    return Boolean(tab);
  },
});
tally();
