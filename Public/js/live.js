// Subscribes a page to its trip's stream: through the shared worker, or directly where there is none.
import { look } from "./account.js";
import { comeAnew, ifKept, keptLine } from "./kept-page.js";
import { script } from "./later.js";
import { openStream } from "./stream.js";
import { says } from "./texts.js";
import { parsePage, policy } from "./trusted.js";

export { parsePage };

// One stream for each address, whoever of the page's scripts reads it.
const readers = new Map();
const areScriptsRun = () => performance.getEntriesByType("navigation")[0]?.domContentLoadedEventStart > 0;

/**
 * Calls `handlers[event](data)` for positions, roster, event, scans, alert, hidden and reread, and
 * `handlers.state("open" | "lost" | "closed")`. The stream is the page's own unless another one is given with where it
 * goes on.
 */
export function subscribe(handlers, live = document.body.dataset.live, from = document.body.dataset.lastEventId) {
  if (!live) return;
  if (readers.has(live)) { readers.get(live).push(handlers); return; }
  readers.set(live, [handlers]);
  // Only then has every script of the page said what it wants to hear.
  if (areScriptsRun()) connect(live, from);
  else addEventListener("DOMContentLoaded", () => connect(live, from), { once: true });
}

/** One reader's fault must not keep a call for help from another. */
function tell(live, type, data) {
  for (const handlers of readers.get(live)) {
    try { handlers[type]?.(data); } catch (error) { reportError(error); }
  }
}

function connect(live, from) {
  const { account, worker } = document.body.dataset;
  // Tabs share a stream, and of one account only.
  const address = `${live}&account=${account}`;
  // No event is lost between the making of the page and the stream, nor while the browser keeps the page in its cache.
  let last = from;
  const since = () => last;
  const receive = ({ type, data, id }) => {
    if (type === "state") {
      tell(live, type, data);
      if (data === "closed") look();
      return;
    }
    last = id;
    const event = JSON.parse(data);
    // What tells of one is asked for with the first.
    if (type === "message") script("written").then(({ tellReader }) => tellReader(event), () => {});
    tell(live, type, event);
  };
  if (globalThis.SharedWorker) {
    try {
      const shared =
        new SharedWorker(policy ? policy.createScriptURL(worker) : worker, { name: "sotravel", type: "module" });
      // Its script could not be had, as in a dead zone.
      shared.onerror = () => direct(address, since, receive);
      const join = () => shared.port.postMessage({ type: "open", url: address, since: last });
      shared.port.onmessage = ({ data }) => receive(data);
      shared.port.start();
      join();
      addEventListener("pagehide", () => shared.port.postMessage({ type: "bye" }));
      addEventListener("pageshow", (event) => { if (event.persisted) join(); });
      return;
    } catch { /* a browser that refuses workers: the direct way follows */ }
  }
  direct(address, since, receive);
}

function direct(url, since, receive) {
  let stream = openStream(url, since(), receive);
  addEventListener("pagehide", () => stream.close());
  // Back out of the browser's page cache.
  addEventListener("pageshow", (event) => { if (event.persisted) stream = openStream(url, since(), receive); });
}

/** The worker that stands for us while no page is open. */
export const registerWorker = () => navigator.serviceWorker.register(
  policy ? policy.createScriptURL("/offline-worker.js") : "/offline-worker.js", { scope: "/trips/" }
);

/** Asks the worker to keep a page that was not opened, with all that it consists of, unless it did within the hour. */
export async function keepForDeadZone(page) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    await registerWorker();
    const { account } = document.body.dataset;
    (await workers.ready).active.postMessage({ account, always: new URL(page, location.href).href });
  } catch { /* a browser that keeps nothing */ }
}

/**
 * Keeps the page for a dead zone, from the first visit on, with all that it consists of.
 * `pages` and `tiles` are wanted there as well, without having been opened.
 */
export async function registerOffline(url, { pages = [], tiles, scope = "/trips/", elsewhere = [] } = {}) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    const script = policy ? policy.createScriptURL(url) : url;
    for (const part of [scope, ...elsewhere]) await workers.register(script, { scope: part });
    const { active } = await workers.ready;
    const { account } = document.body.dataset;
    active.postMessage({ account, page: location.href, isNew: !workers.controller, pages, tiles });
  } catch { /* a browser that keeps nothing */ }
}

/** Says what is wrong with the stream or the page, and nothing while all is well. */
export function showState(state) {
  const box = document.getElementById("live-state");
  if (!box) return;
  const messages = {
    kept: keptLine(),
    lost: keptLine() || says`Connection lost. What you see may be old.`,
    closed: says`The live connection has ended. Reload the page.`,
  };
  // A stream that opens makes no old page new.
  const text = messages[state] ?? keptLine();
  // Travellers are in dead zones every day: to them it is a quiet line under the bar, unless the page says it itself.
  // Hosts watch over others.
  const isAway = text !== "" && state !== "closed" && document.querySelector(".top.is-compact") !== null;
  box.textContent = text;
  box.className = isAway ? "away-line" : "live-state" + (text ? " bad" : "");
  box.hidden = !text || isAway && document.querySelector(":is(#old, #bikes-offline, #no-line):not([hidden])") !== null;
  document.documentElement.classList.toggle("is-away", isAway && !box.hidden);
  if (state !== "kept") document.documentElement.dataset.live = state;
}

/** Says so if the page is one that was kept, and loads it anew. The start page draws itself anew. */
export function sayIfKept() {
  ifKept(() => {
    showState("kept");
    setInterval(() => keptLine() && showState("kept"), 30e3);
    if (!document.querySelector(".my")) comeAnew(() => offerReload(says`The server answers again.`));
  });
}

/** Offers a reload; never takes away what somebody is typing or has ticked. */
export const offerReload = (text) => offer(text, location.href, says`Show it`);

/** A line that leads somewhere. */
export function offer(text, href, label) {
  const box = document.getElementById("live-state");
  if (!box || (box.matches(".bad, .away-line") && !keptLine())) return;
  const link = document.createElement("a");
  link.href = href;
  link.textContent = label;
  box.replaceChildren(text + " ", link);
  box.hidden = false;
}
