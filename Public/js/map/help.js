// Who needs help, while the map is open: the stream says that something changed, the server says who it is now.
import { getJSON } from "../json.js";
import { subscribe } from "../live.js";

/** @param show called with the calls of those who need help, the most urgent first. */
export function followHelp(show) {
  const address = document.body.dataset.live.replace(/live\?.*/, "map/help.json");
  let [isReading, isStale] = [false, false];
  async function reread() {
    if (isReading) { isStale = true; return; }
    [isReading, isStale] = [true, false];
    const found = await getJSON(address);
    if (found?.help) show(found.help);
    isReading = false;
    if (isStale) reread();
  }
  const here = ({ elsewhere }) => { if (!elsewhere) reread(); };
  subscribe({ alert: here, case: here, reread });
  reread();
}
