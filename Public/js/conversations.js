// The list of conversations follows what is written: hints come over the stream, the list is read anew.
import { parsePage, showState, subscribe } from "./live.js";

let timer = 0;
function refresh() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    try {
      const response = await fetch(location.href, { headers: { "Cache-Control": "no-store" } });
      if (!response.ok) return;
      const fresh = parsePage(await response.text()).getElementById("conversations");
      const box = document.getElementById("conversations");
      if (fresh && !box.contains(document.activeElement?.closest("input"))) {
        box.replaceWith(document.importNode(fresh, true));
      }
    } catch { /* the next hint brings it */ }
  }, 600);
}

subscribe({ state: showState, message: refresh, changed: refresh, standing: refresh, reread: refresh });
