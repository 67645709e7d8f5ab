// What the keys of a page do, on "?".
import { element } from "./dom.js";
import { says } from "./texts.js";

const EVERYWHERE = [[["Ctrl K", "⌘ K"], says`Search everything`], [["?"], says`These keys`]];

/** Whether what is pressed is written, or belongs to a dialog. */
export const isTyping = (node) => /^(TEXTAREA|SELECT)$/.test(node.tagName)
  || node.matches?.("input:not([type=checkbox])") || Boolean(node.closest?.("dialog[open]"));

/** Shows what the keys do; made when it is first asked for. `keys` are the page's own. */
export function showKeys(keys) {
  let dialog = document.getElementById("keys");
  if (!dialog) {
    dialog = element("dialog", undefined, { id: "keys", "aria-labelledby": "keys-title" });
    const lines = element("dl", undefined, { class: "facts" });
    for (const [names, what] of [...keys, ...EVERYWHERE]) {
      const term = element("dt");
      term.append(...names.map((key) => element("kbd", key)));
      lines.append(term, element("dd", what));
    }
    const close = element("form", undefined, { method: "dialog", class: "buttons" });
    close.append(element("button", says`Close`, { class: "primary" }));
    dialog.append(element("h2", says`Keys`, { id: "keys-title" }), lines, close);
    document.body.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}
