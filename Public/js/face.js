// The photo of a marker, over its initials: a list's row says where it is.
import { make } from "./dom.js";

export function face(row) {
  const address = row?.dataset.photo;
  if (!address) return [];
  return [make("image", { href: address, x: -14, y: -14, width: 28, height: 28 })];
}
