// A personal link that stays open shows what changes meanwhile, and that somebody, no preview, has opened it.
import "./copy.js";
import { parsePage } from "./live.js";
import { tick } from "./clock.js";

const page = document.getElementById("personal");
fetch(page.dataset.opened, { method: "POST" }).catch(() => { /* the next opening says so */ });

async function refresh() {
  // Not while somebody is asked to confirm.
  if (document.hidden || location.search) return;
  const answer = await fetch(location.href, { headers: { "Cache-Control": "no-store" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = parsePage(await answer.text()).getElementById("personal");
  const plain = (node) => node.innerHTML.replace(/name="seen" value="[\d.]+"|<b class="clock"[^]*?<\/b>/g, "");
  if (fresh && plain(fresh) !== plain(page)) page.replaceChildren(...document.importNode(fresh, true).childNodes);
  tick();
}

setInterval(refresh, 30000);
for (const event of ["visibilitychange", "online", "focus"]) addEventListener(event, refresh, true);
