// Lists by keyboard, with the same keys everywhere: / searches, j, k and the arrows walk, x ticks, o and Enter open,
// ? shows the keys.
import { element } from "./dom.js";

const KEYS = [
  [["j", "k"], "Next, previous"], [["o", "Enter"], "Open it"], [["x"], "Tick it, in lists with boxes"],
  [["/"], "Search this list"], [["Ctrl K", "⌘ K"], "Search everything"], [["?"], "These keys"],
];

/** Shows what the keys do; made when it is first asked for. */
function showKeys() {
  let dialog = document.getElementById("keys");
  if (!dialog) {
    dialog = element("dialog", undefined, { id: "keys", "aria-labelledby": "keys-title" });
    const lines = element("dl", undefined, { class: "facts" });
    for (const [keys, what] of KEYS) {
      const term = element("dt");
      term.append(...keys.map((key) => element("kbd", key)));
      lines.append(term, element("dd", what));
    }
    const close = element("form", undefined, { method: "dialog", class: "buttons" });
    close.append(element("button", "Close", { class: "primary" }));
    dialog.append(element("h2", "Keys", { id: "keys-title" }), lines, close);
    document.body.append(dialog);
  }
  dialog.showModal();
}

const isTyping = (node) => /^(TEXTAREA|SELECT)$/.test(node.tagName)
  || node.matches?.("input:not([type=checkbox])") || Boolean(node.closest?.("dialog[open]"));

/**
 * `list` is a selector of what holds the rows, `rows()` gives those that are shown, in order. `stop(row)` is what the
 * keyboard goes to, `link(row)` what is opened. `clear()` is called when Escape leaves the search field; `other(key)`
 * may know more keys, and says whether it did.
 */
export function walk({ list, rows, stop, link = stop, search, clear, other }) {
  const here = () => rows().findIndex((row) => row.contains(document.activeElement));

  function go(by) {
    const [all, now] = [rows(), here()];
    const next = all[now < 0 ? 0 : Math.max(0, Math.min(all.length - 1, now + by))];
    if (next) stop(next).focus();
    return Boolean(next);
  }

  function press(key) {
    const row = rows()[here()];
    const box = row?.querySelector("input[type=checkbox]");
    if (key === "j" || key === "ArrowDown") return go(1);
    if (key === "k" || key === "ArrowUp") return go(-1);
    if (key === "/" && search) { search.focus(); search.select(); return true; }
    if (key === "x" && box) { box.click(); return true; }
    if ((key === "o" || key === "Enter") && row) { location.assign(link(row).href); return true; }
    if (key === "?") { showKeys(); return true; }
    return other?.(key) ?? false;
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target, key } = event;
    if (search && target === search) {
      if (key === "Escape") { clear(); search.blur(); }
      if (key === "ArrowDown" && go(1)) event.preventDefault();
      return;
    }
    if (isTyping(target)) return;
    // The page itself scrolls by arrows, until somebody is in the list; what has the focus takes Enter itself.
    if (key.startsWith("Arrow") && !target.closest?.(list)) return;
    if (key === "Enter" && !target.matches?.(`${list} input`)) return;
    if (press(key)) event.preventDefault();
  });
}
