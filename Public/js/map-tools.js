// What people do with a map besides looking: search, ask what is at a place, choose layers, find themselves.
import { coordinateList } from "./copy.js";
import { make } from "./nodes.js";

const element = (name, text, attributes = {}) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

export async function getJSON(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}

/** The search box: hits while typing, Enter goes to the first, arrows move between them. */
export function search({ go, select }) {
  const [form, list] = [document.getElementById("map-search"), document.getElementById("hits")];
  const field = form.elements.q;
  let [hits, asked, timer] = [[], 0, 0];
  const choose = (hit) => {
    if (!hit) return;
    list.hidden = true;
    field.value = hit.name;
    if (!hit.member) go(hit.lat, hit.lon, hit.zoom, hit.name);
    // Of another group than the one that is shown: on their own page.
    else if (!select(hit.member)) location.assign(hit.link);
  };
  const show = () => {
    list.replaceChildren(...hits.map((hit) => {
      const item = element("li");
      const button = element("button", undefined, { type: "button" });
      button.append(element("span", hit.name), element("small", hit.kind, { class: "muted" }));
      button.addEventListener("click", () => choose(hit));
      item.append(button);
      return item;
    }));
    if (!hits.length) list.append(element("li", "Nothing on the map is called so.", { class: "muted" }));
    list.hidden = false;
  };
  const look = async () => {
    const number = asked += 1;
    const text = field.value.trim();
    if (text.length < 2) { list.hidden = true; hits = []; return; }
    const found = await getJSON(`${form.action}?q=${encodeURIComponent(text)}`);
    if (number !== asked || !found) return;
    hits = found.hits;
    show();
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(look, 150); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    await look();
    choose(hits[0]);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { list.hidden = true; field.focus(); }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [field, ...list.querySelectorAll("button")];
    const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) { next.focus(); event.preventDefault(); }
  });
  list.addEventListener("keydown", (event) => {
    const stops = [field, ...list.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    stops[stops.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  });
}

/**
 * What is at a place, as a panel: coordinates to copy, height, slope, and a piste or lift with its profile; by the name
 * of that, or of what else it is about.
 */
export function showPlace(panel, found, metres, about = { title: "This place" }) {
  const facts = element("dl", undefined, { class: "facts" });
  const fact = (label, value) => facts.append(element("dt", label), element("dd", value));
  const { title, link } = found.line ?? about;
  const heading = element("h2", link ? undefined : title);
  if (link) heading.append(element("a", title, { href: link }));
  const parts = [heading];
  for (const [label, value] of found.line?.facts ?? []) fact(label, value);
  if (found.metres !== null) fact("Ground", metres(found.metres));
  if (found.slope !== null) fact("Slope", `${Math.round(found.slope)}°`);
  parts.push(facts);
  if (found.line?.profile.length > 1) parts.push(profile(found.line.profile));
  parts.push(coordinateList(found));
  if (found.event) {
    const line = element("p", undefined, { class: "buttons" });
    line.append(element("a", "New event here", { class: "button", href: found.event }));
    parts.push(line);
  }
  panel.replaceChildren(...parts);
  panel.hidden = false;
}

function profile(samples) {
  const heights = samples.map(([, height]) => height);
  const [low, high, length] = [Math.min(...heights), Math.max(...heights), samples.at(-1)[0] || 1];
  const room = Math.max(high - low, 20);
  const line = samples.map(
    ([distance, height]) => `${(distance / length * 300).toFixed(1)} ${(75 - (height - low) / room * 65).toFixed(1)}`
  ).join("L");
  const picture = make(
    "svg",
    {
      viewBox: "0 0 300 80", class: "profile", role: "img",
      "aria-label": `Elevation profile, ${Math.round(low)} to ${Math.round(high)} metres`
    }
  );
  picture.append(
    make("path", { class: "profile-ground", d: `M${line}V80H0Z` }),
    make("path", { class: "profile-line", d: `M${line}` })
  );
  return picture;
}

const LAYERS = "#layers input[type=checkbox]";

/** Which layers are drawn, remembered in this browser; an address that names some is obeyed. */
export function layers(onChange) {
  const isAsked = new URLSearchParams(location.search).has("layer");
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("layers") || "{}"); } catch { /* private windows keep nothing */ }
  const apply = (input) => document.getElementById("map-page").classList.toggle(`no-${input.value}`, !input.checked);
  for (const input of document.querySelectorAll(LAYERS)) {
    if (!isAsked && input.value in kept) input.checked = kept[input.value];
    apply(input);
    input.addEventListener("change", () => {
      apply(input);
      onChange();
      kept[input.value] = input.checked;
      try { localStorage.setItem("layers", JSON.stringify(kept)); } catch { /* as above */ }
    });
  }
}

/** The address of the printed map: what is asked for, and the layers that are on. */
export function printQuery(values) {
  const query = new URLSearchParams(values);
  const names = [...document.querySelectorAll(LAYERS)].filter((input) => input.checked).map((input) => input.value);
  for (const name of names.length ? names : ["none"]) query.append("layer", name);
  return query;
}

/** To where somebody was, for those who may look back. */
export function wayLink(address) {
  if (!address) return [];
  const line = element("p", undefined, { class: "buttons" });
  line.append(element("a", "Replay the way", { class: "button", href: address }));
  return [line];
}

/** A button that goes to where this browser is. */
export function locateButton(go, say) {
  if (!navigator.geolocation) return;
  const button =
    element("button", "◎", { type: "button", class: "button", "aria-label": "Where I am", title: "Where I am" });
  button.addEventListener("click", () => navigator.geolocation.getCurrentPosition(
    ({ coords }) => go(coords.latitude, coords.longitude, 16, "Where this browser is"),
    () => say("This browser does not say where it is."), { timeout: 10_000 }));
  document.getElementById("moves").append(button);
}
