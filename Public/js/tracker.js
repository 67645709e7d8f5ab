// The page of a phone that was just added: it says when the phone's first position arrives.
import { parsePage, showState, subscribe } from "./live.js";
import { says } from "./texts.js";

const id = "tracker-waits";
const part = document.getElementById(id);
let isAsking = false;
let isDue = false;
let hasMoved = false;
let hasArrived = false;

/** Asks the server whether the phone has sent something: the position may be another phone's of the same person. */
async function ask() {
  isDue = true;
  if (isAsking || hasArrived) return;
  isAsking = true;
  while (isDue && !hasArrived) {
    isDue = false;
    const response = await fetch(location.href, { redirect: "manual" }).catch(() => null);
    if (response?.ok) show(parsePage(await response.text()));
  }
  isAsking = false;
}

function show(page) {
  const contact = page.getElementById("tracker-contact");
  if (!contact || page.getElementById(id)) return;
  hasArrived = true;
  document.getElementById(contact.id).replaceWith(document.importNode(contact, true));
  // A phone may also say no more than that it is there, or send what is not kept.
  part.querySelector("p").textContent =
    hasMoved ? says`The first position of this phone has arrived.` : says`This phone has made contact.`;
  part.querySelector("a").textContent = says`See what it sent`;
}

if (part) {
  subscribe({
    state: showState,
    positions: ({ p }) => {
      if (!p.some(([member]) => member === part.dataset.member)) return;
      hasMoved = true;
      ask();
    },
    reread: ask,
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
}
