// The people of an event: search as you type, tick with the keyboard, see who is meant.
// "/" searches, j and k or the arrows walk, Space or x ticks, o opens, 1 to 4 change the list.
import "./events.js";
import { fold, hasWords } from "./fold.js";

const list = document.getElementById("guests");
const rows = [...(list?.querySelectorAll(".guest-rows > li") ?? [])];
const texts = rows.map((row) => fold(row.textContent));
const search = document.getElementById("guest-search");
const said = document.getElementById("ticked");
const nothingTicked = said?.textContent ?? "";
const all = document.getElementById("tick-all");

const box = (row) => row.querySelector("input[type=checkbox]");
const shown = () => rows.filter((row) => !row.hidden);
const stop = (row) => box(row) ?? row.querySelector("a");

function tally() {
  if (!said) return;
  const count = rows.filter((row) => box(row)?.checked).length;
  said.textContent = count ? `${count} selected` : nothingTicked;
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

function walk(step) {
  const stops = shown().map(stop);
  const here = stops.findIndex((node) => node.closest("li").contains(document.activeElement));
  stops[here < 0 ? 0 : Math.max(0, Math.min(stops.length - 1, here + step))]?.focus();
}

function press(key) {
  const row = document.activeElement?.closest?.(".guest-rows > li");
  if (key === "j" || key === "ArrowDown") return walk(1) ?? true;
  if (key === "k" || key === "ArrowUp") return walk(-1) ?? true;
  if (key === "/") { search?.focus(); search?.select(); return true; }
  if (key === "x" && row && box(row)) { box(row).click(); return true; }
  if ((key === "o" || key === "Enter") && row) { location.assign(row.querySelector("a").href); return true; }
  const tab = /^[1-4]$/.test(key) && document.querySelectorAll(".event-people .tabs a")[Number(key) - 1];
  if (tab) { tab.click(); return true; }
  return false;
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if (target === search) {
    if (key === "Escape") { search.value = served; search.dispatchEvent(new Event("input")); search.blur(); }
    if (key === "ArrowDown") { event.preventDefault(); walk(1); }
    return;
  }
  if (/^(TEXTAREA|SELECT)$/.test(target.tagName) || target.matches?.("input:not([type=checkbox])")) return;
  // The page itself scrolls by arrows, until somebody is among the people.
  if (key.startsWith("Arrow") && !target.closest?.(".guest-rows")) return;
  if (key === "Enter" && !target.matches?.(".guest-rows input")) return;
  if (press(key)) event.preventDefault();
});

document.documentElement.classList.add("js");
tally();
