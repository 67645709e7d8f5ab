// Rows that are ticked: how many, a range with shift, all that are shown. Escape and the bar's cross clear them.
import { isTyping } from "./keys.js";
import { says } from "./texts.js";

/**
 * `list` holds the rows, `rows()` gives those that are shown, in order; `all` is a box that ticks them. Returns what
 * counts anew after rows were hidden: nobody out of sight stays ticked.
 */
export function ticks({ list, rows, all }) {
  const said = document.getElementById("ticked");
  if (!said) return () => {};
  const boxes = () => rows().map((row) => row.querySelector("input[name=member]")).filter(Boolean);
  const ticked = () => [...list.querySelectorAll("input[name=member]:checked")];
  let last = null;

  function tally() {
    for (const box of ticked()) if (box.closest("[hidden]")) box.checked = false;
    const number = ticked().length;
    said.textContent = says`${number} selected`;
    if (!all) return;
    all.checked = number > 0 && boxes().every(({ checked }) => checked);
    all.indeterminate = number > 0 && !all.checked;
  }

  function set(some, value) {
    for (const box of some) box.checked = value;
    tally();
  }

  list.addEventListener("click", ({ target, shiftKey }) => {
    const box = target.closest("input[name=member]");
    if (!box) return;
    const shown = boxes();
    if (shiftKey && shown.includes(last)) {
      const [from, to] = [shown.indexOf(last), shown.indexOf(box)].sort((a, b) => a - b);
      set(shown.slice(from, to + 1), box.checked);
    }
    last = box;
    tally();
  });
  all?.addEventListener("change", () => set(boxes(), all.checked));
  // What the server had ticked is cleared too.
  said.closest("form").addEventListener("reset", (event) => { event.preventDefault(); set(ticked(), false); });
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key !== "Escape" || event.defaultPrevented || isTyping(target) || !ticked().length) return;
    // First what is open over the list closes.
    if (target.closest?.("details") || document.querySelector(":popover-open")) return;
    event.preventDefault();
    set(ticked(), false);
  });
  tally();
  return tally;
}
