// Today, kept true: whatever the stream says, the parts that show it are drawn anew from the server, at most once in
// half a minute for positions.
import { offerReload, parsePage, showState, subscribe } from "./live.js";
import { redraw } from "./redraw.js";
import { says } from "./texts.js";

const { address } = document.getElementById("today").dataset;
let timer = 0;
let due = Infinity;

async function refresh() {
  [timer, due] = [0, Infinity];
  const response = await fetch(address, { redirect: "manual" }).catch(() => null);
  if (!response?.ok) return;
  const page = parsePage(await response.text());
  for (const part of document.querySelectorAll("[data-live-part]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML) redraw(part, fresh);
  }
}

function within(seconds) {
  const at = performance.now() + seconds * 1000;
  if (at >= due) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(refresh, seconds * 1000);
}

subscribe({
  state: showState,
  event: () => within(1),
  scans: () => within(1),
  nudge: () => within(1),
  alert: () => within(1),
  case: () => within(1),
  positions: () => within(30),
  roster: ({ version }) => {
    within(1);
    offerReload(version ? says`The roster changed to v${version}.` : says`The roster changed.`);
  },
  reread: () => within(1),
});
// The line of now, and what is over, even if nothing happens.
setInterval(() => { if (!document.hidden) within(1); }, 300_000);
