// Whoever asked to join waits for a host: the page asks by itself until it is decided, and shows the button to come in
// where its own was. Out of sight it rests, and asks at once when it is looked at again.
import { parsePage } from "./trusted.js";

const EVERY = 5000;
const id = "join-request";

async function ask() {
  const part = document.getElementById(id);
  if (document.hidden || !part.hasAttribute("data-waiting")) return;
  const options = { headers: { "Cache-Control": "no-store" }, signal: AbortSignal.timeout(10e3) };
  const response = await fetch(location.href, options).catch(() => null);
  // Over, or used on another phone: the page that comes instead says whom to ask.
  if (response?.status === 404) { location.reload(); return; }
  if (!response?.ok) return;
  const fresh = parsePage(await response.text());
  const next = fresh.getElementById(id);
  // Decided meanwhile, or asked twice.
  if (!next || next.hasAttribute("data-waiting") || !part.hasAttribute("data-waiting")) return;
  const hadFocus = part.contains(document.activeElement);
  part.removeAttribute("data-waiting");
  part.replaceChildren(...document.importNode(next, true).childNodes);
  document.title = fresh.title;
  if (hadFocus) part.querySelector("button")?.focus();
}

setInterval(ask, EVERY);
for (const event of ["visibilitychange", "online"]) addEventListener(event, ask, true);
