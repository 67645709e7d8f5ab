// Whose the pages are that the worker for dead zones keeps, and when they go, as soon as the worker sees it: once
// another account has signed in, once the session was ended elsewhere, and of a trip once its reader has left it.
// A plain script, as the worker's others.
globalThis.keptPages = (() => {
  const OWNER = "owner";
  const PAGES = "pages";
  const OTHERS = ["always", "places", "announcements", "chats"];
  const GONE = [403, 404];

  /** Removes all pages but that one, which has just been opened. */
  async function forgetPages(but) {
    for (const name of OTHERS) await caches.delete(name);
    const cache = await caches.open(PAGES);
    for (const old of await cache.keys()) if (old.url !== but) await cache.delete(old);
  }

  /** Removes pages of another account, except the page that told us, which came through the worker a moment ago. */
  async function noteOwner(account, page) {
    if (!account) return;
    const owner = await caches.open(OWNER);
    const known = await (await owner.match("/"))?.text();
    if (known === account) return;
    if (known) await forgetPages(page?.split(/[?#]/)[0]);
    await owner.put("/", new Response(account));
  }

  /** The browser does not tell where a page asked for by a navigation redirects: a second request finds out. */
  async function forgetIfSignedOut(response, address) {
    if (!response.redirected && response.type !== "opaqueredirect") return;
    const end = response.redirected ? response : await fetch(address);
    if (new URL(end.url).pathname.startsWith("/sign-in")) await forgetPages();
  }

  /** One page may be gone alone, as a conversation that somebody left. With the trip's own all that was kept goes. */
  async function forgetIfRemoved(response, address) {
    const trip = /^\/trips\/[^/]+\//.exec(new URL(address).pathname)?.[0];
    if (!trip || !GONE.includes(response.status)) return;
    const start = new URL(`${trip}my`, location.origin);
    if (new URL(address).href !== start.href && !GONE.includes((await fetch(start)).status)) return;
    for (const name of [PAGES, ...OTHERS]) {
      const cache = await caches.open(name);
      for (const old of await cache.keys()) if (new URL(old.url).pathname.startsWith(trip)) await cache.delete(old);
    }
  }

  /** Whether its reader may still see what is kept, as far as an answer shows it. */
  async function forgetIfGone(response, address) {
    await forgetIfSignedOut(response, address);
    await forgetIfRemoved(response, address);
  }

  /** Conversations that the list of all does not name any more: somebody left them, or was taken out. */
  async function forgetLeft(address, list) {
    const { pathname, search } = new URL(address);
    if (search || !/^\/trips\/[^/]+\/chat$/.test(pathname)) return;
    const [text, cache] = [await list.text(), await caches.open("chats")];
    for (const { url } of await cache.keys()) {
      const room = new URL(url).pathname;
      if (room.startsWith(`${pathname}/`) && !text.includes(room)) await cache.delete(url);
    }
  }

  /** Whether there was room: a browser whose storage is full keeps nothing more, and hinders no reader. */
  async function put(cache, key, response) {
    try { await cache.put(key, response); } catch { return false; }
    return true;
  }

  return { forgetIfGone, forgetLeft, noteOwner, put };
})();
