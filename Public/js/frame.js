// On every page of the staff: the open section in view, and calls for help: a hint over the stream, then the banner as the server draws it.
import { parsePage, subscribe } from "./live.js";
import "./told.js";

const place = document.getElementById("alerts");

// On a phone the bar of sections is wider than the screen.
for (const open of document.querySelectorAll(".sections [aria-current], .tabs [aria-current]")) {
  const bar = open.closest(".sections, .tabs");
  bar.scrollLeft += open.getBoundingClientRect().left - bar.getBoundingClientRect().left - (bar.clientWidth - open.clientWidth) / 2;
}

async function refresh() {
  try {
    const answer = await fetch(location.href, { redirect: "manual", headers: { "Cache-Control": "no-store" } });
    if (!answer.ok) return;
    const page = parsePage(await answer.text());
    const before = place.childElementCount;
    place.replaceChildren(...document.importNode(page.getElementById("alerts"), true).childNodes);
    if (place.childElementCount > before) {
      navigator.vibrate?.([200, 100, 200]);
      document.title = "SOS · " + document.title.replace(/^SOS · /, "");
      place.scrollIntoView({ block: "start" });
    } else if (place.childElementCount === 0) {
      document.title = document.title.replace(/^SOS · /, "");
    }
  } catch { /* the next hint, or the next page, shows it */ }
}

subscribe({ alert: refresh, case: ({ elsewhere }) => { if (!elsewhere) refresh(); }, reread: refresh });
