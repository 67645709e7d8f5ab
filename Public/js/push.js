// Notifications of this browser: its subscription at the push service of its maker, and what the server knows of it.
import { registerWorker } from "./live.js";

// Whose notifications these are: whoever signs in here next has not asked for them.
const OWNER = "sotravel-push";
const stored = () => { try { return localStorage.getItem(OWNER); } catch { return null; } };
function store(account) {
  try {
    if (account) localStorage.setItem(OWNER, account);
    else localStorage.removeItem(OWNER);
  } catch { /* asked anew */ }
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
  stored() === account() && Notification.permission === "granted" && Boolean(await found());

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

const tell = (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return post("/notices/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
};

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
  store(account());
}

export async function turnOff() {
  const subscription = await found();
  store(null);
  if (!subscription) return;
  await subscription.unsubscribe();
  await post("/notices/push/off", { endpoint: subscription.endpoint });
}

/** Holds the browser's subscription against the server's. `readKey()` gives the server's key, or null. */
export async function compare(readKey) {
  const owner = stored();
  if (owner && owner === account()) {
    const key = await readKey();
    if (key) await turnOn(key);
    return;
  }
  // Of somebody who signed in here before.
  await (await found())?.unsubscribe();
  store(null);
}
