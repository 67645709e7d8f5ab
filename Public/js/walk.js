// Lists by keyboard, with the same keys everywhere: / searches, j, k and the arrows walk, x ticks, o and Enter open,
// ? shows the keys.
import { isOff, isTyping, showKeys } from "./keys.js";

/**
 * `list` is a selector of what holds the rows, `rows()` gives those that are shown, in order. `stop(row)` is what the
 * keyboard goes to, `link(row)` what is opened. `clear()` is called when Escape leaves the search field; `other(key)`
 * may know more keys, and says whether it did; "?" shows `keys`, or those of every list and `more`.
 */
export function walk({ list, rows, stop, link = stop, search, clear, other, keys, more = [] }) {
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
    if ((key === "o" || key === "Enter") && row && link(row).href) { location.assign(link(row).href); return true; }
    if (key === "?") { showKeys(keys, more); return true; }
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
    if (isTyping(target) || isOff(event)) return;
    // The page itself scrolls by arrows, until somebody is in the list; what has the focus takes Enter itself.
    if (key.startsWith("Arrow") && !target.closest?.(list)) return;
    if (key === "Enter" && !target.matches?.(`${list} input`)) return;
    if (press(key)) event.preventDefault();
  });
}
