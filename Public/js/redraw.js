// Draws a part of a page anew. The keyboard focus stays where it was: on the same link or button of the same call.
const ownerOf = (node, part) => node.closest("[data-from], [id]") ?? part;
const nameOf = ({ id, dataset, className }) => id || `${dataset.from ?? ""} ${className}`;
const wordsOf = (node) =>
  (node.matches("[data-alarm]") ? "sound" : node.getAttribute("aria-label") ?? node.textContent.trim());

/** The same one in what is drawn anew, or nothing. */
function same(old, part) {
  const owners = [part, ...part.querySelectorAll("[data-from], [id]")];
  const owner = owners.find((node) => nameOf(node) === old.owner);
  return owner
    && [owner, ...owner.querySelectorAll("a, button, input, summary")].find((node) => wordsOf(node) === old.words);
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
  part.replaceChildren(...document.importNode(fresh, true).childNodes);
  then?.();
  if (old) (same(old, part) ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
