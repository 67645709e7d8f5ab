// Finding people, places, pistes and lifts by name.
import { element } from "../dom.js";
import { getJSON } from "../json.js";
import { says } from "../texts.js";

/** The search box: hits while typing, Enter goes to the marked one, the first, and arrows move between them. */
export function search({ go, select }) {
  const [form, list] = [document.getElementById("map-search"), document.getElementById("hits")];
  const field = form.elements.q;
  let [hits, asked, timer] = [[], 0, 0];
  const choose = (hit) => {
    if (!hit) return;
    list.hidden = true;
    field.value = hit.name;
    if (!hit.member) go(hit.lat, hit.lon, hit.zoom, hit.name, hit.kind);
    // Of another group than the one that is shown: on their own page.
    else if (!select(hit.member)) location.assign(hit.link);
  };
  const show = () => {
    list.replaceChildren(...hits.map((hit, index) => {
      const item = element("li");
      const button = element("button", undefined, { type: "button" });
      button.append(element("span", hit.name), element("small", hit.kind, { class: "muted" }));
      // What Enter chooses is seen before it is pressed.
      if (index === 0) button.append(element("kbd", "Enter", { "aria-hidden": "true" }));
      button.addEventListener("click", () => choose(hit));
      item.append(button);
      return item;
    }));
    if (!hits.length) list.append(element("li", says`Nothing found for “${field.value.trim()}”.`, { class: "muted" }));
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
  const stops = () => [field, ...list.querySelectorAll("button")];
  for (const part of [form, list]) {
    part.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !list.hidden) {
        list.hidden = true;
        field.focus();
        event.preventDefault();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const place = stops().indexOf(document.activeElement);
      if (!step || list.hidden || place < 0) return;
      stops()[place + step]?.focus();
      event.preventDefault();
    });
  }
}
