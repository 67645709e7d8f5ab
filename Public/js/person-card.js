// A name opens who it is, over the page: a panel beside it, a sheet on a phone. With a modifier key, without a line or
// without scripts it is a link to their page. In a list whose names lead to pages, a face or Space opens the card.
import { script } from "./later.js";
import { sheet } from "./sheet.js";

let coming = null;
/** The panel and its looks, which stand in the search dialog's sheet. */
function prepare() {
  coming ??= Promise.all([script("person-popover"), sheet("search")]).catch(() => { coming = null; });
  return coming;
}

// The newest name that was asked for.
let asked = null;
async function open(link) {
  asked = link;
  const [popover] = await prepare() ?? [];
  if (asked !== link) return;
  if (popover) popover.open(link); else location.assign(link.href);
}

/** The name that a click means; nothing where it is a plain link. */
function named(target) {
  const link = target.closest?.("a[data-card]");
  if (link) return link.dataset.card === "space" ? null : link;
  return target.closest?.("th .face")?.parentElement.querySelector("a[data-card]");
}

if (HTMLElement.prototype.showPopover) {
  addEventListener("click", (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = named(event.target);
    if (!link) return;
    event.preventDefault();
    open(link);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.("a[data-card]")) return;
    event.preventDefault();
    open(event.target);
  });
  for (const sign of ["focusin", "pointerover"]) {
    addEventListener(sign, ({ target }) => { if (!coming && named(target)) prepare(); });
  }
}
