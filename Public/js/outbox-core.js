// What pages and the offline worker share of the outbox: the forms that wait in this browser's database, and how they
// are sent. The worker can import nothing and has this in front of its own text: hence a plain script, with one name.
globalThis.outboxCore = (() => {
  const NAME = "sotravel-outbox";
  // For a line that is up but carries nothing; a photo takes longer.
  const [PATIENCE, PHOTO_PATIENCE] = [20e3, 180e3];
  // For a database that never opens, as browsers' now and then do.
  const OPENING = 3000;
  // As texts.js says it, which cannot be imported here.
  const says = (text) => globalThis.sotravelTexts?.([text], []) ?? text;
  let channel = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : null;
  const hearers = new Set();
  // Where a browser keeps nothing, the page itself does as long as it is open.
  let [items, keeps, opening] = [[], Boolean(globalThis.indexedDB), null];

  function open() {
    opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore("forms");
      request.onerror = () => reject(request.error);
      setTimeout(() => reject(new Error("does not open")), OPENING);
      request.onsuccess = () => {
        // Signing out takes the database along.
        const forget = () => { request.result.close(); opening = null; };
        Object.assign(request.result, { onclose: forget, onversionchange: forget });
        resolve(request.result);
      };
    });
    return opening;
  }

  async function transact(alter) {
    const transaction = (await open()).transaction("forms", "readwrite", { durability: "strict" });
    return new Promise((resolve, reject) => {
      const store = transaction.objectStore("forms");
      let result = [];
      store.get("all").onsuccess = ({ target }) => {
        const before = target.result ?? [];
        result = alter(before);
        if (result !== before) store.put(result, "all");
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** All waiting forms, oldest first, after `alter(items)`: in one transaction, whatever other tabs do meanwhile. */
  async function update(alter) {
    if (keeps) {
      try {
        items = await transact(alter);
        return items;
      } catch { [keeps, opening] = [false, null]; }
    }
    items = alter(items);
    return items;
  }

  function tell(event) {
    for (const hear of hearers) hear(event);
    channel?.postMessage(event);
  }
  if (channel) channel.onmessage = ({ data }) => { for (const hear of hearers) hear(data); };

  // A page that hears of something while it is left is not kept for the way back.
  addEventListener("pagehide", () => { channel = channel?.close(); });

  /** With the waiting time in milliseconds: it tells when the form was typed, even if the phone's clock is wrong. */
  function body({ client, fields, at, isInstead }, isLarge) {
    const ours = {
      client_id: client, waited: String(Math.max(0, Date.now() - at)), ...isInstead ? { instead: "yes" } : {}
    };
    const pairs = [...Object.entries(ours), ...fields];
    if (!isLarge) return new URLSearchParams(pairs);
    const form = new FormData();
    for (const [name, value] of pairs) form.append(name, value);
    return form;
  }

  /**
   * Only a JSON response is from this server: a hotel's sign-in page answers too, and so does a proxy whose server is
   * down.
   */
  async function send(item) {
    const isLarge = item.fields.some(([, value]) => value instanceof Blob);
    const headers = {
      Accept: "application/json", ...item.account.startsWith("/") ? {} : { "Sotravel-Account": item.account }
    };
    try {
      const response = await fetch(item.url, {
        method: "POST", body: body(item, isLarge), headers, redirect: "manual",
        signal: AbortSignal.timeout(isLarge ? PHOTO_PATIENCE : PATIENCE),
      });
      if (!/json/.test(response.headers.get("Content-Type") ?? "")) return { outcome: "later" };
      // The line is up, but the server does not want this form now: other forms need not wait for it.
      if (response.status === 429 || response.status >= 500) return { outcome: "later", isLine: true };
      const { page, detail } = await response.json();
      if (response.ok) return { outcome: "sent", page };
      return {
        outcome: "refused", problem: detail || says("The server did not take it."), asksSignIn: response.status === 401
      };
    } catch { return { outcome: "later" }; }
  }

  /**
   * Sends one form after another, and the forms of one address in order, until one finds no line. True if none is left
   * to send.
   */
  async function deliver(isMine) {
    const [tried, held] = [new Set(), new Set()];
    const find = (item) => isMine(item) && !item.problem && !tried.has(item.client) && !held.has(item.url);
    const next = async () => (await update((all) => all)).find(find);
    for (let item = await next(); item; item = await next()) {
      const { client } = item;
      tried.add(client);
      const { outcome, isLine, ...said } = await send(item);
      const settled = (other) => (other.client === client ? { ...other, ...said } : other);
      if (outcome === "sent") await update((all) => all.filter((other) => other.client !== client));
      if (outcome === "refused") await update((all) => all.map(settled));
      tell({ client, outcome, ...said });
      if (outcome !== "later") continue;
      if (!isLine) return false;
      held.add(item.url);
    }
    return held.size === 0;
  }

  /** One tab or worker sends at a time; another one waits for it only with `waits`. */
  const alone = (lane, waits, work) =>
    navigator.locks
      ? navigator.locks.request(`${NAME} ${lane}`, { ifAvailable: !waits }, (lock) => lock && work())
      : work();

  return {
    update, tell,
    hear: (hearer) => hearers.add(hearer),
    isKept: () => keeps,
    /** Calls for help never wait behind other forms. */
    deliver: async (isMine, waits = false) => {
      const lanes = { sos: (item) => item.kind === "sos", forms: (item) => item.kind !== "sos" };
      const work = Object.entries(lanes)
        .map(([lane, isIn]) => alone(lane, waits, () => deliver((item) => isIn(item) && isMine(item))));
      return (await Promise.all(work)).every(Boolean);
    },
  };
})();
