// A list of places with scripts: it follows every change of its filter, searches while one types, starts from where
// this device is when one asks it to, and remembers. Without them the same form leads to the same address.
import { fold } from "./fold.js";
import { findHere } from "./here.js";
import { parsePage, subscribe } from "./live.js";
import { walk } from "./walk.js";
import "./list-map.js";
import "./pin-map.js";
import { says } from "./texts.js";

const form = document.getElementById("place-filter");
const [LEAST, MOST] = [250, 20_000];
const [PAUSE, KEEP_PAUSE] = [250, 1200];
// What a new list brings along; the form stays as it is, so that nothing jumps under the fingers.
const PARTS = ["places-found", "places-from", "place-tabs"];

document.getElementById("print-now")?.addEventListener("click", () => print());

// A photo that does not arrive leaves a word and no broken picture.
function failed(image) {
  const word = document.createElement("small");
  word.textContent = says`Photo not loaded`;
  image.replaceWith(word);
}
document.addEventListener("error", ({ target }) => {
  if (target.matches?.(".place-photo img")) failed(target);
}, true);
for (const image of document.querySelectorAll(".place-photo img")) {
  if (image.complete && !image.naturalWidth) failed(image);
}

if (form) {
  const { elements } = form;
  const number = elements["place-radius"];
  const slider = document.getElementById("radius-slider");
  const told = document.getElementById("position-told");
  let [timer, keeper, newsTimer, asked] = [0, 0, 0, null];

  // MARK: what the form says

  /** Kinds that are all of a group go by its name, and what does not count is left out. */
  function query() {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      const isOfPoint = name === "lat" || name === "lon";
      const isOfTime = name === "day" || name === "time";
      if (!value || name === "kind") continue;
      if (isOfPoint && !["point", "here"].includes(elements.from.value)) continue;
      if (isOfTime && elements.open.value !== "at") continue;
      fields.append(name, value);
    }
    const groups = [...form.querySelectorAll("fieldset[data-group]")];
    const all = groups.flatMap((group) => [...group.querySelectorAll("input")]);
    if (all.every((box) => box.checked) || !all.some((box) => box.checked)) fields.append("kind", "all");
    else {
      for (const group of groups) {
        const boxes = [...group.querySelectorAll("input")];
        if (boxes.every((box) => box.checked)) fields.append("kind", group.dataset.group);
        else for (const box of boxes) if (box.checked) fields.append("kind", box.value);
      }
    }
    return fields;
  }

  async function ask({ isKept = true } = {}) {
    const address = `${form.action}?${query()}`;
    asked?.abort();
    asked = new AbortController();
    document.getElementById("places-found").setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { signal: asked.signal, redirect: "manual" });
      if (!response.ok) {
        if (isKept) form.submit();
        else document.getElementById("places-found").removeAttribute("aria-busy");
        return;
      }
      const fresh = parsePage(await response.text());
      for (const id of PARTS) {
        const part = fresh.getElementById(id);
        if (part) document.getElementById(id).replaceWith(document.importNode(part, true));
      }
      document.getElementById("call-list").href = fresh.getElementById("call-list").href;
      history.replaceState(null, "", address);
      if (!isKept) return;
      clearTimeout(keeper);
      keeper = setTimeout(keep, KEEP_PAUSE);
    } catch (error) {
      if (error.name !== "AbortError") sayNoLine();
    }
  }

  function sayNoLine() {
    const found = document.getElementById("places-found");
    found.removeAttribute("aria-busy");
    if (document.getElementById("no-line")) return;
    const line = document.createElement("p");
    line.id = "no-line";
    line.className = "problem";
    line.setAttribute("role", "alert");
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = says`Try again`;
    again.addEventListener("click", ask);
    line.append(`${says`No connection: this list is the last one.`} `, again);
    (found.querySelector(".list-side") ?? found).prepend(line);
  }

  /** Quietly: whoever looks again tomorrow finds the same filter. */
  function keep() {
    const headers = { Accept: "application/json" };
    const sent = fetch(form.dataset.keep, { method: "POST", headers, body: query() });
    sent.catch(() => { /* the next change tries again */ });
  }

  const later = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  };

  // MARK: fields

  const toSlider = (metres) => 100 * Math.log(metres / LEAST) / Math.log(MOST / LEAST);
  const step = (metres) => metres < 1000 ? 50 : metres < 5000 ? 100 : 500;
  const toMetres = (share) => {
    const metres = LEAST * (MOST / LEAST) ** (share / 100);
    return Math.round(metres / step(metres)) * step(metres);
  };
  const words = (metres) => metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`;
  function showRadius() {
    const metres = Math.min(MOST, Math.max(LEAST, Number(number.value) || 1000));
    slider.value = toSlider(metres);
    slider.setAttribute("aria-valuetext", words(metres));
  }
  slider.addEventListener("input", () => {
    number.value = toMetres(Number(slider.value));
    slider.setAttribute("aria-valuetext", words(Number(number.value)));
    later(PAUSE);
  });
  number.addEventListener("input", () => { showRadius(); if (number.checkValidity()) later(PAUSE); });

  const search = elements["place-search"];
  let typed = fold(search.value);
  search.addEventListener("input", () => {
    if (fold(search.value) === typed) return;
    typed = fold(search.value);
    later(PAUSE);
  });
  form.addEventListener("change", (event) => {
    if ([search, number, slider].includes(event.target) || event.target.closest("#place-point")) return;
    if (event.target === elements.from && elements.from.value === "point") {
      document.getElementById("place-point").open = true;
      if (!elements.lat.value || !elements.lon.value) return;
    }
    later(0);
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.formMethod === "post") return;
    event.preventDefault();
    later(0);
  });

  // MARK: from where

  function startAt(value, label) {
    let option = [...elements.from.options].find((one) => one.value === value);
    if (!option) {
      option = new Option(label, value);
      elements.from.prepend(option);
    }
    elements.from.value = value;
    later(0);
  }

  document.getElementById("use-point").addEventListener("click", () => {
    if (elements.lat.value && elements.lon.value) startAt("point", "");
  });

  document.getElementById("use-position").addEventListener("click", async () => {
    told.textContent = says`Looking for the position…`;
    try {
      const { latitude, longitude } = await findHere();
      told.textContent = "";
      [elements.lat.value, elements.lon.value] = [latitude.toFixed(6), longitude.toFixed(6)];
      startAt("here", says`This device’s position`);
    } catch (error) { told.textContent = error.message; }
  });

  const extra = document.getElementById("place-extra");
  document.addEventListener("click", ({ target }) => {
    if (extra.open && innerWidth > 1152 && !extra.contains(target)) extra.open = false;
  });
  extra.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !extra.open) return;
    extra.open = false;
    extra.querySelector("summary").focus();
  });

  // What others report and write; not everybody asks at once.
  const news = () => {
    clearTimeout(newsTimer);
    newsTimer = setTimeout(() => ask({ isKept: false }), PAUSE + Math.random() * 2000);
  };
  subscribe({ places: news, reread: news });

  walk({
    list: ".place-cards", rows: () => [...document.querySelectorAll(".place-card")],
    stop: (row) => row.querySelector(".place-name"), search, clear: () => search.blur(),
  });
  showRadius();
}
