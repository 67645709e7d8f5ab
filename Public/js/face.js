// The photo of a marker, over its initials: a list's row says where it is. One that does not come, as in a dead zone,
// leaves the initials in sight, and is asked for once more when there is a line again.
import { element, make } from "./dom.js";

const missing = new Set();
addEventListener("online", () => {
  for (const image of missing) image.setAttribute("href", image.getAttribute("href"));
});

export function face(row) {
  const address = row?.dataset.photo;
  if (!address) return [];
  const image = make("image", { href: address, x: -14, y: -14, width: 28, height: 28 });
  image.addEventListener("error", () => {
    missing.add(image);
    image.setAttribute("visibility", "hidden");
  });
  image.addEventListener("load", () => {
    missing.delete(image);
    image.removeAttribute("visibility");
  });
  return [image];
}

/** What stands for the photo of somebody in a list or on a card. */
export const initials = (text) => element("span", text, { class: "face", "aria-hidden": "true" });

// A failure does not bubble: it is caught on its way down.
addEventListener("error", ({ target }) => {
  const row = target.matches?.("face-photo > img") && target.closest("[data-initials]");
  if (row) target.parentNode.replaceWith(initials(row.dataset.initials));
}, true);
