// Notifications of this browser: its subscription at the push service of its maker, and what the server knows of it.
import { registerWorker } from "./live.js";
import { OWNER } from "./push-check.js";

// Which subscription the server was told of last.
const TOLD = "sotravel-push-told";
const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
function store(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch { /* asked anew */ }
}
function forget() {
  store(OWNER, null);
  store(TOLD, null);
}
const account = () => document.body.dataset.account;

export const canPush = () =>
  "PushManager" in globalThis && "Notification" in globalThis && Boolean(navigator.serviceWorker);

async function manager() {
  const registration = await registerWorker();
  const coming = registration.active ? null : registration.installing ?? registration.waiting;
  if (coming) {
    await new Promise((done) => {
      coming.addEventListener("statechange", () => { if (registration.active) done(); });
    });
  }
  return registration.pushManager;
}

/** The subscription that is there, without asking anybody anything. */
async function found() {
  const registration = await navigator.serviceWorker.getRegistration("/trips/");
  return await registration?.pushManager.getSubscription() ?? null;
}

/** Whether notifications of this account are on in this browser. */
export const isOn = async () =>
  stored(OWNER) === account() && Notification.permission === "granted" && Boolean(await found());

const bytes = (key) =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const isOf = ({ options }, key) => {
  const own = new Uint8Array(options?.applicationServerKey ?? []);
  const wanted = bytes(key);
  return own.length === wanted.length && own.every((byte, index) => byte === wanted[index]);
};

async function post(address, fields) {
  const response = await fetch(address, {
    method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" }, redirect: "manual",
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** What is kept of a subscription: its address, which has no blank, and the browser's key. */
function mark(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return `${endpoint} ${keys.p256dh}`;
}

async function tell(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const answer = await post("/notices/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  store(TOLD, mark(subscription));
  return answer;
}

const tellOff = (endpoint) => post("/notices/push/off", { endpoint });

/** Subscribes with the server's key, and tells the server. What another key was for is given up. */
export async function turnOn(key) {
  const pushes = await manager();
  const make = () => pushes.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  let subscription = await pushes.getSubscription();
  if (subscription && !isOf(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await make();
  // The service has given this one up without telling the browser.
  if ((await tell(subscription)).renew) {
    await subscription.unsubscribe();
    await tell(await make());
  }
  store(OWNER, account());
}

export async function turnOff() {
  const subscription = await found();
  forget();
  if (!subscription) return;
  await subscription.unsubscribe();
  await tellOff(subscription.endpoint);
}

/** The browser shows nothing any more, and has given its subscription up: the one that was told last is named. */
async function giveUp() {
  const [endpoint] = (stored(TOLD) ?? "").split(" ");
  if (endpoint) await tellOff(endpoint);
  forget();
}

/**
 * On each page: holds the browser's subscription against what the server was told of it, and tells it what has changed.
 * `readKey()` gives the server's key, or null. If `isDue()`, the server is asked and told whatever is known here.
 */
export async function compare(readKey, isDue) {
  const owner = stored(OWNER);
  if (!owner) return;
  if (owner !== account()) {
    // Of somebody who signed in here before.
    await (await found())?.unsubscribe();
    forget();
    return;
  }
  if (Notification.permission !== "granted") {
    await giveUp();
    return;
  }
  const subscription = await found();
  if (subscription && mark(subscription) === stored(TOLD) && !isDue()) return;
  const key = await readKey();
  if (key) await turnOn(key);
}
