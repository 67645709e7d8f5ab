// The photo of a marker, over its initials: a list's row says where it is.
export function face(row) {
  const address = row?.dataset.photo;
  if (!address) return [];
  const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
  for (const [name, value] of Object.entries({ href: address, x: -14, y: -14, width: 28, height: 28 })) image.setAttribute(name, value);
  return [image];
}
