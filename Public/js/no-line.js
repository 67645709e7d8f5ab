// In place of a page that was not kept: what still opens, each with its age, and the page itself once there is a line.
import { element } from "./dom.js";
import { age } from "./format.js";
import { comeAnew } from "./kept-page.js";
import { parsePage } from "./live.js";
import { says } from "./texts.js";

// Where the worker keeps pages, how many are named, and milliseconds that an answer may take.
const [SHELVES, MOST, LONGEST] = [["pages", "always", "places", "announcements", "chats"], 12, 10e3];
const CONVERSATION = /\/chat\/[0-9a-f-]{36}$/;

const page = document.getElementById("no-line");
const { own, home } = page.dataset;
const trip = document.title.split(" · ").at(-1);
const isItself = location.pathname === own;

// MARK: what still opens

/** "Events"; "Chat: Fondue evening" of a conversation; of another trip with its name. */
function nameOf(text, path) {
  if (path === home) return says`Home`;
  const parts = parsePage(/<title>[^<]*<\/title>/.exec(text)?.[0] ?? "").title.split(" · ");
  const other = parts.at(-1);
  const name = CONVERSATION.test(path) ? says`Chat: ${headOf(text) || parts[0]}` : parts[0];
  return parts.length > 1 && other !== trip ? `${name} · ${other}` : name;
}

/** What a page is headed by: the title of the trip's conversation is "Chat", as that of the list of all. */
const headOf = (text) => parsePage(/<h1>[^<]*<\/h1>/.exec(text)?.[0] ?? "").body.textContent;

async function keptPages() {
  const found = new Map();
  const there = await caches.keys();
  for (const shelf of SHELVES.filter((name) => there.includes(name))) {
    const cache = await caches.open(shelf);
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname;
      // The page that calls for help has its own button.
      if ([own, location.pathname].includes(path) || path.endsWith("/my/sos")) continue;
      const response = await cache.match(request);
      const [name, at] = [nameOf(await response.text(), path), Date.parse(response.headers.get("Date"))];
      if (name && !(found.get(path)?.at > at)) found.set(path, { path, name, at });
    }
  }
  const depth = ({ path }) => (path === home ? 0 : path.split("/").length);
  return [...found.values()].sort((a, b) => depth(a) - depth(b) || b.at - a.at).slice(0, MOST);
}

function row({ path, name, at }) {
  const since = Date.now() - at;
  const words = since < 60e3 ? says`loaded just now` : says`loaded ${age(since)} ago`;
  const item = element("li");
  item.append(element("a", name, { href: path }), element("small", words, { class: "muted" }));
  return item;
}

async function list() {
  const kept = await keptPages().catch(() => []);
  document.getElementById("kept-pages").replaceChildren(...kept.map(row));
  document.getElementById("still-open").hidden = !kept.length;
}

// MARK: with a line again

const say = (text) => { document.getElementById("tried").textContent = text; };

async function again() {
  say(says`Trying…`);
  const options = { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(LONGEST) };
  const response = await fetch(isItself ? home : location.href, options).catch(() => null);
  if (!response || response.status >= 500) say(says`Still no connection.`);
  else if (isItself) location.assign(home);
  else location.reload();
}

document.getElementById("try-again").addEventListener("click", again);
if (!isItself) {
  addEventListener("online", again);
  comeAnew(() => say(says`There is a connection again.`));
}
list();
