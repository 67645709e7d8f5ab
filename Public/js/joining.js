// Joining, kept true: who has opened a link or joined is read again when somebody joins, when the page is looked at,
// and twice a minute.
import { parsePage, showState, subscribe } from "./live.js";
import "./share.js";
import { ticks } from "./ticks.js";

const address = document.getElementById("links")?.dataset.states ?? location.href;

async function refresh() {
  if (document.hidden) return;
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
}

subscribe({ state: showState, roster: refresh, reread: refresh });
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, 30_000);

const list = document.getElementById("join-rows");
const rows = () => [...list.rows].filter((row) => row.checkVisibility());
ticks({ list, rows, all: document.getElementById("join-every") });
