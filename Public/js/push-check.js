// On every page of somebody who is signed in: browsers lose their subscriptions and tell nobody, so each page looks
// at its own, and once in an hour asks the server too. The number at the icon of the home screen is that of the bell.
import { getJSON } from "./json.js";
import { script } from "./later.js";

// Whose notifications these are: whoever signs in here next has not asked for them.
export const OWNER = "sotravel-push";
const [SEEN, HOUR] = ["sotravel-push-seen", 3600e3];
const { account } = document.body.dataset;

/** Nobody's, or storage was cleared: that alone switches nothing off, and the script is not asked for. */
function isAnybodys() {
  try { return Boolean(localStorage.getItem(OWNER)); } catch { return false; }
}

function isDue() {
  try {
    const [who, at] = (sessionStorage.getItem(SEEN) ?? "").split(" ");
    if (who === account && Math.abs(Date.now() - Number(at)) < HOUR) return false;
    sessionStorage.setItem(SEEN, `${account} ${Date.now()}`);
    return true;
  } catch { return false; }
}

async function check() {
  if (!account || !isAnybodys()) return;
  try {
    const { canPush, compare } = await script("push");
    if (canPush()) await compare(async () => (await getJSON("/notices/push/key"))?.key, isDue);
  } catch { /* the next page looks again */ }
}

function badge() {
  const unread = parseInt(document.querySelector("#bell .unread")?.textContent ?? "", 10);
  const done = unread ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  done?.catch(() => { /* not every window has an icon */ });
}

if (document.readyState === "complete") check();
else addEventListener("load", check, { once: true });
badge();
