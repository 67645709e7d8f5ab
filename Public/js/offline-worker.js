// In a dead zone check-in pages, personal links, announcements, and the pages that a traveller needs there, open as
// they were last seen; ticks, positions and forms wait on the phone. The events, the map and its tiles around the base,
// the chats' list, the pistes, and the page that calls for help are kept without having been opened, and with that one
// the page that stands for any other of a traveller's, which says what still opens. Nothing else is kept, and signing
// out clears it (Clear-Site-Data). When else it goes says kept-owner.js.
const PAGES = "pages";
const FILES = "files";
const TILES = "tiles";
// Bytes of tiles.
const TILE_ROOM = 2_500_000;
// Pages that are there without having been opened, as the one that calls for help and the one that stands for pages
// which are not kept; no other page takes their place.
const ALWAYS = "always";
const { forgetIfGone, forgetLeft, noteOwner, put } = globalThis.keptPages;
const FRESH = 3600e3;
const KEPT = 20;
// A proxy without its server and a server without its database are as bad as no line.
const AWAY = [502, 503, 504];
const OFFLINE = [
  /\/check-in\/[0-9a-f-]{32,36}$/,
  /\/trips\/[^/]+\/my(\/sos|\/events(\/new|\/[0-9a-f-]{36}(\/(cancel|edit))?)?|\/map|\/profile|\/photo)?$/,
  /\/trips\/[^/]+\/places(\/around)?$/,
  /\/trips\/[^/]+\/(bikes|ski|chat)$/,
  /^\/r\/[^/]+$/,
];
// Places, stations, pistes and announcements are kept apart: whoever reads many of them loses no page of the trip.
// A place that was not opened is on the page of the places around the base.
const PLACES = "places";
const ANNOUNCEMENTS = "announcements";
const ANNOUNCED = /\/trips\/[^/]+\/announcements\/[0-9a-f-]{36}$/;
// Conversations that were opened last: few, since others write there. A part of one does not stand for it.
const CHATS = "chats";
const CONVERSATION = /\/trips\/[^/]+\/chat\/[0-9a-f-]{36}$/;
const PART = /[?&](before|after|around|day)=/;
const ROOMS = 5;
const STATION = /\/trips\/[^/]+\/(bikes|ski)\/\d+$/;
// Pages of travellers: without a line they are kept, or something stands for them, as for those of their account.
const TRAVELLERS =
  /^\/(notices$|account$|trips\/[^/]+\/(my|friends|chat|announcements|places|bikes|ski|search)(\/|$))/;
const PLACE = /(\/trips\/[^/]+\/places)\/[nwrh][0-9a-f-]+$/;

// It takes over no page that is open already (Firefox now and then hangs when the reader goes elsewhere meanwhile):
// such a page asks to be kept instead.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("message", (event) => {
  const { data, source } = event;
  noted = noted.catch(() => { /* the next page says it again */ }).then(() => noteOwner(data.account, source?.url));
  event.waitUntil(noted.then(() => data.always ? Promise.all(withStandIn(data.always).map(keepAlways)) : keep(data)));
});

/** With the page that calls for help goes the one that stands for any other. */
const withStandIn = (page) => (page.endsWith("/my/sos") ? [page, page.replace(/sos$/, "offline")] : [page]);

// One after the other, as several pages may say it at once.
let noted = Promise.resolve();

/** A page with its styles and scripts. */
async function keepAlways(page) {
  const cache = await caches.open(ALWAYS);
  const kept = await cache.match(page);
  if (kept && Math.abs(Date.now() - Date.parse(kept.headers.get("Date"))) < FRESH) return;
  const response = await fetch(page);
  await forgetIfGone(response, page);
  if (!response.ok || response.redirected) return;
  await keepFiles(await response.clone().text());
  // How one calls for help goes before how the map looks.
  if (await put(cache, page, response.clone())) return;
  await caches.delete(TILES);
  await put(cache, page, response);
}

