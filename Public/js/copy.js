// Buttons that copy what they carry: coordinates read over a telephone are read wrongly.
import { says } from "./texts.js";
document.addEventListener("click", async ({ target }) => {
  const pressed = target.closest?.("[data-copy]");
  if (!pressed) return;
  const text = pressed.dataset.copy;
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  // Its part may have been drawn anew meanwhile: the one says it that is on the page now.
  const button = pressed.isConnected ? pressed : document.querySelector(`[data-copy="${CSS.escape(text)}"]`);
  if (!button) return;
  // While it has this, its part is not drawn anew.
  const label = button.dataset.label ??= button.textContent;
  if (!isCopied) {
    // Without TLS, or where it is refused, the text is marked instead.
    const shown = button.parentElement.querySelector("code, input[readonly]");
    shown?.closest("details")?.setAttribute("open", "");
    if (shown?.select) shown.select();
    else if (shown) getSelection().selectAllChildren(shown);
  }
  button.textContent = isCopied ? says`Copied` : says`Marked`;
  setTimeout(() => {
    button.textContent = label;
    delete button.dataset.label;
  }, 2000);
});
