// The sound of a call for help and the browser's own notification are asked for once a page has a call or a button for
// them; where somebody allowed the sound they are there from the beginning, so that no call waits for it.
import { script } from "./later.js";

// As alarm.js keeps it.
const KEY = "sotravel-alarm";
const AGAIN = 2000;
let [coming, alarm, open] = [null, null, []];

function isAllowed() {
  try { return localStorage.getItem(KEY) === "on"; } catch { return false; }
}

/** Without a line for the moment it is asked for again: a call that nobody hears is worse than a request too many. */
async function come() {
  coming ??= script("alarm");
  try { alarm = await coming; } catch {
    coming = null;
    await new Promise((done) => { setTimeout(done, AGAIN); });
    await come();
  }
}

/** The newest call of everybody who waits. */
export async function sound(calls) {
  open = calls;
  if (!alarm) {
    if (!calls.length && !isAllowed() && !document.querySelector("[data-alarm]")) return;
    await come();
  }
  alarm.sound(open);
}

/** Tells of calls that are new. */
export async function notify(calls, me) {
  if (!alarm) await come();
  alarm.notify(calls, me);
}
