// Search from anywhere: Ctrl-K or ⌘-K opens a dialog with the search page's results, while somebody types. The dialog
// and its looks are asked for when it is about to open. Without this script the same field leads to the page.
import { isOff, isTyping, showKeys } from "./keys.js";
import { script } from "./later.js";
import { sheet } from "./sheet.js";

const box = document.querySelector("form.search-box");

let [coming, search, typed, from] = [null, null, null, null];
function prepare() {
  coming ??= Promise.all([script("search-dialog"), sheet("search")]).catch(() => { coming = null; });
  return coming;
}

/** Without a line there is no dialog: what was typed stays in the field, and Enter leads to the page. */
async function show(text = "", isSent = false) {
  if (typed !== null) { typed += text; return; }
  // What is typed meanwhile is kept.
  [typed, from] = [text, document.activeElement];
  const [dialog] = await prepare() ?? [];
  [text, typed] = [typed, null];
  if (!dialog) {
    const field = box.querySelector("input");
    field.value = text;
    field.focus();
    if (isSent) box.submit();
    return;
  }
  search ??= dialog.make(box, () => showKeys());
  if (search.dialog.open) { search.field.select(); return; }
  search.field.value = text;
  search.dialog.showModal();
  search.field.focus();
  search.ask();
}

if (box) {
  // What a page has no use for itself: its own keys are heard first.
  const isOurs = (event) => !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
    && !isTyping(event.target) && !isOff(event);
  // What is typed before the dialog is there has no field yet, and is none of the page's keys.
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (typed === null || event.ctrlKey || event.metaKey || event.altKey || isTyping(target) && target !== from) return;
    if (key.length === 1) typed += key; else if (key === "Backspace") typed = typed.slice(0, -1); else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  // "g" and then a letter lead to a section. The letter is heard before the page's own keys, for a moment.
  let after = -Infinity;
  addEventListener("keydown", (event) => {
    const isNext = event.timeStamp - after < 1500;
    if (isNext && event.key === "Shift") return;
    after = -Infinity;
    if (!isNext || !isOurs(event) || event.key.length > 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    script("keys-dialog").then(({ go }) => go(event.key.toLowerCase()), () => {});
  }, true);
  addEventListener("DOMContentLoaded", () => addEventListener("keydown", (event) => {
    if (!isOurs(event) || !["/", "?", "g"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "g") after = event.timeStamp; else if (event.key === "/") show(); else showKeys();
  }));
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    show();
  });
  const [field, hint] = [box.querySelector("input"), box.querySelector("kbd")];
  if (hint && /Mac/.test(navigator.platform)) hint.textContent = "⌘ K";
  for (const sign of ["focusin", "pointerover"]) box.addEventListener(sign, prepare, { once: true });
  const take = (isSent) => {
    const text = field.value;
    field.value = "";
    show(text, isSent);
  };
  // Enter clicks the button, too.
  box.addEventListener("click", (event) => { event.preventDefault(); take(event.target.closest("button") !== null); });
  field.addEventListener("input", () => take(false));
}
