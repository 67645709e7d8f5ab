// Shows at once: invitations, places, changes and reminders, who has one's call for help, the list of calls, and what
// people write of a place. The stream says that something changed; the server gives the current state.
import { script } from "./later.js";
import { parsePage, showState, subscribe } from "./live.js";
import { tick } from "./clock.js";
import { redraw } from "./redraw.js";

let timer = 0;

// No button of the start page moves under a finger that was just on the page. How a call stands waits for nobody.
const REST = 800;
let usedAt = -Infinity;
for (const name of ["pointerdown", "pointerup"]) addEventListener(name, () => { usedAt = performance.now(); }, true);

function draw(part, fresh) {
  // A button that is being held stays, and one that says that it has copied.
  const rest = part.querySelector(".holding, button[data-label]") ? REST
    : part.id === "own" ? REST - (performance.now() - usedAt) : 0;
  if (rest > 0) soon(rest); else redraw(part, fresh);
}

/** Draws the parts anew that the server marked, and the counts; nothing that somebody is typing into is among them. */
async function refresh() {
  // A page that answers a form has an address that only forms use; it names one to read from.
  const address = document.querySelector("[data-told][data-address]")?.dataset.address ?? location.href;
  const response = await fetch(address, { redirect: "manual", headers: { "Cache-Control": "no-store" } })
    .catch(() => null);
  if (!response?.ok) return;
  const page = parsePage(await response.text());
  for (const part of document.querySelectorAll("[data-told]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML) draw(part, fresh);
  }
  for (const link of document.querySelectorAll("nav.sections a")) {
    const fresh = page.querySelector(`nav.sections a[href="${CSS.escape(link.getAttribute("href"))}"]`);
    if (fresh) link.replaceChildren(...document.importNode(fresh, true).childNodes);
  }
  const [more, fresh] = [document, page].map((from) => from.querySelector(".more-item button"));
  if (more && fresh) more.replaceChildren(...document.importNode(fresh, true).childNodes);
  tick();
}

function soon(pause = 200) {
  clearTimeout(timer);
  timer = setTimeout(refresh, pause);
}

function told({ id, why, title }) {
  soon();
  const events = document.querySelector("nav.sections a[href$='/my/events']")?.getAttribute("href")
    ?? `${location.pathname.match(/^\/trips\/[^/]+/)}/my/events`;
  if (location.pathname.endsWith(id)) return;
  // Its words are asked for with the first; without a line what was told stands in the list of events.
  script("told").then(({ tell }) => tell(why, title, `${events}/${id}`), () => {});
}

const called = ({ elsewhere }) => { if (!elsewhere && document.getElementById("calls")) soon(); };
// Many may be told at once: not everybody asks at the same moment.
const inTurn = () => soon(200 + Math.random() * 1500);
const { calls, callsLast } = document.body.dataset;
if (calls) subscribe({ notice: inTurn, told: inTurn }, calls, callsLast);
const announced = () => { if (document.querySelector("#receipts, #announced")) soon(); };
const nudged = () => { if (document.getElementById("nudges")) soon(); };
subscribe({
  state: showState, told, alert: called, places: inTurn, notice: inTurn, announcement: announced, nudge: nudged,
  reread: refresh,
});
