// How a phone is set up: the page says when the phone is connected. It is open where nobody is signed in, who has no
// stream: so it asks, and rests while it is out of sight, as when the app is open on the same phone.
import { parsePage } from "./trusted.js";

const EVERY = 3000;
const id = "set-up-state";

async function ask() {
  const part = document.getElementById(id);
  if (document.hidden || !part?.hasAttribute("data-waits")) return;
  const headers = { "Accept": "text/html", "Cache-Control": "no-store" };
  const options = { headers, signal: AbortSignal.timeout(10e3) };
  const response = await fetch(location.href, options).catch(() => null);
  if (!response?.ok) return;
  const page = parsePage(await response.text());
  const fresh = page.getElementById(id);
  if (!fresh || fresh.hasAttribute("data-waits")) return;
  part.removeAttribute("data-waits");
  part.className = fresh.className;
  // What was to be done is done.
  for (const button of document.querySelectorAll(".set-up .app .primary")) button.classList.remove("primary");
  part.replaceChildren(...document.importNode(fresh, true).childNodes);
  // Who sees them says that nothing has arrived, until something has.
  const state = ".set-up > .sharing-state";
  document.querySelector(state)?.replaceWith(...page.querySelectorAll(state));
}

setInterval(ask, EVERY);
addEventListener("visibilitychange", ask, true);
