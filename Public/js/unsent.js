// What waits for a line, on every page of whoever typed it: plainly not sent, since when, and what can be done.
import { script } from "./later.js";
import { flush, foreign, isKept, takeBack, waiting } from "./outbox.js";
import { says } from "./texts.js";

// Nobody is told within this time that a form waits, unless it has been tried: it may be on its way.
const GRACE = 1500;
const late = new Set();
const section = document.createElement("section");
section.id = "unsent-forms";
section.setAttribute("aria-label", says`Not sent yet`);
section.setAttribute("aria-live", "polite");
let [shown, drawn, tried, words] = [new Map(), "", "", []];

// By the trip's clock, as all that the server says.
const { zone: timeZone } = document.body.dataset;
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone });
const isToday = (at) => day.format(at) === day.format(Date.now());
const moment = (at) => (isToday(at) ? "" : `${day.format(at)} `) + clock.format(at);

function make(name, content, fields = {}) {
  const node = Object.assign(document.createElement(name), fields);
  node.append(...[content].flat());
  return node;
}

function said([name, value]) {
  const content = name ? [make("span", `${name}: `, { className: "muted" }), value] : `“${value}”`;
  return make("p", content, { dir: "auto" });
}

/** A few words stand there; a whole form is folded away. */
function typed({ typed: pairs = [] }) {
  if (pairs.length <= 2) return pairs.map(said);
  return make("details", [make("summary", says`What you typed`), ...pairs.map(said)]);
}

function stateOf({ at, problem, asksSignIn }) {
  if (problem && !asksSignIn) return make("p", problem);
  const made = tried ? says`Made at ${moment(at)}, last tried at ${tried}.` : says`Made at ${moment(at)}.`;
  const when = asksSignIn ? says`It goes out when you have signed in again.`
    : "SyncManager" in globalThis ? says`It goes out when there is a signal.`
    : says`It goes out when there is a signal and this page, or another one of the trip, is open.`;
  const kept = isKept() ? "" : says` This browser keeps nothing: leave this page open.`;
  return make("p", `${made} ${when}${kept}`, { className: "muted" });
}

function button(text, run) {
  const node = make("button", text, { type: "button" });
  node.addEventListener("click", run);
  return node;
}

function onward({ client, kind, page, asksSignIn }) {
  if (asksSignIn) return [says`Sign in`, `/sign-in?next=${encodeURIComponent(location.pathname)}`];
  const isFilled = kind !== "answer" && kind !== "sharing";
  return [isFilled ? says`Open the form, filled in` : says`Open the page`, `${page}#again-${client}`];
}

function deeds(item) {
  const [text, href] = onward(item);
  const first = item.problem ? make("a", text, { className: "button", href }) : button(says`Try now`, flush);
  const discard = button(says`Discard`, () => { if (confirm(says`Discard “${item.label}”?`)) takeBack(item.client); });
  return make("p", [first, " ", discard], { className: "buttons" });
}

function row(item) {
  const { label } = item;
  const isRefused = item.problem && !item.asksSignIn;
  const heading = make("h2", isRefused ? says`Not taken: ${label}` : says`Not sent yet: ${label}`);
  const box = make("div", [heading, typed(item), stateOf(item), deeds(item)].flat());
  box.dataset.client = item.client;
  return box;
}

const isDue = ({ client, problem, at }) => problem || late.has(client) || Math.abs(Date.now() - at) >= GRACE;

/** Draws anew what changed; what is open stays open. A text is said once, above the rest. */
export function showUnsent(text) {
  if (text) words = [...words, make("p", text)];
  const forms = waiting().filter(({ kind }) => kind !== "sos");
  const items = forms.filter(isDue);
  if (items.length < forms.length) setTimeout(showUnsent, GRACE);
  const state = JSON.stringify([items.map(({ client, problem }) => [client, problem]), tried, words.length, isKept()]);
  if (state === drawn) return;
  [drawn, shown] = [state, new Map(items.map((item) => [item.client, item]))];
  const open = new Set([...section.querySelectorAll("details[open]")].map((node) => node.parentNode.dataset.client));
  section.replaceChildren(...words, ...items.map(row));
  for (const node of section.querySelectorAll("details")) node.open = open.has(node.parentNode.dataset.client);
  if (!section.hasChildNodes()) { section.remove(); return; }
  if (section.isConnected) return;
  document.getElementById("main").before(section);
  section.scrollIntoView({ block: "nearest" });
}

const isTyping = () => Boolean(document.activeElement?.matches("input, textarea, select"));

/** A form was tried: one that was sent at last leads on to its result, unless somebody is typing. */
export function tellOutcome({ client, outcome, page }) {
  const item = shown.get(client);
  if (outcome === "later") {
    tried = clock.format(Date.now());
    late.add(client);
  }
  if (!item || outcome !== "sent") { showUnsent(); return; }
  if (item.page === location.pathname && !isTyping()) { location.assign(page); return; }
  words = [...words, make("p", [says`Sent: ${item.label}. `, make("a", says`Show it`, { href: page })])];
  showUnsent();
}

// Signing out clears what this browser keeps: it is asked about first. Without a line nobody can sign out either.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== "/sign-out" || !(waiting().length || foreign().length)) return;
  event.preventDefault();
  script("sign-out").then(({ ask }) => ask(form), () => {});
});
