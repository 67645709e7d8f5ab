// Who calls for help while the roster is open is marked in it, as the server marks them. Asked for once the bars
// change.
import { element } from "./dom.js";
import { says } from "./texts.js";

/** `marked` is told each row that has changed. */
export function markCalls(rows, marked) {
  const calls = {};
  // The most urgent of somebody's several stands first.
  for (const { classList, dataset } of document.querySelectorAll("#alerts [data-from]")) {
    calls[dataset.from] ??= classList;
  }
  for (const row of rows) {
    const [name, old] = [row.querySelector("th a"), row.querySelector("th .chip:is(.bad, .warn)")];
    const call = calls[name.pathname.split("/").pop()];
    if (!call && !old) continue;
    old?.remove();
    const isOK = call?.contains("said-ok");
    const isCalm = isOK || call?.contains("taken");
    row.classList.toggle("in-need", Boolean(call) && !isCalm);
    if (call) {
      const need = isOK ? says`Says they are OK` : says`Needs help`;
      name.parentNode.append(element("span", call.contains("test") ? says`Test call` : need,
        { class: `chip ${isCalm ? "warn" : "bad"}` }));
    }
    marked(row);
  }
}
