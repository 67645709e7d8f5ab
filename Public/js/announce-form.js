// The form of an announcement: lines of the audience, whom they mean now, and how it looks on a phone.
import "./announce-photo.js";
import { AreaMap } from "./area-map.js";
import "./pin-map.js";

const form = document.getElementById("announce-form");
const list = document.getElementById("conditions");
const box = document.getElementById("audience-count");
const total = document.getElementById("audience-total");

// MARK: the lines of the audience

function clear(row) {
  const [part, condition] = row.querySelectorAll("select");
  part.selectedIndex = 0;
  // What came from the roster or the map belongs to its own line.
  condition.value = "";
}

document.getElementById("add-condition").addEventListener("click", (event) => {
  event.preventDefault();
  const row = list.lastElementChild.cloneNode(true);
  clear(row);
  list.append(row);
  row.querySelectorAll("select")[1].focus();
});
list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do=remove]");
  if (!button) return;
  const row = button.closest("li");
  if (list.children.length > 1) row.remove(); else clear(row);
  (list.querySelector("[name=condition]") ?? form).focus();
  count();
});
list.addEventListener("change", ({ target }) => {
  if (target.value === DRAWN) fold.open = true;
  count();
});

// MARK: the area on the map

const DRAWN = "drawn";
const fold = document.getElementById("area-fold");
const node = document.getElementById("area-map");
const drawing = node && new AreaMap(node, () => { useArea(); count(); });

/** An area that is drawn counts: a line says so, the first one if it says nothing narrower yet. */
function useArea() {
  const lines = [...list.querySelectorAll("[name=condition]")];
  if (!form.elements.area_points.value.trim() || lines.some(({ value }) => value === DRAWN)) return;
  const isForEveryone = lines.length === 1 && lines[0].value === "everyone";
  const free = isForEveryone ? lines[0] : lines.find(({ value }) => value === "");
  if (free) { free.value = DRAWN; return; }
  const row = list.lastElementChild.cloneNode(true);
  clear(row);
  row.querySelectorAll("select")[1].value = DRAWN;
  list.append(row);
}

fold.addEventListener("toggle", () => { if (fold.open) count(); });

// MARK: whom they mean now

let asked = 0;
async function count() {
  asked += 1;
  const own = asked;
  const body = new URLSearchParams();
  for (const select of list.querySelectorAll("select")) body.append(select.name, select.value);
  for (const name of ["area_points", "area_radius"]) body.append(name, form.elements[name].value);
  if (drawing && fold.open) body.append("positions", "on");
  const response = await fetch(form.dataset.preview, {
    method: "POST", body, headers: { Accept: "application/json" },
  }).catch(() => null);
  if (own !== asked) return;
  const found = await response?.json().catch(() => null);
  box.hidden = !found || ![200, 422].includes(response.status);
  // Nobody gets it, or most only if somebody calls them.
  box.classList.toggle("is-short", !found?.count || found.by_phone * 2 >= found.count);
  total.hidden = box.hidden || !response.ok;
  if (box.hidden) return;
  if (!response.ok) { box.textContent = found.detail; return; }
  if (found.positions) drawing?.showPeople(found.positions);
  total.textContent = found.people;
  const head = document.createElement("strong");
  head.textContent = found.people;
  const said = document.createElement("span");
  said.textContent = found.words;
  const names = document.createElement("small");
  names.className = "muted";
  const people = [found.names, found.more].filter(Boolean).join(" ");
  names.textContent = [people, found.phone].filter(Boolean).join(" · ");
  const area = document.createElement("small");
  area.textContent = found.area;
  box.replaceChildren(...[head, said, found.area && area, names].filter(Boolean));
}

// MARK: on a phone

const shown = (name) => document.querySelector(`.announce-side [data-shows=${name}]`);
const signer = shown("signed_by").textContent;
const untitled = shown("title").textContent;
const answers = () => [1, 2, 3, 4].map((number) => ({
  label: form.elements[`answer_${number}`].value.trim(), isForHelp: form.elements[`help_${number}`].checked,
})).filter(({ label }) => label);

function show() {
  const title = form.elements.title.value.trim();
  shown("title").textContent = title || untitled;
  shown("title").classList.toggle("muted", !title);
  document.querySelector(".announce-side").classList.toggle("is-empty", !title && !form.elements.text.value.trim());
  shown("text").textContent = form.elements.text.value;
  for (const chip of document.querySelectorAll(".announce-side [data-urgency]")) {
    chip.hidden = chip.dataset.urgency !== form.elements.urgency.value;
  }
  shown("signed_by").textContent = form.elements.signed_by.value.trim() || signer;
  shown("answers").replaceChildren(...answers().map(({ label, isForHelp }) => {
    const button = document.createElement("span");
    button.className = isForHelp ? "button danger" : "button";
    button.textContent = label;
    return button;
  }));
}

form.addEventListener("input", show);
show();
count();
