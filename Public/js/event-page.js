// The people of an event: search as you type, select them; 1 to 4 change the list.
import "./events.js";
import { fold, hasWords } from "./fold.js";
import { says } from "./texts.js";
import { ticks } from "./ticks.js";
import { walk } from "./walk.js";

const list = document.getElementById("guests");
const rows = [...(list?.querySelectorAll(".guest-rows > li") ?? [])];
const texts = rows.map((row) => fold(row.textContent));
const search = document.getElementById("guest-search");
const box = (row) => row.querySelector("input[type=checkbox]");
const shown = () => rows.filter((row) => !row.hidden);
const tabs = [...document.querySelectorAll(".event-people .tabs a")];
const tally = ticks({ list, rows: shown, all: document.getElementById("tick-all") });

// What the server searched for stays in force; typing narrows further.
const served = search?.value ?? "";
search?.addEventListener("input", () => {
  if (served && !fold(search.value).includes(fold(served))) return;
  rows.forEach((row, index) => { row.hidden = !hasWords(texts[index], search.value); });
  tally();
});

walk({
  list: ".guest-rows", rows: shown, stop: (row) => box(row) ?? row.querySelector("a"), search,
  link: (row) => row.querySelector("a"),
  clear: () => { search.value = served; search.dispatchEvent(new Event("input")); },
  more: [
    [tabs.map((_, index) => String(index + 1)), says`Go to that list of answers`],
  ],
  other: (key) => {
    const tab = tabs[/^[1-4]$/.test(key) ? key - 1 : -1];
    tab?.click();
    return Boolean(tab);
  },
});
