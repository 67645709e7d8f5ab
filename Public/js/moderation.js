// The queue by keyboard, and live: what colleagues claim or settle shows without a reload.
import { isOff } from "./keys.js";
import { parsePage, showState, subscribe } from "./live.js";
import { says } from "./texts.js";

const queue = () => document.getElementById("queue");
const cases = () => [...document.querySelectorAll("#queue .case")];
let current = null;

function select(step) {
  const rows = cases();
  if (!rows.length) return;
  const index = rows.findIndex((row) => row.dataset.id === current);
  const row = rows[Math.min(rows.length - 1, Math.max(0, index + step))];
  current = row.dataset.id;
  mark();
  row.scrollIntoView({ block: "nearest" });
  row.querySelector(".open").focus({ preventScroll: true });
}
const mark = () => cases().forEach((row) => row.classList.toggle("current", row.dataset.id === current));
const selected = () => cases().find((row) => row.dataset.id === current);

let timer = 0;
function refresh() {
  if (!queue()) return;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    // What was just done is said once.
    const address = new URL(location.href);
    address.searchParams.delete("decided");
    const response = await fetch(address, { headers: { "Cache-Control": "no-store" } }).catch(() => null);
    if (!response?.ok) return;
    const chosen =
      new Set([...document.querySelectorAll("#queue input[name=case]:checked")].map((box) => box.value.split(" ")[0]));
    const typing = document.activeElement?.closest?.("#bulk fieldset");
    if (typing) return;
    const focus = document.activeElement?.closest?.(".case")?.dataset.id;
    queue().replaceWith(document.importNode(parsePage(await response.text()).getElementById("queue"), true));
    document.querySelectorAll("#queue input[name=case]").forEach((box) => {
      box.checked = chosen.has(box.value.split(" ")[0]);
    });
    mark();
    tally();
    if (focus) cases().find((row) => row.dataset.id === focus)?.querySelector(".open").focus({ preventScroll: true });
  }, 200);
}

function tally() {
  const said = document.getElementById("selected");
  if (said) said.textContent = says`${document.querySelectorAll("#queue input[name=case]:checked").length} selected`;
}
document.addEventListener("change", tally);

const showsAllTrips = () => Boolean(document.querySelector("#moderation[data-all]"));
subscribe({
  state: showState,
  case: ({ elsewhere }) => { if (!elsewhere || showsAllTrips()) refresh(); },
  reread: refresh,
});

const ACTIONS = new Set(["d", "r", "w", "m", "b"]);
const help = document.getElementById("keys");
document.getElementById("help")?.addEventListener("click", () => help.showModal());

function onQueue(key) {
  if (key === "j" || key === "k") select(key === "j" ? 1 : -1);
  else if (key === "?") help.showModal();
  else if (key === "u") document.querySelector("#last button, .toast form button")?.click();
  else if (!selected()) return false;
  else if (key === "c") selected().querySelector(".claim")?.click();
  else if (key === "o") selected().querySelector(".open").click();
  else if (key === "x") {
    const box = selected().querySelector("input[name=case]");
    box?.click();
  }
  else if (ACTIONS.has(key)) location.href = `${selected().querySelector(".open").href}#${key}`;
  else return false;
  return true;
}

/** Whoever has chosen to remove and then something heavier wants both. */
function choose(box) {
  const also = document.querySelector("#act [name=also]");
  const chosen = document.querySelector("#act [name=decision]:checked")?.value;
  const isHeavier = (value) => ["warn", "mute", "ban"].includes(value);
  if (also && box.value === "remove" && isHeavier(chosen)) { also.checked = true; return; }
  if (also && chosen === "remove" && isHeavier(box.value)) also.checked = true;
  box.checked = true;
}

/** As little as needed is scrolled, down to the buttons. */
function goTo(node) {
  node.focus({ preventScroll: true });
  document.querySelector("#act .buttons").scrollIntoView({ block: "nearest" });
}

/**
 * A key chooses a decision and goes on to its reason; Enter there previews, and Enter again applies. The words stay
 * where they are: the panel beside them scrolls by itself.
 */
function onCase(key) {
  const box = document.querySelector(`#act [data-key="${key}"]`);
  if (box) {
    // While a call for help is open the decision is folded.
    box.closest("details.decide-later")?.setAttribute("open", "");
    choose(box);
    const reason = document.getElementById("reason");
    goTo(reason);
    reason.select();
    return true;
  }
  if (key === "c") { document.getElementById("claim")?.click(); return true; }
  if (key === "q") { document.querySelector("#case .crumb a:last-child").click(); return true; }
  return false;
}

document.getElementById("act")?.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-reason]")) return;
  const reason = document.getElementById("reason");
  reason.value = target.textContent;
  reason.focus();
});

document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey || event.metaKey || event.altKey || isOff(event)
      || event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open]")
  ) return;
  if (queue() ? onQueue(event.key) : onCase(event.key)) event.preventDefault();
});
if (!queue() && location.hash.length === 2) onCase(location.hash.slice(1));
const apply = document.querySelector("#act button[value=apply]");
if (apply) goTo(apply);
