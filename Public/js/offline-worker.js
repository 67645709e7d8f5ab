// In a dead zone check-in pages, and the pages that a traveller needs there, open as they were last seen; ticks and positions
// wait on the phone. Nothing else is kept, and signing out clears it (Clear-Site-Data).
const PAGES = "pages";
const FILES = "files";
// Pages that are there without having been opened, as the one that calls for help; no other page takes their place.
const ALWAYS = "always";
const FRESH = 3600e3;
const KEPT = 20;
const OFFLINE = [/\/check-in\/[0-9a-f-]{32,36}$/, /\/trips\/[^/]+\/my(\/sos|\/events(\/[0-9a-f-]{36})?|\/map)?$/];

// It takes over no page that is open already (Firefox now and then hangs when the reader goes elsewhere meanwhile): such a page
// says what it consists of instead.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("message", (event) => event.waitUntil(event.data.always ? keepAlways(event.data.always) : keep(event.data)));

/** A page with its styles and scripts, and with what these import. */
async function keepAlways(page) {
  const cache = await caches.open(ALWAYS);
  const kept = await cache.match(page);
  if (kept && Date.now() - Date.parse(kept.headers.get("Date")) < FRESH) return;
  const answer = await fetch(page);
  if (!answer.ok || answer.redirected) return;
  const text = await answer.clone().text();
  const found = [...text.matchAll(/(?:href|src|data-worker)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, file]) => new URL(file, page).href);
  const seen = new Set();
  for (let file = found.pop(); file; file = found.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const part = await fileFirstFromCache(new Request(file));
    if (file.endsWith(".js")) {
      for (const [, name] of (await part.clone().text()).matchAll(/from "(\.\/[^"]+)"/g)) found.push(new URL(name, file).href);
    }
  }
  await cache.put(page, answer);
}

async function keep({ page, files }) {
  await Promise.all([pageFirstFromNetwork(new Request(page)), ...files.map((file) => fileFirstFromCache(new Request(file)))]);
}

async function pageFirstFromNetwork(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) {
      await cache.put(request.url.split("?")[0], answer.clone());
      const keys = await cache.keys();
      for (const old of keys.slice(0, Math.max(0, keys.length - KEPT))) await cache.delete(old);
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url.split("?")[0]) ?? await (await caches.open(ALWAYS)).match(request.url.split("?")[0]);
    if (kept) return kept;
    throw error;
  }
}

async function fileFirstFromCache(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate" && OFFLINE.some((page) => page.test(pathname))) event.respondWith(pageFirstFromNetwork(event.request));
  // Icons go their own way: browsers drop such requests half-way, and nobody needs them in a dead zone.
  else if (pathname.startsWith("/assets/") && event.request.destination !== "image") event.respondWith(fileFirstFromCache(event.request));
});
