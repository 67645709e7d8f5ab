// Notices that come while no page is open. Every one is shown, whatever came: a browser that is told and shows nothing
// takes the subscription away. What was shown and opened is said to the server, from a dead zone when there is a line
// again: until then it lies in a cache, which signing out empties.
const REPORTS = "reports";
const REPORT_KEPT = 30 * 86_400e3;
const ICON = "/assets/0/icon-192.png";
const ICONS = "icons";
const UNREADABLE = { title: "News from your hosts", body: "", url: "/notices", tag: "notice" };

function readNotice({ data }) {
  try {
    const notice = data?.json();
    return typeof notice?.title === "string" && notice.title ? { ...UNREADABLE, ...notice } : UNREADABLE;
  } catch { return UNREADABLE; }
}

// Fetched before it is needed, and part of each notification: browsers show none before they have its icon, and wait
// for it a minute and more where the line is bad.
async function keepIcon() {
  try {
    await (await caches.open(ICONS)).add(new Request(ICON, { signal: AbortSignal.timeout(20e3) }));
  } catch { /* the next notification tries again */ }
}

async function keptIcon() {
  try {
    const kept = await (await caches.open(ICONS)).match(ICON);
    const bytes = new Uint8Array(await kept.arrayBuffer());
    return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
  } catch { return undefined; }
}

// Nothing waits for it.
self.addEventListener("install", () => { keepIcon(); });

async function showNotice({ id, title, body, url, tag, badge, urgent }) {
  // The same may come twice: it makes a sound once.
  const shown = await self.registration.getNotifications({ tag });
  const isAgain = Boolean(id) && shown.some(({ data }) => data?.id === id);
  const icon = await keptIcon();
  await self.registration.showNotification(title, {
    body, tag, icon, badge: icon, renotify: !isAgain, silent: isAgain, requireInteraction: urgent === true,
    data: { id, url },
  });
  if (Number.isInteger(badge)) await (badge > 0 ? navigator.setAppBadge?.(badge) : navigator.clearAppBadge?.());
}

// One after the other, as many come when a phone has its line again: Chromium forgets a notification that is on its way
// while the others are looked through. It stands on the screen then, and a tap on it opens nothing.
let shown = Promise.resolve();
self.addEventListener("push", (event) => {
  const notice = readNotice(event);
  const showing = shown.then(() => showNotice(notice));
  shown = showing.catch(() => { /* the browser says of this one what is wrong */ });
  event.waitUntil(showing.finally(() => Promise.all([
    report(notice.id, "shown"), keptIcon().then((icon) => icon ?? keepIcon()),
  ])));
});

/** A tab that shows the page already, else a new one: nothing that somebody is writing is led away. */
async function openPage(address) {
  const wanted = new URL(address ?? UNREADABLE.url, location.origin);
  const page = wanted.origin === location.origin ? wanted : new URL(UNREADABLE.url, location.origin);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === page.pathname);
  try { if (open) return await open.focus(); } catch { /* a window that is asleep */ }
  return self.clients.openWindow(page.href);
}

self.addEventListener("notificationclick", (event) => {
  const { id, url } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(Promise.all([openPage(url), report(id, "opened")]));
});

// The service has put another subscription in the place of ours, or wants us to.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(takeOver(event)));

async function takeOver({ oldSubscription, newSubscription }) {
  const applicationServerKey = oldSubscription?.options?.applicationServerKey;
  const fresh = newSubscription
    ?? (applicationServerKey
      && await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  await fetch("/notices/push", {
    method: "POST", body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
    headers: { Accept: "application/json" }, redirect: "manual",
  });
}

// MARK: what is said back

async function report(id, what) {
  if (!/^[0-9a-f-]{36}$/.test(id ?? "")) return;
  const cache = await caches.open(REPORTS);
  await cache.put(`/notices/deliveries/${id}/${what}`, new Response(String(Date.now())));
  await sendReports();
}

/** Whether the server has heard it, or will never want it. */
async function isSaid(address, waited) {
  const response = await fetch(address, {
    method: "POST", body: new URLSearchParams({ waited: String(waited) }), headers: { Accept: "application/json" },
    redirect: "manual", signal: AbortSignal.timeout(20e3),
  });
  // A hotel's sign-in page answers too.
  const isOurs = /json/.test(response.headers.get("Content-Type") ?? "");
  return isOurs && response.status < 500 && response.status !== 429;
}

async function sendReports() {
  if (!await caches.has(REPORTS)) return;
  const cache = await caches.open(REPORTS);
  for (const request of await cache.keys()) {
    const waited = Math.max(0, Date.now() - Number(await (await cache.match(request))?.text()));
    try {
      if (waited > REPORT_KEPT || await isSaid(request.url, waited)) await cache.delete(request);
    } catch {
      await self.registration.sync?.register("sotravel-reports").catch(() => { /* the next page sends them */ });
      return;
    }
  }
}

self.addEventListener("sync", (event) => { if (event.tag === "sotravel-reports") event.waitUntil(sendReports()); });
self.addEventListener("message", (event) => event.waitUntil(sendReports()));
