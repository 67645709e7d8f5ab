// Who somebody is, over the page: person-card.js says of whom.
import { parsePage } from "./live.js";
import { tick } from "./clock.js";
import { says } from "./texts.js";

const GAP = 8;
const box = document.createElement("div");
box.id = "person-popover";
box.className = "person-popover";
box.setAttribute("popover", "auto");
box.setAttribute("role", "dialog");
// The newest name that was asked for.
let asked = null;

function place(link) {
  const at = link.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  // In a table it stands beside the name: those above and below stay in sight.
  const isBeside = link.matches("th a");
  const x = Math.max(GAP, Math.min(isBeside ? at.right + GAP : at.left, innerWidth - width - GAP));
  const isBelow = at.bottom + GAP + height <= innerHeight;
  const under = isBelow ? at.bottom + GAP : at.top - GAP - height;
  const y = Math.max(GAP, isBeside ? Math.min(at.top - GAP, innerHeight - height - GAP) : under);
  box.style.setProperty("--x", `${x}px`);
  box.style.setProperty("--y", `${y}px`);
}

/** Shows the card of the person whose page the link leads to. */
export async function open(link) {
  asked = link;
  const { pathname } = new URL(link.href);
  const response = await fetch(`${pathname}/card`, { redirect: "manual" }).catch(() => null);
  if (asked !== link) return;
  const card = response?.ok && parsePage(await response.text()).querySelector(".person-card");
  if (!card) { location.assign(link.href); return; }
  const close = document.createElement("button");
  Object.assign(close, { type: "button", className: "card-close", textContent: "×" });
  close.setAttribute("aria-label", says`Close`);
  close.addEventListener("click", () => box.hidePopover());
  card.querySelector("h2 a").autofocus = true;
  box.replaceChildren(document.importNode(card, true), close);
  box.setAttribute("aria-label", card.getAttribute("aria-label"));
  if (!box.isConnected) document.body.append(box);
  tick(box);
  if (!box.matches(":popover-open")) {
    // Closing gives the focus back to the name.
    if (!link.matches("[tabindex='-1']")) link.focus({ preventScroll: true });
    box.showPopover();
  }
  place(link);
}

// What it belongs to moves away from under it.
addEventListener("scroll", ({ target }) => {
  if (box.matches(":popover-open") && !box.contains(target)) box.hidePopover();
}, { capture: true, passive: true });
