// Single keys: when they are heard, and what shows them, on "?".
import { script } from "./later.js";

/** Whether what is pressed is written, or belongs to a dialog. */
export const isTyping = (node) => /^(TEXTAREA|SELECT)$/.test(node.tagName)
  || node.matches?.("input:not([type=checkbox])") || Boolean(node.closest?.("dialog[open]"));

/** Whether the key is a sign, and somebody has switched these off in this browser (WCAG 2.1.4): they speak to it. */
export const isOff = ({ key }) => {
  try { return key.length === 1 && localStorage.getItem("single-keys") === "off"; } catch { return false; }
};

/** Shows what the keys do: a page's own, or a list's and `more`. Without a line they are not shown. */
export const showKeys = (keys, more) => script("keys-dialog").then(({ show }) => show(keys, more), () => {});
