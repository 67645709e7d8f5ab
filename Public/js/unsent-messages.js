// Messages that wait for a line are kept and sent by the page of their conversation: home says that there are some, and
// leads there.
import { counted } from "./format.js";
import { readKept } from "./kept.js";
import { element } from "./dom.js";
import { says } from "./texts.js";

const { me } = document.body.dataset;
const section = element("section", undefined, { id: "unsent-messages", "aria-label": says`Messages not sent yet` });

/** `[conversation, how many]` of each in which something waits; a browser that keeps nothing has none. */
function waiting() {
  const start = `outbox ${me} `;
  let keys = [];
  try { keys = Object.keys(localStorage).filter((key) => key.startsWith(start)); } catch { /* none */ }
  return keys.map((key) => [key.slice(start.length), readKept(key).length]).filter(([, count]) => count);
}

function row([conversation, count]) {
  const line = element("p", `${counted(count, "message is not sent yet.", "messages are not sent yet.")} `);
  const href = location.pathname.replace(/my$/, `chat/${conversation}`);
  line.append(element("a", count === 1 ? says`Open its conversation` : says`Open their conversation`, { href }));
  return line;
}

function show() {
  const rows = waiting().map(row);
  section.replaceChildren(...rows);
  if (rows.length) document.getElementById("main").before(section); else section.remove();
}
show();
// Another tab may have sent them, and the way back shows this page as it was.
for (const event of ["storage", "pageshow"]) addEventListener(event, show);
