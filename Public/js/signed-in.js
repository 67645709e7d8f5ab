// On every page of somebody who is signed in: the open section in view, menus by keyboard, what waits for a line, the
// page that calls for help kept for a dead zone, and calls for help: a hint over a stream, then the banners as the
// server draws them.
import { redraw } from "./redraw.js";
import { tick } from "./clock.js";
import { element } from "./dom.js";
import { counted } from "./format.js";
import { notify, sound } from "./alarm.js";
import { says } from "./texts.js";
import "./copy.js";
import "./reveal.js";
import "./toast.js";
import "./search.js";
import "./person-card.js";
import "./kept-forms.js";
import { keepForDeadZone, parsePage, sayIfKept, subscribe } from "./live.js";
import "./unsent-call.js";
import "./push-check.js";

const place = document.getElementById("alerts");
// What sticks to the top stands below the calls for help.
let isMeasured = false;
new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--alerts", `${target.offsetHeight}px`);
  if (!isMeasured) uncover(document.querySelector(":target"));
  isMeasured = true;
}).observe(place);

/** The browser may have gone to the address's anchor before it was known how high the bars are: then it lies behind
 *  them. Where somebody has scrolled since, it does not, and the page stays. */
function uncover(anchor) {
  if (!anchor || place.contains(anchor)) return;
  const { top } = anchor.getBoundingClientRect();
  if (top >= 0 && top < place.getBoundingClientRect().bottom) anchor.scrollIntoView();
}
const { account, calls, callsLast, live, me, sos } = document.body.dataset;

// A row of tabs may be wider than the screen.
for (const open of document.querySelectorAll(".tabs [aria-current]")) {
  const bar = open.closest(".tabs");
  bar.scrollLeft += open.getBoundingClientRect().left - bar.getBoundingClientRect().left
    - (bar.clientWidth - open.clientWidth) / 2;
}

// MARK: menus

const MENUS = "details.switcher[open], details.map-legend[open], details.map-layers[open], details.close-case[open]";
const LIGHT = "details.switcher[open], details.map-layers[open]";

addEventListener("keydown", ({ key, target }) => {
  const menu = key === "Escape" && target.closest?.(MENUS);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
addEventListener("pointerdown", ({ target }) => {
  for (const menu of document.querySelectorAll(LIGHT)) if (!menu.contains(target)) menu.open = false;
});
// A form in a menu has a button that closes it; what was typed stays.
addEventListener("click", ({ target }) => {
  const menu = target.closest?.("[data-close]")?.closest("details");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// A long list of trips or people: every typed word is somewhere in the name, and Enter opens the first.
for (const field of document.querySelectorAll("[data-narrows]")) {
  const items = [...document.getElementById(field.dataset.narrows).children];
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const item of items) item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
  });
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") items.find((item) => !item.hidden)?.querySelector("a").click();
  });
  field.closest("details")?.addEventListener("toggle", ({ target }) => { if (target.open) field.focus(); });
}

// MARK: in a dead zone

if (sos) keepForDeadZone(sos);
// A page that keeps nothing says whose it is as well: what another account left in this browser goes.
else {
  navigator.serviceWorker?.getRegistration("/trips/")
    .then((found) => found?.active?.postMessage({ account })).catch(() => { /* nothing is kept */ });
}
sayIfKept();

// MARK: calls for help

const newest = () => [...place.querySelectorAll("[data-call]")]
  .filter(({ dataset }) => dataset.from !== me)
  .map(({ dataset }) => dataset.call);

let [isReading, isStale] = [false, false];
async function refresh() {
  if (isReading) { isStale = true; return; }
  [isReading, isStale] = [true, false];
  try {
    const response = await fetch(place.dataset.address, { redirect: "manual" });
    if (response.ok) take(parsePage(await response.text()).body);
  } catch { /* the next hint, or the next page, shows it */ }
  isReading = false;
  if (isStale) refresh();
}

// What arrives while somebody works on a page lies over it: nothing moves under a thumb that ticks a bus, and its
// buttons take no tap that was meant for what they cover. Room is made for it when the reader next scrolls or rests.
const [INERT, REST] = [800, 4000];
let [usedAt, settling] = [-Infinity, 0];
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => { usedAt = performance.now(); }, true);

function settle() {
  const wait = REST - (performance.now() - usedAt);
  if (wait > 0) { settling = setTimeout(settle, wait); return; }
  if (isUnfolded) return;
  place.style.height = "";
  fold(isFolded);
}
addEventListener("scroll", () => {
  if (isUnfolded) return;
  const [isHeld, isFar] = [place.style.height !== "", PHONE.matches && scrollY > (isFolded ? NEAR : FAR)];
  place.style.height = "";
  const isUsed = place !== document.activeElement && place.contains(document.activeElement);
  if ((isHeld || isFar !== isFolded) && !isUsed) fold(isFar);
}, { passive: true });

