// One connection to a trip's stream. It goes on after whatever interrupts it, as long as the reader is let in.
const NAMES = [
  "positions", "roster", "event", "scans", "alert", "hidden", "message", "changed", "reacted", "standing",
  "case", "told", "bikes", "places", "notice", "announcement", "nudge", "reread"
];
const [SHORTEST, LONGEST] = [2000, 60000];

/**
 * Whether the server itself refuses the stream, as after signing out; errors of a proxy while the server restarts do
 * not count.
 */
async function isRefused(address) {
  const attempt = new AbortController();
  try {
    const { status } = await fetch(address, { headers: { Accept: "text/event-stream" }, signal: attempt.signal });
    return [401, 403, 404].includes(status);
  } catch { return false; } finally { attempt.abort(); }
}

/**
 * Calls `receive` with `{ type, data, id }` for every event after `since`, and with `{ type: "state", data: "open" |
 * "lost" | "closed" }`.
 */
export function openStream(url, since, receive) {
  let [source, last, pause, timer, isClosed] = [null, since, SHORTEST, 0, false];
  const tell = (state) => { if (!isClosed) receive({ type: "state", data: state }); };
  const address = () => `${url}&last=${last}`;

  function connect() {
    source = new EventSource(address());
    for (const name of NAMES) {
      source.addEventListener(name, ({ type, data, lastEventId }) => {
        last = lastEventId;
        receive({ type, data, id: last });
      });
    }
    // The server is there, and its database is not.
    source.addEventListener("away", ({ data, lastEventId }) => {
      last = lastEventId;
      tell(JSON.parse(data).is ? "lost" : "open");
    });
    source.onopen = () => { pause = SHORTEST; tell("open"); };
    // The browser reopens a lost connection by itself; after a response that is not a stream it gives up.
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) again(); else tell("lost"); };
  }

  async function again() {
    tell("lost");
    if (await isRefused(address())) { tell("closed"); return; }
    if (isClosed) return;
    // Not everybody at the same moment.
    timer = setTimeout(connect, pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, LONGEST);
  }

  connect();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      source.close();
    },
  };
}
