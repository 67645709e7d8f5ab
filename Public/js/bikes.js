// Bike stations: numbers follow the stream, ages grow by themselves, and the reader's own position is asked on a press.
import { parsePage, registerOffline, showState, subscribe } from "./live.js";
import { tick } from "./clock.js";
import { findHere } from "./here.js";
import { ifKept, keptLine } from "./kept-page.js";
import { redraw } from "./redraw.js";
import "./list-map.js";
import { says } from "./texts.js";

// As the server judges them: Sources/Domain/Bikes/BikeStation.swift.
const OLD = 10 * 60e3;
const [INSTALLED, RENTING, RETURNING, VEHICLES] = [1, 2, 4, 8];
// Whoever has the page open still looks: the server asks the feed seldom when nobody has for ten minutes.
const AGAIN = 8 * 60e3;

const told = document.getElementById("bikes-told");
const offline = document.getElementById("bikes-offline");
const { made, zone } = document.getElementById("bikes-page").dataset;
const sinceMade = () => Date.now() - Number(made);
// How old a page is that a phone kept for a dead zone. Clocks are wrong by minutes.
const kept = made && sinceMade() > 5 * 60e3 ? sinceMade() : 0;
const cards = (number) => document.querySelectorAll(`[data-station="${number}"]`);
const part = (card, name) => card.querySelector(`.${name}`);
const count = (value) => (value === null ? "–" : String(value));

function showAge(card) {
  const figures = part(card, "bike-figures");
  const reported = Number(figures.dataset.reported);
  if (!reported) return;
  // A browser's clock may be wrong by minutes: what the server called fresh is not old before its time.
  const node = part(card, "age");
  const shown = node ? Number(node.dataset.age) * 1000 + performance.now() - Number(card.dataset.drawn ?? -kept) : 0;
  const isOld = shown > OLD && part(card, "bike-closed").hidden;
  card.classList.toggle("is-old", isOld);
  part(card, "bike-old").hidden = !isOld;
}

/** The trip's clock. */
const wordsFor = (style, time) => new Intl.DateTimeFormat("en-GB", { ...style, timeZone: zone }).format(time);

function report(card, reported) {
  const node = part(card, "age");
  if (!reported || !node) return;
  part(card, "bike-figures").dataset.reported = reported;
  Object.assign(node.dataset, { since: reported, age: 0 });
  card.dataset.drawn = performance.now();
  part(card, "bike-when").textContent = zone ? `, ${wordsFor({ timeStyle: "short" }, reported)}` : "";
  part(card, "bike-old").textContent = says`May be out of date.`;
  showAge(card);
}

/** The word of `counted` alone, as the server has it: Sources/Domain/Common/Text.swift. */
const countedWord = (number, one) => says.text(number === 1 ? one : `${one}s`);

/** A number, and the word before it in the document. */
function say(number, value, word) {
  number.textContent = count(value);
  number.previousElementSibling.textContent = word;
}

/** As the server says it: Sources/Pages/Bikes/BikeText.swift. */
function docksWord(docks, bikes, isVirtual) {
  if (docks !== null || (bikes === null && !isVirtual)) return countedWord(docks, "free dock");
  return isVirtual ? says`no docks needed` : says`docks not counted`;
}

function show(card, [, bikes, electric, docks, flags, reported]) {
  const [rents, takes] = [Boolean(flags & RENTING), Boolean(flags & RETURNING)];
  const isOpen = Boolean(flags & INSTALLED) && (rents || takes);
  part(card, "bike-closed").hidden = isOpen;
  part(card, "bike-open").hidden = !isOpen;
  part(card, "bike-no-rent").hidden = rents;
  part(card, "bike-no-return").hidden = takes;
  say(part(card, "bike-count"), bikes, flags & VEHICLES ? countedWord(bikes, "vehicle") : countedWord(bikes, "bike"));
  const free = part(card, "bike-docks");
  say(free, docks, docksWord(docks, bikes, "virtual" in free.dataset));
  const motors = part(card, "bike-motors");
  motors.hidden = electric === null;
  say(motors.querySelector("dd"), electric, countedWord(electric, "e-bike"));
  const bar = part(card, "bike-bar");
  bar.toggleAttribute("hidden", bikes === null || docks === null);
  const fill = bikes ? Math.min(100, Math.floor(bikes * 100 / (bikes + docks))) : 0;
  part(card, "bike-bar-bikes").setAttribute("width", fill);
  card.classList.toggle("bike-none", isOpen && bikes === 0);
  report(card, reported);
}

/** The number in a mark on the map: of bikes, or of docks where one looks for those. */
function mark([number, bikes, , docks, flags]) {
  const isRun = Boolean(flags & INSTALLED) && Boolean(flags & (RENTING | RETURNING));
  for (const node of document.querySelectorAll(`.list-map a[data-for="bike-${number}"]`)) {
    const value = isRun ? node.classList.contains("of-docks") ? docks : bikes : null;
    node.querySelector(".list-mark-count").textContent = count(value);
    node.classList.toggle("is-none", value === 0);
    node.classList.toggle("is-unsure", value === null);
  }
}

