// A page that the phone kept stands in for one that the server cannot give: there is no line, no server, or no
// database behind it. It says when it was loaded, and comes anew by itself once the server answers.
import { age } from "./format.js";
import { says } from "./texts.js";

const [FIRST, LONGEST] = [2e3, 30e3];
let loadedAt = 0;
let [isLeft, isTyped] = [false, false];
addEventListener("beforeunload", () => { isLeft = true; });
// A reload would take away what somebody types or chooses.
for (const name of ["input", "focusin"]) addEventListener(name, ({ target }) => { isTyped ||= target.form != null; });

/** Calls `tell` if the page turns out to be a kept one, with when that was made. */
export const ifKept = (tell) => navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (!data.kept) return;
  loadedAt = data.kept;
  tell(loadedAt);
});

/** What is said of a page that was kept; nothing of one that the server has just given. */
export function keptLine() {
  if (!loadedAt) return "";
  const since = Date.now() - loadedAt;
  const words = since < 60e3 ? says`just now` : says`${age(since)} ago`;
  return says`No connection · loaded ${words}`;
}

/** The page was drawn anew. */
export function noLongerKept() { loadedAt = 0; }

/** Loads the page anew once the server answers; calls `offer` instead where that would lose something. */
export async function comeAnew(offer, pause = FIRST) {
  await new Promise((go) => { setTimeout(go, pause); });
  const options = { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(10e3) };
  const response = await fetch(location.href, options).catch(() => null);
  if (!response || response.status >= 500) return comeAnew(offer, Math.min(pause * 2, LONGEST));
  // A reload would call back who is on the way to another page.
  if (!isLeft) return isTyped ? offer() : location.reload();
}
