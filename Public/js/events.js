// Counts that follow the answers: the stream says which event changed, the server says how it stands now.
import { subscribe, showState, offerReload } from "./live.js";
import { walk } from "./walk.js";
import { says } from "./texts.js";

const page = document.getElementById("event-page");
const list = document.getElementById("events");
const waiting = new Map();

async function refreshPage() {
  const response = await fetch(page.dataset.counts, { redirect: "manual" }).catch(() => null);
  if (!response?.ok) return;
  const counts = await response.json();
  for (const box of page.querySelectorAll("[data-count]")) {
    const text = String(counts[box.dataset.count] ?? "");
    if (box.textContent === text) continue;
    box.textContent = text;
    // How many are ticked is all that the page says of ticks, but for its list of lists.
    if (!box.dataset.count.startsWith("ticked")) offerReload(says`Answers have changed.`);
  }
  // The numbers are of the list that is ticked now: the way there leads to the same one.
  for (const way of page.querySelectorAll("[data-check-in]")) way.setAttribute("href", counts.checkIn || way.href);
}

async function refreshRow(row, id) {
  const response = await fetch(`${row.querySelector("a").getAttribute("href")}/counts.json`, { redirect: "manual" })
    .catch(() => null);
  if (!response?.ok) return;
  const counts = await response.json();
  const going = row.querySelector(".event-counts b");
  going.textContent = going.textContent.replace(/\d+/, counts.going);
}

function changed({ id }) {
  const row = list?.querySelector(`[data-event="${CSS.escape(id)}"]`);
  const work = page?.dataset.event === id ? refreshPage : row ? () => refreshRow(row, id) : null;
  if (!work || waiting.has(id)) return;
  waiting.set(id, setTimeout(() => { waiting.delete(id); work(); }, 300));
}

// The page of one event has a list of its own, of people.
if (!page) {
  const links = () => [...document.querySelectorAll(".days .event")].filter((row) => row.checkVisibility());
  walk({ list: ".days", rows: links, stop: (row) => row.querySelector("a") });
}

subscribe({ state: showState, event: changed, reread: () => offerReload(says`Something may have changed meanwhile.`) });
