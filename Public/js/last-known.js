// How one's own call for help stands, and who sees one, are on every page: of a page that was kept they would be as
// they were when it was made. So the worker for dead zones puts the newest state of a call that it knows on each of
// them, and since when it is so. Who sees one may have been changed on another device too: that is not said at all.
// A plain script, as the worker's others.
globalThis.asLastKnown = (() => {
  const SHELVES = ["pages", "always", "places", "announcements", "chats"];
  const TODAY = 12 * 3600e3;
  const BAR = /(<div id="own-bar"[^>]*>)([^]*?)(?=<\/div>)/;
  // As texts.js says it.
  const says = (text) => globalThis.sotravelTexts?.([text], []) ?? text;
  const madeAt = (response) => Date.parse(response.headers.get("Date"));

  /** The page of this trip that was made last, this one if no other was made after it. */
  async function newest(trip, kept) {
    let found = kept;
    for (const name of SHELVES) {
      if (!await caches.has(name)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith(trip)) continue;
        const other = await cache.match(request);
        if (other && madeAt(other) > madeAt(found)) found = other;
      }
    }
    return found;
  }

  /** "21:32", by the trip's clock; of another day with its name. */
  function clock(at, text) {
    const timeZone = /<body[^>]* data-zone="([^"]+)"/.exec(text)?.[1];
    const day = Date.now() - at > TODAY ? { weekday: "short" } : {};
    return new Intl.DateTimeFormat("en-GB", { ...day, hour: "2-digit", minute: "2-digit", timeZone }).format(at);
  }

  /** A page that says itself how the call stands has no bar beside it, unless that is older than the bar. */
  function barOf(text, at, isOlder) {
    const bar = BAR.exec(text)?.[2].replace(/(<a [^>]*>)/, `$1${says("As of")} ${clock(at, text)}: `);
    return isOlder ? bar?.replace(/(class="[^"]*)\bown /, "$1") : bar;
  }

  const badge = (tag) => tag
    .replace(/ chip [a-z]+"/, ' chip off"')
    .replace(/<line [^>]*>/, "")
    .replace(/(aria-label="|badge-long">)[^"<]*/g, `$1${says("Who sees you: unknown")}`)
    .replace(/(badge-short">)[^<]*/, `$1${says("Unknown")}`);

  /** The kept page of that address, with what is known now. */
  return async (kept, address) => {
    const trip = /^\/trips\/[^/]+\//.exec(new URL(address).pathname)?.[0];
    const last = trip ? await newest(trip, kept) : kept;
    const text = await kept.text();
    const bar = barOf(last === kept ? text : await last.text(), madeAt(last), last !== kept);
    const page = text
      .replace(BAR, (whole, start) => (bar === undefined ? whole : start + bar))
      .replace(/<a class="sharing-badge[^]*?<\/a>/, badge);
    return new Response(page, { headers: kept.headers });
  };
})();
