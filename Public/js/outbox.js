// Forms that wait in this browser for a line and go out once. Each has a client id: if a form arrived although its
// response was lost, the server finds it again and never stores it twice. No account sees or sends the forms of
// another; those of a personal link, which needs no account, are kept apart.
import "./outbox-core.js";
import { uuid } from "./uuid.js";

const { update, deliver, tell, hear, isKept } = globalThis.outboxCore;
const account = document.body.dataset.account ?? (document.getElementById("personal") ? location.pathname : undefined);
const isMine = (item) => item.account === account;
const listeners = new Set();
let [items, others] = [[], []];
let timer = 0;

async function change(alter, event) {
  const all = await update(alter);
  [items, others] = [all.filter(isMine), all.filter((item) => !isMine(item))];
  listeners.forEach((listen) => listen(event));
}

/** The same, for the other tabs to see. */
async function alter(how) {
  await change(how);
  tell({});
}
const edit = (client, fields) =>
  alter((all) => all.map((item) => (item.client === client ? { ...item, ...fields } : item)));

/**
 * What this account has waiting, oldest first: `{ client, kind, url, fields, at, problem }`; `problem` is why the
 * server refused it.
 */
export const waiting = (kind) => items.filter((item) => !kind || item.kind === kind);

/** What others have waiting in this browser. */
export const foreign = (kind) => others.filter((item) => !kind || item.kind === kind);

/**
 * Calls `listen()` whenever something is put in or taken back, in whatever tab, and `listen({ client, outcome, page,
 * problem })` when one was tried: "sent", "refused" or "later".
 */
export const watch = (listen) => listeners.add(listen);

/**
 * Keeps a form and sends it as soon as there is a line. `fields` are texts and files in pairs, for names repeat. With
 * `replaces` it takes the place of one of the same `kind` and `url`: of two answers the later counts. With `again` that
 * of the refused one with this client id.
 */
export async function put({ replaces = false, again, ...form }) {
  const item = { client: uuid(), account, at: Date.now(), problem: "", ...form };
  const stays = (other) => other.client !== again
    && !(replaces && isMine(other) && other.kind === item.kind && other.url === item.url);
  await alter((all) => {
    const rest = all.filter(stays);
    // The replaced form may have arrived meanwhile, and must not count as the later one.
    return [...rest, { ...item, isInstead: rest.length < all.length }];
  });
  navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("sotravel-outbox"))
    .catch(() => { /* pages send it */ });
  flush();
  return item;
}

/** Changes fields of what still waits. */
export function amend(client, fields) {
  const item = waiting().find((other) => other.client === client);
  if (item) edit(client, { fields: [...item.fields.filter(([name]) => !(name in fields)), ...Object.entries(fields)] });
}

export const takeBack = (client) => alter((all) => all.filter((item) => item.client !== client));

/** All that this account has waiting. */
export const takeAllBack = () => alter((all) => all.filter((item) => !isMine(item)));

/** Whether the storage of the browser holds what is put in. */
export { isKept };

/** Tries everything that waits, now and until it is gone. */
export async function flush() {
  clearTimeout(timer);
  if (!account) return;
  await deliver(isMine).catch(() => { /* tried again */ });
  clearTimeout(timer);
  if (waiting().some(({ problem }) => !problem)) timer = setTimeout(flush, 5000);
}

/** What was refused, as for want of a session, is tried again. */
export async function retry(client) {
  await edit(client, { problem: "" });
  return flush();
}

// Whoever opens a page has signed in again.
const anew = (item) => (isMine(item) && item.asksSignIn ? { ...item, problem: "", asksSignIn: false } : item);

/** Fulfilled when `waiting` knows what the database holds. */
export const loaded = change((all) => (all.some((item) => anew(item) !== item) ? all.map(anew) : all));
hear((event) => { if (!("reader" in event)) change((all) => all, event); });
loaded.then(flush);
addEventListener("online", flush);
addEventListener("pageshow", flush);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") flush(); });
