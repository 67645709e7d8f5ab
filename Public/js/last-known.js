// How one's own call for help stands, and who sees one, are on every page: of a page that was kept they would be as
// they were when it was made. So the worker for dead zones puts the newest state of a call that it knows on each of
// them, and since when it is so. Who sees one may have been changed on another device too: that is not said at all.
// A plain script, as the worker's others.
globalThis.asLastKnown = (() => {
  // Pages that somebody opened are there last: see below.
  const SHELVES = ["always", "places", "announcements", "chats", "pages"];
  const TODAY = 12 * 3600e3;
  const BAR = /(<div id="own-bar"[^>]*>)([^]*?)(?=<\/div>)/;
  // As texts.js says it.
  const says = (text) => globalThis.sotravelTexts?.([text], []) ?? text;
  const madeAt = (response) => Date.parse(response.headers.get("Date"));

  /** The pages of this trip with the newest first; of one second what was put there last. */
  async function newestFirst(trip) {
    const found = [];
    for (const name of SHELVES) {
      if (!await caches.has(name)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        const response = pathname.startsWith(trip) && await cache.match(request);
        if (response) found.unshift({ pathname, response, at: madeAt(response) });
      }
    }
    return found.sort((one, other) => other.at - one.at);
  }

  /** The newest bar there is, of which page, and when that was made. */
  async function newestBar(trip) {
    for (const { pathname, response, at } of await newestFirst(trip)) {
      const text = await response.text();
      const bar = BAR.exec(text)?.[2];
      if (bar !== undefined) return { pathname, bar, at, text };
    }
    return null;
  }

  /** "21:32", by the trip's clock; of another day with its name. */
  function clock(at, text) {
    const timeZone = /<body[^>]* data-zone="([^"]+)"/.exec(text)?.[1];
    const day = Date.now() - at > TODAY ? { weekday: "short" } : {};
    return new Intl.DateTimeFormat("en-GB", { ...day, hour: "2-digit", minute: "2-digit", timeZone }).format(at);
  }

  /** A page that says itself how the call stands has no bar beside it, unless that is older than the bar. */
  function barFor(page, { pathname, bar, at, text }) {
    const dated = bar.replace(/(<a [^>]*>)/, `$1${says("As of")} ${clock(at, text)}: `);
    return pathname === page ? dated : dated.replace(/(class="[^"]*)\bown /, "$1");
  }

  const badge = (tag) => tag
    .replace(/ chip [a-z]+"/, ' chip off"')
    .replace(/<line [^>]*>/, "")
    .replace(/(aria-label="|badge-long">)[^"<]*/g, `$1${says("Who sees you: unknown")}`)
    .replace(/(badge-short">)[^<]*/, `$1${says("Unknown")}`);

  /** The kept page of that address, with what is known now. */
  return async (kept, address) => {
    const { pathname } = new URL(address);
    const trip = /^\/trips\/[^/]+\//.exec(pathname)?.[0];
    const newest = trip && await newestBar(trip);
    const page = (await kept.text())
      .replace(BAR, (whole, start) => (newest ? start + barFor(pathname, newest) : whole))
      .replace(/<a class="sharing-badge[^]*?<\/a>/, badge);
    return new Response(page, { headers: kept.headers });
  };
})();
