// The roster with scripts: search as you type, tick ranges, keep count.
import { fold, found } from "./fold.js";
import "./roster-filter.js";
import "./roster-notice.js";
import { editCells } from "./roster-cells.js";
import { ticks } from "./ticks.js";
import { walk } from "./walk.js";
import { says } from "./texts.js";
import { script } from "./later.js";

const table = document.getElementById("roster");
const rows = table ? [...table.tBodies[0].rows] : [];
const search = document.getElementById("search");
const count = document.getElementById("count");
const everybody = count?.textContent ?? "";
// What the server already searched for stays in force; typing narrows further.
const served = search?.value ?? "";

const nameOf = (row) => row.querySelector("th a");

/** What a row is searched by, a line each for the name, the groups and the room; not when they were last heard. */
function textOf(row) {
  const [groups, room] = [row.querySelector("td.g"), row.querySelector("td.r")?.textContent];
  const others = [...row.cells].slice(0, -1)
    .filter((cell) => cell.matches("td:not(.g, .r)"))
    // A phone number without the blanks in it.
    .map((cell) => (cell.querySelector("a") ? cell.textContent.replace(/[ ()/.-]/g, "") : cell.textContent.trim()));
  return fold([
    nameOf(row).textContent, [...groups?.children ?? []].map((group) => group.textContent).join("; "),
    room ? `room ${room}` : groups?.dataset.room ?? "",
    ...[...row.querySelectorAll("th :is(.chip, .flag)")].map((sign) => sign.textContent), ...others,
  ].join("\n"));
}
const texts = [];

function filter() {
  // Not before somebody searches: a roster may have thousands of rows.
  rows.forEach((row, index) => { texts[index] ??= textOf(row); });
  const isFound = found(texts, search.value);
  rows.forEach((row, index) => { row.hidden = !isFound[index]; });
  const number = isFound.filter(Boolean).length;
  const [nobody, words] = [document.getElementById("nobody"), search.value.trim()];
  nobody.hidden = number > 0;
  nobody.firstElementChild.textContent = words ? says`Nobody found for “${words}”.` : says`Nobody found.`;
  // The same words, among everybody.
  const all = nobody.querySelector("[data-search-all]");
  if (all) all.search = new URLSearchParams(words ? { q: words } : {}).toString();
  table.closest(".roster-box").hidden = number === 0;
  count.textContent = words ? says`${number} shown` : everybody;
  tally();
}

let timer;
search?.addEventListener("input", () => {
  clearTimeout(timer);
  // With a search that the server made, fewer words mean other rows: ask it again.
  if (served && !fold(search.value).includes(fold(served))) {
    timer = setTimeout(() => search.form.requestSubmit(), 400);
  } else {
    timer = setTimeout(filter, 60);
  }
});

// Who may change the list ticks people in it, all of them by the head.
const head = table?.tHead.rows[0].cells[0];
let all;
if (head && !head.dataset.field) {
  all = document.createElement("input");
  all.type = "checkbox";
  all.setAttribute("aria-label", says`Select all that are shown`);
  const place = document.createElement("label");
  place.append(all);
  head.replaceChildren(place);
}
const shown = () => rows.filter((row) => !row.hidden);
const tally = ticks({ list: table, rows: shown, all });
const changed = (row) => { texts[rows.indexOf(row)] = undefined; };
if (all) editCells(table, changed);
// Who calls for help while the page is open is marked in the list as well.
const bars = document.getElementById("alerts");
const mark = () => script("roster-calls").then(({ markCalls }) => markCalls(rows, changed)).catch(() => {});
if (bars) new MutationObserver(mark).observe(bars, { childList: true });

walk({
  list: "#roster", rows: shown, stop: nameOf, search,
  clear: () => { search.value = served; filter(); },
});
