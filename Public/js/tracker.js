// The page of a phone that was just added: it says when the phone's first position arrives, and draws what it sent.
import { parsePage, showState, subscribe } from "./live.js";

const state = document.getElementById("tracker-state");
const waits = () => state.hasAttribute("data-waits");
let isAsking = false;
let isDue = false;

/** Asks the server whether the phone has sent something: the position may be another phone's of the same person. */
async function ask() {
  isDue = true;
  if (isAsking || !waits()) return;
  isAsking = true;
  while (isDue && waits()) {
    isDue = false;
    const response = await fetch(location.href, { redirect: "manual" }).catch(() => null);
    if (response?.ok) show(parsePage(await response.text()));
  }
  isAsking = false;
}

/** Takes the place's children over: the place stays, so that what it says is read out. */
function fill(place, fresh) {
  place.replaceChildren(...document.importNode(fresh, true).childNodes);
}

function show(page) {
  const fresh = page.getElementById(state.id);
  if (!fresh || fresh.textContent === state.textContent) return;
  state.className = fresh.className;
  state.toggleAttribute("data-waits", fresh.hasAttribute("data-waits"));
  fill(state, fresh);
  for (const id of ["tracker-contact", "tracker-parts"]) fill(document.getElementById(id), page.getElementById(id));
}

if (state && waits()) {
  const { waits: member } = state.dataset;
  subscribe({
    state: showState,
    positions: ({ p }) => { if (p.some(([moved]) => moved === member)) ask(); },
    reread: ask,
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
}