let [timer, heardAt, isOpen] = [0, Number(made), false];

/** The list as the server has it now. */
async function reread() {
  if (!told) { setLost(false); return; }
  const response = await fetch(told.dataset.address, { redirect: "manual", headers: { "Cache-Control": "no-store" } })
    .catch(() => null);
  if (!response?.ok) return;
  const fresh = parsePage(await response.text()).getElementById("bikes-told");
  if (fresh) redraw(told, fresh);
  for (const card of told.querySelectorAll("[data-station]")) card.dataset.drawn = performance.now();
  heardAt = Date.now();
  setLost(false);
  tick();
}

function take({ s, o, again }) {
  heardAt = Date.now();
  for (const station of s) {
    for (const card of cards(station[0])) show(card, station);
    mark(station);
  }
  for (const [reported, numbers] of o) {
    for (const number of numbers) for (const card of cards(number)) report(card, reported);
  }
  tick();
  // Not everybody at once.
  if (again) {
    clearTimeout(timer);
    timer = setTimeout(reread, Math.random() * 3000);
  }
}

/** Of a page that was kept the frame says it, as on every page. */
function setLost(isLost) {
  if (offline) offline.hidden = !isLost || keptLine() !== "";
}

subscribe({
  state: (state) => {
    showState(state);
    isOpen = state === "open";
    setLost(!navigator.onLine || (!isOpen && kept > 0));
  },
  bikes: take,
});
addEventListener("offline", () => setLost(true));
addEventListener("online", reread);
offline?.querySelector("button").addEventListener("click", reread);
if (!navigator.onLine) setLost(true);
ifKept(() => {
  setLost(true);
  showState("kept");
});
for (const card of document.querySelectorAll("[data-station]")) showAge(card);
// The list and the stations that were opened are there in a dead zone.
if (offline) registerOffline("/offline-worker.js");
// Paper says of when its numbers are.
addEventListener("beforeprint", () => {
  const stamp = document.querySelector(".bikes-made span");
  if (!stamp || !zone) return;
  stamp.textContent = wordsFor({ dateStyle: "medium", timeStyle: "short" }, isOpen ? Date.now() : heardAt);
});
setInterval(() => { for (const card of document.querySelectorAll("[data-station]")) showAge(card); }, 15e3);
setInterval(() => { if (!document.hidden) reread(); }, AGAIN);

// MARK: looking otherwise

let asked = null;

/** Sends a form as soon as it is changed, and draws its answer: what was chosen keeps the keyboard. */
async function send(form, part) {
  if (!form.reportValidity()) return;
  const [isPost, fields] = [form.method === "post", new URLSearchParams(new FormData(form))];
  const address = isPost ? form.action : `${form.action.split("#")[0]}?${fields}`;
  asked?.abort();
  asked = new AbortController();
  const options = { signal: asked.signal, ...isPost ? { method: "POST", body: fields } : {} };
  const response = await fetch(address, options).catch(({ name }) => name);
  if (response === "AbortError") return;
  if (typeof response === "string") { setLost(true); return; }
  const answer = parsePage(await response.text());
  const fresh = answer.getElementById(part.id);
  if (!response.ok || !fresh) { form.submit(); return; }
  Object.assign(part.dataset, fresh.dataset);
  redraw(part, fresh);
  document.querySelector(".bike-asked").textContent = answer.querySelector(".bike-asked").textContent;
  history.replaceState(null, "", response.url);
  tick();
}

for (const [name, id] of [["bike-look", "bikes-told"], ["bike-group", "bike-answer"]]) {
  const form = document.querySelector(`form.${name}`);
  form?.addEventListener("change", () => { send(form, document.getElementById(id)); });
}

// Chips belong to the form, and stand outside of it.
for (const chip of document.querySelectorAll(".bike-wishes input")) {
  chip.addEventListener("change", () => { send(chip.form, told); });
}

// MARK: one's own position

// One in the form, and one beside what a phone has folded.
const heres = [...document.querySelectorAll(".bikes-here")];
const wrong = document.getElementById("bikes-here-error");

const setAsking = (isAsking) => { for (const button of heres) button.disabled = isAsking; };

async function lookFromHere() {
  wrong.hidden = true;
  setAsking(true);
  try {
    const { latitude, longitude } = await findHere();
    const asked = new URL(location.href);
    asked.searchParams.set("from", "here");
    asked.searchParams.set("lat", latitude.toFixed(5));
    asked.searchParams.set("lon", longitude.toFixed(5));
    location.assign(asked);
  } catch (error) {
    [wrong.textContent, wrong.hidden] = [error.message, false];
    setAsking(false);
  }
}

for (const button of heres) button.addEventListener("click", lookFromHere);

document.documentElement.classList.add("js");
