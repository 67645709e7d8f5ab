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

/** A node of a page. */
export const element = (name, text, attributes = {}) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

export const set = (node, name, value) => {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
};
export const write = (node, text) => { if (node.textContent !== text) node.textContent = text; };

/**
 * Hides a node instead of removing it from the document: a node that is added again is styled and measured anew, and
 * hundreds come and go at one turn of the wheel.
 */
export function setVisible(node, parent, isWanted) {
  if (!node.isConnected) {
    if (!isWanted) return;
    parent.append(node);
  }
  if (node.hasAttribute("visibility") !== isWanted) return;
  if (isWanted) node.removeAttribute("visibility"); else node.setAttribute("visibility", "hidden");
}

export const isVisible = (node) => node.isConnected && !node.hasAttribute("visibility");