/** The page that sent this has come through the worker and is kept already, unless it is new. */
async function keep({ page, isNew, pages, tiles }) {
  if (page && isNew) await keepPage(page);
  if (page && !isNew) await keepFiles(await (await caches.match(page.split("?")[0]))?.text() ?? "");
  for (const address of pages ?? []) await keepPage(address).catch(() => { /* the next visit tries again */ });
  if (tiles) await keepTiles(tiles);
}

/** A page with everything that it loads, and that loads. */
async function keepPage(address) {
  const response = await pageFirstFromNetwork(new Request(new URL(address, location.origin)));
  await keepFiles(await response.text());
}

/** The styles and scripts of a page: it names them all, so that none is forgotten. */
async function keepFiles(text) {
  const files = new Set([...text.matchAll(/="(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, file]) => file));
  await Promise.all([...files].map((file) => fileFirstFromCache(new Request(new URL(file, location.origin)))));
}

/** Keeps tiles in the order of the addresses, as many as there is room for, and removes all others. */
async function keepTiles(addresses) {
  const cache = await caches.open(TILES);
  const wanted = new Set(addresses.map((address) => new URL(address, location.origin).href));
  for (const old of await cache.keys()) if (!wanted.has(old.url)) await cache.delete(old);
  let room = TILE_ROOM;
  for (const url of wanted) {
    try {
      const kept = await cache.match(url);
      const response = kept ?? await fetch(url);
      if (!response.ok) continue;
      room -= (await response.clone().blob()).size;
      if (room < 0) { await cache.delete(url); return; }
      if (!kept) await cache.put(url, response);
    } catch { return; }
  }
}

async function tileFromCacheFirst(request) {
  const cache = await caches.open(TILES);
  return await cache.match(request) ?? fetch(request);
}

// Pages that were kept, on their way to a reader.
const standIns = new WeakSet();
async function standIn(kept, address) {
  const page = await globalThis.asLastKnown(kept.clone(), address).catch(() => kept);
  standIns.add(page);
  return page;
}

// What was done a moment ago is said once, and its Undo is over later: the page is kept without it.
async function withoutToast(response) {
  if (!new URL(response.url).search) return response;
  const page = (await response.text()).replace(/<div class="toast"[^]*?<\/div>/, "");
  return new Response(page, { headers: response.headers });
}

/** Which shelf a page is on, whoever asks for it. */
function shelfOf(pathname) {
  if (CONVERSATION.test(pathname)) return CHATS;
  if (ANNOUNCED.test(pathname)) return ANNOUNCEMENTS;
  return STATION.test(pathname) || PLACE.test(pathname) ? PLACES : PAGES;
}

async function pageFirstFromNetwork(request) {
  const name = shelfOf(new URL(request.url).pathname);
  const [cache, page] = [await caches.open(name), request.url.split("?")[0]];
  let response;
  try {
    response = await fetch(request);
    if (AWAY.includes(response.status)) throw Object.assign(new Error(response.status), { response });
  } catch (error) {
    const kept = await cache.match(page) ?? await (await caches.open(ALWAYS)).match(page);
    if (kept) return standIn(kept, request.url);
    throw error;
  }
  // What cannot be kept is read all the same.
  await keepAnswer(response, request.url, name, cache).catch(() => { /* the next visit tries again */ });
  return response;
}

async function keepAnswer(response, address, name, cache) {
  const page = address.split("?")[0];
  // What staff alone see, as who answered an announcement and all that is in a chat, is not kept.
  const isTheirs = response.headers.get("Sotravel-Keep") === "no";
  // No longer there, or no longer for them to read.
  if (isTheirs || [403, 404].includes(response.status)) await cache.delete(page);
  await forgetIfGone(response, address);
  if (!response.ok || response.redirected || isTheirs || (name === CHATS && PART.test(address))) return;
  await forgetLeft(address, response.clone());
  await put(cache, page, await withoutToast(response.clone()));
  const [keys, most] = [await cache.keys(), name === CHATS ? ROOMS : KEPT];
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
}

/** A place as it was last seen, else among those around the base. */
async function place(request) {
  try { return await pageFirstFromNetwork(request); } catch (error) {
    const around = new URL(`${new URL(request.url).pathname.match(PLACE)[1]}/around`, location.origin);
    const kept = await (await caches.open(PAGES)).match(around) ?? await (await caches.open(ALWAYS)).match(around);
    if (kept) return standIn(kept, request.url);
    throw error;
  }
}

async function fileFirstFromCache(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await put(cache, request, response.clone());
  return response;
}

/** What stands for a page that is not kept: of its own trip, or else of another one. */
async function insteadOf(url) {
  const cache = await caches.open(ALWAYS);
  const kept = (await cache.keys()).filter((page) => page.url.endsWith("/my/offline"));
  const [trip] = /^\/trips\/[^/]+\//.exec(new URL(url).pathname) ?? [""];
  const found = kept.find((page) => trip && new URL(page.url).pathname.startsWith(trip)) ?? kept[0];
  return found && globalThis.asLastKnown(await cache.match(found), found.url);
}

/**
 * Tells the page if it is one that was kept. Where none was, a server that cannot answer says so itself, and without a
 * line something stands for the page.
 */
async function answer(event, found) {
  try {
    const response = await found;
    if (standIns.has(response)) event.waitUntil(self.clients.get(event.resultingClientId).then((page) =>
      page?.postMessage({ kept: Date.parse(response.headers.get("Date")) })));
    return response;
  } catch (error) {
    const other = error.response ?? await insteadOf(event.request.url);
    if (other) return other;
    throw error;
  }
}

// In browsers that support this, waiting forms go out with no page open.
self.addEventListener("sync", (event) => {
  if (event.tag !== "sotravel-outbox") return;
  event.waitUntil(globalThis.outboxCore.deliver(() => true, true).then((isDone) => {
    if (!isDone) throw new Error("no line");
  }));
});

// "Got it" without a line leads back to its page: nothing was typed, it is news still, and the page's line says why. No
// other site is led back to, nor a page that a browser does not name: then it is the event's own.
const isHere = (address) => address.startsWith(`${location.origin}/`);
const backFrom = ({ referrer, url }) => (isHere(referrer) ? referrer : new URL(".", url).href.slice(0, -1));
const orBack = (request) => fetch(request).catch(() => Response.redirect(backFrom(request), 303));

/** A page that is not kept shows as well as any other whether its reader may still see what is. */
async function seen(request) {
  const response = await fetch(request);
  await forgetIfGone(response, request.url).catch(() => { /* there is no line any more */ });
  return response;
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const [isPage, isRead] = [event.request.mode === "navigate", event.request.method === "GET"];
  if (!(isRead || isPage && /\/my\/events\/[^/]+\/seen$/.test(pathname)) || origin !== location.origin) return;
  const give = (found) => event.respondWith(answer(event, found));
  if (!isRead) give(orBack(event.request));
  else if (isPage && OFFLINE.some((page) => page.test(pathname))) give(pageFirstFromNetwork(event.request));
  else if (isPage && PLACE.test(pathname)) give(place(event.request));
  else if (isPage && shelfOf(pathname) !== PAGES) give(pageFirstFromNetwork(event.request));
  else if (isPage && TRAVELLERS.test(pathname)) give(seen(event.request));
  else if (pathname.startsWith("/tiles/")) event.respondWith(tileFromCacheFirst(event.request));
  // Icons go their own way: browsers drop such requests half-way, and nobody needs them in a dead zone.
  else if (
    pathname.startsWith("/assets/") && event.request.destination !== "image"
  ) event.respondWith(fileFirstFromCache(event.request));
});
