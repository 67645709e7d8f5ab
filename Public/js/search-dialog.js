// The search page's results while somebody types, in the dialog that search.js opens and on the page itself. The server
// says everything.
import { element } from "./dom.js";
import { parsePage } from "./live.js";
import { says } from "./texts.js";

const PAUSE = 90;

/** Shows in `place` what is found for the field, and walks it by keyboard. */
function attach(form, field, place, status) {
  let [timer, asked, shown, opensFirst] = [0, null, null, false];
  const hits = () => [...place.querySelectorAll(".hit")];
  const open = () => hits()[0]?.click();

  async function ask() {
    const text = field.value.trim();
    asked?.abort();
    asked = new AbortController();
    try {
      const query = new URLSearchParams({ q: text, part: "yes" });
      const response = await fetch(`${form.action}?${query}`, { signal: asked.signal, redirect: "manual" });
      if (!response.ok) { form.submit(); return; }
      const fresh = parsePage(await response.text()).body;
      const said = fresh.querySelector("[data-status]")?.dataset.status ?? "";
      // Whoever has gone on to what was found before stays among the finds.
      const here = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : undefined;
      place.replaceChildren(...document.importNode(fresh, true).childNodes);
      if (here !== undefined) {
        (hits().find((hit) => hit.getAttribute("href") === here) ?? hits()[0] ?? field).focus();
      }
      shown = text;
      if (status.textContent !== said) status.textContent = said;
      if (opensFirst) open();
    } catch (error) {
      if (error.name !== "AbortError" && opensFirst) form.submit();
    }
  }

  field.addEventListener("input", () => {
    opensFirst = false;
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    if (!field.value.trim()) { event.preventDefault(); return; }
    if (form.id) return;
    // Enter opens the first, as soon as it is known.
    event.preventDefault();
    if (shown === field.value.trim()) { if (hits().length) open(); else form.submit(); } else opensFirst = true;
  });
  const step = (event, by) => {
    const [all, here] = [hits(), document.activeElement.closest?.("li")?.querySelector(".hit")];
    const next = all.indexOf(here) + by;
    event.preventDefault();
    if (next < 0) field.focus(); else all[Math.min(next, all.length - 1)]?.focus();
  };
  (form.closest("dialog") ?? document.getElementById("main")).addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") step(event, 1);
    else if (event.key === "ArrowUp" && document.activeElement !== field) step(event, -1);
    else if (event.key.length === 1 && document.activeElement.matches(".hit") && !event.ctrlKey && !event.metaKey) {
      field.focus();
    }
  });
  return { ask, field };
}

/** The dialog for the field of a page; `showKeys` says what the keys do. */
export function make(box, showKeys) {
  const source = box.querySelector("input");
  const label = source.getAttribute("aria-label");
  const dialog = element("dialog", undefined, { class: "search-dialog", "aria-label": label });
  const form = element("form", undefined, { action: box.action, method: "get", role: "search" });
  const field = element("input", undefined, {
    type: "search", name: "q", maxlength: 200, autocomplete: "off", "aria-label": label,
    placeholder: says`People, events, places, messages…`,
  });
  const status = element("p", undefined, { class: "visually-hidden", role: "status" });
  const place = element("div", undefined, { class: "found" });
  form.append(field);
  const keys = element("div", undefined, { class: "search-keys" });
  const all = element("button", says`All keys`, { type: "button", class: "small" });
  keys.append(element("span", says`↵ opens · ↑ ↓ choose · Esc closes`, { "aria-hidden": "true" }), all);
  all.addEventListener("click", () => { dialog.close(); showKeys(); });
  dialog.append(form, status, place, keys);
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  // The first Escape of a search field only empties it.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.preventDefault(); dialog.close(); }
  });
  return { dialog, ...attach(form, field, place, status) };
}

const page = document.getElementById("search-page");
if (page) attach(page, page.elements.q, document.getElementById("found"), document.getElementById("found-status"));
