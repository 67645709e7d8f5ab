// Draws a part of a page anew. The keyboard focus stays where it was: on the same link or button of the same call.
const ownerOf = (node, part) => node.closest("[data-from], [id]") ?? part;
const nameOf = ({ id, dataset, className }) => id || `${dataset.from ?? ""} ${className}`;
// The button for the sound is the same whatever it says, and so is a fold with an id whatever its summary counts.
const wordsOf = (node) => (node.matches("[data-alarm], [id] > summary") ? "sound"
  : node.getAttribute("aria-label") ?? node.textContent.trim());

/** The same one in what is drawn anew, or nothing. */
function same(old, part) {
  const owners = [part, ...part.querySelectorAll("[data-from], [id]")];
  const owner = owners.find((node) => nameOf(node) === old.owner);
  return owner
    && [owner, ...owner.querySelectorAll("a, button, input, summary")].find((node) => wordsOf(node) === old.words);
}

const foldOf = (details) => details.id || (details.querySelector("form")?.getAttribute("action")
  ?? details.querySelector("summary").textContent);

/** What somebody has folded stays folded, and what they have unfolded open, a form as it is filled in, if it is still
 *  there in what is drawn anew. */
function keepOpen(part, next) {
  for (const { id } of part.querySelectorAll("details[id]:not([open])")) {
    const again = next.querySelector(`#${id}`);
    if (again) again.open = false;
  }
  for (const open of part.querySelectorAll("details[open]")) {
    const again = [...next.querySelectorAll("details")].find((other) => foldOf(other) === foldOf(open));
    if (open.querySelector("textarea, select, input:not([type=hidden])")) again?.replaceWith(open);
    else if (again) again.open = true;
  }
}

/**
 * Puts the content of `fresh` into the part. If the focused link or button is gone, the page's content gets the focus.
 * `then` runs before the focus is given back, because hidden nodes cannot take it.
 */
export function redraw(part, fresh, then) {
  const held = document.activeElement;
  const old = part !== held && part.contains(held)
    ? { owner: nameOf(ownerOf(held, part)), words: wordsOf(held) }
    : null;
  const next = document.importNode(fresh, true);
  keepOpen(part, next);
  part.replaceChildren(...next.childNodes);
  then?.();
  if (!old) return;
  const found = part.contains(held) ? held : same(old, part) ?? document.getElementById("main");
  found?.focus({ preventScroll: true });
}
