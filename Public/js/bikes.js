// Bike stations: numbers follow the stream, ages grow by themselves, and the reader's own position is asked on a press.
import { parsePage, showState, subscribe } from "./live.js";
import { tick } from "./clock.js";
import { redraw } from "./redraw.js";
import "./list-map.js";

// As the server judges them: Sources/Domain/Bikes/BikeStation.swift.
const OLD = 10 * 60e3;
const [INSTALLED, RENTING, RETURNING] = [1, 2, 4];
// Whoever has the page open still looks: the server asks the feed seldom when nobody has for ten minutes.
const AGAIN = 8 * 60e3;

const told = document.getElementById("bikes-told");
const offline = document.getElementById("bikes-offline");
const cards = (number) => document.querySelectorAll(`[data-station="${number}"]`);
const part = (card, name) => card.querySelector(`.${name}`);
const count = (value) => (value === null ? "–" : String(value));

function showAge(card) {
  const figures = part(card, "bike-figures");
  const reported = Number(figures.dataset.reported);
  if (!reported) return;
  // A browser's clock may be wrong by minutes: what the server called fresh is not old before its time.
  const node = part(card, "age");
  const shown = node ? Number(node.dataset.age) * 1000 + performance.now() - Number(card.dataset.drawn ?? 0) : 0;
  const isOld = shown > OLD && part(card, "bike-closed").hidden;
  card.classList.toggle("is-old", isOld);
  part(card, "bike-old").hidden = !isOld;
}

function report(card, reported) {
  const node = part(card, "age");
  if (!reported || !node) return;
  part(card, "bike-figures").dataset.reported = reported;
  Object.assign(node.dataset, { since: reported, age: 0 });
  card.dataset.drawn = performance.now();
  part(card, "bike-when").textContent = "";
  part(card, "bike-old").textContent = "Older than ten minutes.";
  showAge(card);
}

function show(card, [, bikes, electric, docks, flags, reported]) {
  const [rents, takes] = [Boolean(flags & RENTING), Boolean(flags & RETURNING)];
  const isOpen = Boolean(flags & INSTALLED) && (rents || takes);
  part(card, "bike-closed").hidden = isOpen;
  part(card, "bike-open").hidden = !isOpen;
  part(card, "bike-no-rent").hidden = rents;
  part(card, "bike-no-return").hidden = takes;
  part(card, "bike-count").textContent = count(bikes);
  const free = part(card, "bike-docks");
  if (docks !== null || free.textContent !== "∞") free.textContent = count(docks);
  const motors = part(card, "bike-motors");
  motors.hidden = electric === null;
  motors.querySelector("dd").textContent = electric ?? "";
  const bar = part(card, "bike-bar");
  bar.toggleAttribute("hidden", bikes === null || docks === null);
  const fill = bikes ? Math.min(100, Math.floor(bikes * 100 / (bikes + docks))) : 0;
  part(card, "bike-bar-bikes").setAttribute("width", fill);
  card.classList.toggle("bike-none", isOpen && bikes === 0);
  report(card, reported);
}

/** The number in a mark on the map: of bikes, or of docks where one looks for those. */
function mark([number, bikes, , docks, flags]) {
  const isOpen = Boolean(flags & INSTALLED) && Boolean(flags & (RENTING | RETURNING));
  for (const node of document.querySelectorAll(`.list-map a[data-for="bike-${number}"]`)) {
    const value = isOpen ? node.classList.contains("of-docks") ? docks : bikes : null;
    node.querySelector(".list-mark-count").textContent = count(value);
    node.classList.toggle("is-none", value === 0);
    node.classList.toggle("is-unsure", value === null);
  }
}

let timer = 0;

/** The list as the server has it now. */
async function reread() {
  if (!told) return;
  const response = await fetch(told.dataset.address, { redirect: "manual", headers: { "Cache-Control": "no-store" } })
    .catch(() => null);
  if (!response?.ok) return;
  const fresh = parsePage(await response.text()).getElementById("bikes-told");
  if (fresh) redraw(told, fresh);
  if (offline) offline.hidden = true;
  tick();
}

function take({ s, o, again }) {
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

function setLost(isLost) {
  if (offline) offline.hidden = !isLost;
}

subscribe({
  state: (state) => {
    showState(state);
    setLost(state !== "open" && !navigator.onLine);
  },
  bikes: take,
});
addEventListener("offline", () => setLost(true));
addEventListener("online", reread);
offline?.querySelector("button").addEventListener("click", reread);
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
  const fresh = parsePage(await response.text()).getElementById(part.id);
  if (!response.ok || !fresh) { form.submit(); return; }
  Object.assign(part.dataset, fresh.dataset);
  redraw(part, fresh);
  history.replaceState(null, "", response.url);
  tick();
}

for (const [name, id] of [["bike-look", "bikes-told"], ["bike-group", "bike-answer"]]) {
  const form = document.querySelector(`form.${name}`);
  form?.addEventListener("change", () => { send(form, document.getElementById(id)); });
}

// MARK: one's own position

const here = document.getElementById("bikes-here");
const wrong = document.getElementById("bikes-here-error");

function complain(text) {
  wrong.textContent = text;
  wrong.hidden = false;
  here.disabled = false;
}

here?.addEventListener("click", () => {
  wrong.hidden = true;
  if (!navigator.geolocation) { complain("This browser does not say where it is. Choose another place."); return; }
  here.disabled = true;
  navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude } }) => {
    const asked = new URL(location.href);
    asked.searchParams.set("from", "here");
    asked.searchParams.set("lat", latitude.toFixed(5));
    asked.searchParams.set("lon", longitude.toFixed(5));
    location.assign(asked);
  }, ({ code }) => {
    complain(code === 1
      ? "Your position was refused. Allow it in the browser, or choose another place."
      : "Your position could not be found. Try again, or choose another place.");
  }, { timeout: 10_000, maximumAge: 60_000 });
});

document.documentElement.classList.add("js");
