// Joining, kept true: who waits, and who has opened a link or joined, is read again when somebody asks, is decided
// about or joins, when the page is looked at, and twice a minute.
import { tick } from "./clock.js";
import { element } from "./dom.js";
import { parsePage, showState, subscribe } from "./live.js";
import { redraw } from "./redraw.js";
import "./share.js";
import { says } from "./texts.js";
import { ticks } from "./ticks.js";

const address = document.getElementById("links")?.dataset.states ?? location.href;

// Nothing moves under a finger that was just on the page.
const REST = 800;
let usedAt = -Infinity;
const use = () => { usedAt = performance.now(); };
for (const name of ["pointerdown", "pointerup"]) addEventListener(name, use, true);

/** Of a request that another host has decided its place stays, with what became of it: the next one's buttons do not
 *  come under a pointer that was on its own. */
function settle(part, page) {
  const hadFocus = part.contains(document.activeElement);
  part.style.minHeight = `${part.getBoundingClientRect().height}px`;
  part.dataset.settled = "";
  const said = page.querySelector(`[data-decided="${part.dataset.request}"] > span`);
  part.replaceChildren(said ? document.importNode(said, true) : element("p", says`This request is withdrawn.`));
  if (hadFocus) document.getElementById("main").focus({ preventScroll: true });
}

/** What is chosen in a request that waits stays chosen. */
function showRequests(page) {
  const [list, decided] = ["requests", "join-decided"].map((id) => document.getElementById(id));
  if (!list) return;
  const waiting = new Map([...page.querySelectorAll("[data-request]")].map((part) => [part.dataset.request, part]));
  for (const part of list.children) {
    const now = waiting.get(part.dataset.request);
    waiting.delete(part.dataset.request);
    if (!now && part.dataset.settled === undefined) settle(part, page);
    else if (now && part.dataset.settled !== undefined) part.replaceWith(document.importNode(now, true));
  }
  for (const part of waiting.values()) list.append(document.importNode(part, true));
  const fresh = page.getElementById(decided.id);
  const named = (part) => [...part.querySelectorAll("[data-decided]")].map(({ dataset }) => dataset.decided).join();
  if (named(fresh) !== named(decided)) redraw(decided, fresh);
  tick();
}

let again = 0;
async function refresh() {
  if (document.hidden) return;
  clearTimeout(again);
  const rest = REST - (performance.now() - usedAt);
  if (rest > 0) {
    again = setTimeout(refresh, rest);
    return;
  }
  const response = await fetch(address, { redirect: "manual" }).catch(() => null);
  if (!response?.ok) return;
  const page = parsePage(await response.text());
  const fresh = new Map([...page.querySelectorAll("[data-state]")].map((part) => [part.dataset.state, part]));
  for (const part of document.querySelectorAll("[data-state]")) {
    const now = fresh.get(part.dataset.state);
    if (now && now.innerHTML !== part.innerHTML) {
      part.replaceChildren(...document.importNode(now, true).childNodes);
    }
  }
  showRequests(page);
}

subscribe({
  state: showState, roster: refresh, reread: refresh, notice: ({ joining }) => { if (joining) refresh(); },
});
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, 30_000);

const list = document.getElementById("join-rows");
const rows = () => [...list.rows].filter((row) => row.checkVisibility());
ticks({ list, rows, all: document.getElementById("join-every") });
