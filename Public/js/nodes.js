// Nodes of drawings and pages. One that is changed only where it differs spares the browser styling and measuring it
// anew.
const SVG = "http://www.w3.org/2000/svg";

/** A node of a drawing. */
export const make = (name, attributes = {}, text) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
};

export const set = (node, name, value) => {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
};
export const write = (node, text) => { if (node.textContent !== text) node.textContent = text; };
