// Forms that wait in this browser for a line and go out once. Each has a client id: whatever arrived although its answer was
// lost is found again by the server, never doubled. One tab sends at a time; what one account typed no other one sends.
const KEY = "sotravel-outbox";
const account = document.body.dataset.account;
const listeners = new Set();
// Where a browser keeps nothing, the page itself does as long as it is open.
let memory = [];
let [keeps, timer] = [true, 0];

function read() {
  if (!keeps) return memory;
  try { return JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { return memory; }
}

function write(items) {
  memory = items;
  try { localStorage.setItem(KEY, JSON.stringify(items)); } catch { keeps = false; }
  listeners.forEach((tell) => tell());
}

const change = (client, fields) => write(read().map((item) => (item.client === client ? { ...item, ...fields } : item)));

/** What this account has waiting, oldest first: `{ client, kind, url, fields, at, problem }`; `problem` is why the server refused it. */
export const waiting = (kind) => read().filter((item) => item.account === account && (!kind || item.kind === kind));

/** Calls `tell()` whenever something is put in, sent, refused or taken back, in whatever tab. */
export function watch(tell) {
  listeners.add(tell);
  addEventListener("storage", ({ key }) => { if (key === KEY || key === null) tell(); });
}

/**
 * Keeps a form and sends it as soon as there is a line. `fields` are texts by name, or pairs where names repeat.
 * A form of the same `kind` and `url` with `replaces` takes the place of one that still waits: of two answers the later counts.
 */
export function put({ kind, url, fields, replaces = false }) {
  const item = { client: uuid(), kind, url, fields: Array.isArray(fields) ? fields : Object.entries(fields), account, at: Date.now(), problem: "" };
  const others = read().filter((other) => !(replaces && other.account === account && other.kind === kind && other.url === url));
  write([...others, item]);
  flush();
  return item;
}

/** Changes fields of what still waits. */
export function amend(client, fields) {
  const item = read().find((other) => other.client === client);
  if (item) change(client, { fields: [...item.fields.filter(([name]) => !(name in fields)), ...Object.entries(fields)] });
}

export const takeBack = (client) => write(read().filter((item) => item.client !== client));

/** Whether the storage of the browser holds what is put in. */
export const isKept = () => keeps;

/** With the waiting time in milliseconds: how long ago it was meant, whatever the phone's clock says. */
function body({ client, fields, at }) {
  return new URLSearchParams([["client_id", client], ["waited", String(Math.max(0, Date.now() - at))], ...fields]);
}

/** "sent", "refused" for good, or "later". Only what says so in JSON is this server: a hotel's sign-in page answers too. */
async function send(item) {
  try {
    const answer = await fetch(item.url, { method: "POST", body: body(item), redirect: "manual", headers: { Accept: "application/json" } });
    if (!/json/.test(answer.headers.get("Content-Type") ?? "") || answer.status === 429 || answer.status >= 500) return "later";
    const { detail } = await answer.json();
    if (answer.ok) takeBack(item.client);
    else change(item.client, { problem: detail || "The server did not take it.", asksSignIn: answer.status === 401 });
    return answer.ok ? "sent" : "refused";
  } catch { return "later"; }
}

async function sendAll() {
  for (const { client } of waiting()) {
    const item = read().find((other) => other.client === client);
    if (item && !item.problem && await send(item) === "later") break;
  }
}

/** Tries everything that waits, now and until it is gone. */
export async function flush() {
  clearTimeout(timer);
  if (!account || !waiting().some(({ problem }) => !problem)) return;
  // Another tab that is sending does it for this one.
  if (navigator.locks) await navigator.locks.request(KEY, { ifAvailable: true }, (lock) => lock && sendAll()).catch(() => {});
  else await sendAll();
  clearTimeout(timer);
  if (waiting().some(({ problem }) => !problem)) timer = setTimeout(flush, 5000);
}

/** What was refused, as for want of a session, is tried again. */
export function retry(client) { change(client, { problem: "" }); return flush(); }

/** Random ids also where pages come without TLS, as on a ship's own network. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte, index) => ([4, 6, 8, 10].includes(index) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
}

// Whoever opens a page has signed in again.
for (const { client, asksSignIn } of waiting()) if (asksSignIn) change(client, { problem: "", asksSignIn: false });
addEventListener("online", flush);
addEventListener("pageshow", flush);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") flush(); });