// On a phone the bar takes a third of the screen. Once the page is scrolled it is a line, and the page keeps its place:
// what the line leaves is a margin below it.
const [PHONE, FAR, NEAR] = [matchMedia("(max-width: 40rem)"), 160, 8];
let isFolded = false;
function fold(isWanted) {
  isFolded = isWanted;
  place.classList.remove("folded");
  place.style.marginBottom = "";
  const whole = place.offsetHeight;
  place.classList.toggle("folded", isWanted);
  if (isWanted) place.style.marginBottom = `${whole - place.offsetHeight}px`;
}

// A phone that is turned has room for the whole bar.
PHONE.addEventListener("change", () => {
  if (PHONE.matches) return;
  place.style.height = "";
  unfold(false);
  if (isFolded) fold(false);
});

function hold() {
  place.style.height = `${place.getBoundingClientRect().height}px`;
  clearTimeout(settling);
  settling = setTimeout(settle, REST);
}

const shown = () => place.querySelector("section.alert")?.id;
let cooling = 0;
function take(fresh) {
  const [before, other] = [newest(), shown()];
  hold();
  redraw(place, fresh, () => { tick(place); sound(newest()); });
  const isNew = newest().some((call) => !before.includes(call));
  // Who calls anew is read, however far the page is scrolled.
  if (isNew) isFolded = false;
  const isSeveral = place.querySelector(".alert-sum") !== null;
  place.classList.toggle("several", isSeveral);
  place.classList.toggle("folded", isFolded);
  unfold(isUnfolded && isSeveral);
  count();
  titled();
  skippable();
  // Also once the first is another: its buttons were somebody else's.
  if (isNew || shown() !== other) {
    place.classList.add("fresh");
    clearTimeout(cooling);
    cooling = setTimeout(() => place.classList.remove("fresh"), INERT);
  }
  if (isNew) {
    navigator.vibrate?.([200, 100, 200]);
    notify(place.querySelectorAll("[data-call]"), me);
  }
}

// MARK: what the bars are for the rest of the page

// On a phone all bars are one line, which unfolds over the page: nothing moves, and it stays until it is folded again.
let isUnfolded = false;
function unfold(isWanted) {
  isUnfolded = isWanted;
  place.classList.toggle("unfolded", isWanted);
  place.querySelector("[data-alerts]")?.setAttribute("aria-expanded", String(isWanted));
}
place.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-alerts]")) return;
  hold();
  unfold(!isUnfolded);
});

/** How many calls of this trip wait for somebody, else how many are open, tests aside: beside the section. */
function count() {
  const trip = /^\/trips\/[^/]+/.exec(location.pathname)?.[0];
  const link = trip && document.querySelector(`nav.sections a[href="${CSS.escape(`${trip}/help`)}"]`);
  if (!link) return;
  const open = [...place.querySelectorAll("[data-from]:not(.test)")]
    .filter((call) => call.querySelector(".open-help").getAttribute("href").startsWith(`${trip}/`));
  const waiting = open.filter((call) => call.classList.contains("waiting")).length;
  link.querySelector(".calls-open")?.remove();
  if (!open.length) return;
  const said = waiting
    ? counted(waiting, "open call for help that nobody is on", "open calls for help that nobody is on")
    : counted(open.length, "open call for help", "open calls for help");
  const badge = element("b", undefined, { class: `unread calls-open${waiting ? " waiting" : ""}` });
  badge.append(element("span", String(waiting || open.length), { "aria-hidden": "true" }),
    element("span", `, ${said}`, { class: "visually-hidden" }));
  link.querySelector(".section-name").append(" ", badge);
}

/** By keyboard one skips to the bars while there are some. */
function skippable() {
  const link = document.querySelector(".skip[href='#alerts']");
  const isWanted = Boolean(shown());
  if (link) link.hidden = !isWanted;
  else if (isWanted) {
    document.querySelector(".skip").after(
      element("a", says`Skip to the call for help`, { class: "skip", href: "#alerts" }));
  }
}

/** A tab that lies behind others says who calls. */
function titled() {
  const title = document.title.replace(/^SOS · /, "");
  document.title = place.querySelector("[data-call]") ? "SOS · " + title : title;
}
sound(newest());

const handlers = { alert: refresh, case: ({ elsewhere }) => { if (!elsewhere) refresh(); }, reread: refresh };
if (calls) subscribe(handlers, calls, callsLast);
else if (live?.includes("alerts")) subscribe(handlers);
