// Who is ticked, and what becomes of them.
import { offerReload, parsePage } from "../live.js";
import { say } from "../said.js";
import { letGo } from "../toast.js";
import { redraw } from "./draw.js";
import { says } from "../texts.js";

const lanes = document.getElementById("lanes");
const form = document.getElementById("move");
const told = document.getElementById("lane-told");
const counter = document.getElementById("ticked");
// What this page changes itself is on it already: the stream may tell of it before the answer is here.
const own = new Set();
let [saving, isBusy, isStale] = [Promise.resolve(), false, false];

export const boxes = (root = lanes) => [...root.querySelectorAll("input[name=member]")];
export const ticked = () => boxes().filter(({ checked }) => checked);
export const laneOf = (node) => node?.closest?.("[data-lane]");
export const nameOf = (lane) => lane.querySelector("h2").textContent.trim();
export const announce = (text) => { told.textContent = text; };
export const isOwn = (version) => own.has(version);
export const settle = () => saving;

/** Counts those ticked, where the bar says it. */
export function tally() {
  if (counter) counter.textContent = says`${ticked().length} selected`;
}

export function untick() {
  for (const box of ticked()) box.checked = false;
  tally();
}

/** While somebody is dragging, nothing is drawn anew under their hand. */
export function setBusy(value) {
  isBusy = value;
  if (!isBusy && isStale) refresh();
}

const address = () => {
  const here = new URL(location.href);
  const set = form?.elements.set.value ?? here.searchParams.get("set");
  return here.pathname + (set ? `?set=${encodeURIComponent(set)}` : "");
};

async function read(url) {
  const response = await fetch(url, { redirect: "manual", headers: { "Cache-Control": "no-store" } });
  return response.ok ? parsePage(await response.text()) : null;
}

/** The page as it is now, with ticks, folds and focus as they are here. */
export async function refresh() {
  if (isBusy) { isStale = true; return; }
  isStale = false;
  const page = await read(address()).catch(() => null);
  if (page?.getElementById("lanes")) { redraw(page); tally(); } else offerReload(says`The groups changed.`);
}

/** Puts the cards of the boxes there at once; the server's answer says where they are. The focus goes with them. */
function place(chosen, lane) {
  const [list, held] = [lane.querySelector(".lane-cards"), document.activeElement];
  for (const box of chosen) list.append(box.closest(".lane-card"));
  if (list.contains(held)) held.focus({ preventScroll: true });
}

/** @param lane where the people of the boxes are to be. */
export async function move(chosen, lane) {
  const moved = chosen.filter((box) => laneOf(box) !== lane);
  if (!moved.length) { announce(says`Already in ${nameOf(lane)}`); return; }
  const body = new URLSearchParams({ set: form.elements.set.value, to: lane.dataset.lane });
  for (const { value } of moved) body.append("member", value);
  const members = moved.map(({ value }) => value.slice(0, 36));
  place(moved, lane);
  try {
    const headers = { Accept: "application/json" };
    const asked = fetch(form.action, { method: "POST", headers, body, redirect: "manual" })
      .then(async (response) => ({ response, answer: await response.json() }));
    saving = asked.then(({ answer }) => { own.add(versionOf(answer.page)); }, () => {});
    const { response, answer } = await asked;
    if (!response.ok) { say(answer.detail); await refresh(); return; }
    untick();
    await show(answer.page, members);
  } catch { offerReload(says`There is no connection. Nobody was moved, as far as this page knows.`); }
}

const versionOf = (page) => Number(new URL(page, location).searchParams.get("changed"));

/** The page that the server answered with: what it says is told, with its Undo. */
async function show(url, members) {
  const page = await read(url);
  if (!page) { await refresh(); return; }
  redraw(page, members);
  tally();
  document.querySelector(".toast")?.remove();
  const toast = page.querySelector(".toast");
  const main = document.getElementById("main");
  if (toast) letGo(main.insertAdjacentElement("beforebegin", document.importNode(toast, true)));
  const lane = laneOf(boxes().find(({ value }) => value.startsWith(members[0])));
  const count = lane?.querySelector(".lane-count").textContent ?? "";
  announce([toast?.querySelector(".notice")?.textContent.replace(/\.\s*$/, ""), count].filter(Boolean).join(". "));
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const wanted = form.elements.to.value;
  const lane = [...lanes.children].find(({ dataset }) => dataset.lane === wanted);
  if (lane) { form.elements.to.value = ""; move(ticked(), lane); } else form.elements.to.focus();
});
form?.addEventListener("reset", () => { setTimeout(tally); });
lanes.addEventListener("change", tally);

// "Move to…" on a card ticks it and opens the bar's list.
lanes.addEventListener("click", (event) => {
  const link = event.target.closest(".lane-move");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const box = link.closest(".lane-card").querySelector("input");
  if (!box.checked) { untick(); box.checked = true; tally(); }
  choose();
});

/** Opens the list of where to. */
export function choose() {
  const { to } = form.elements;
  to.focus();
  try { to.showPicker?.(); } catch { /* a browser that opens it only by a hand */ }
}
tally();
