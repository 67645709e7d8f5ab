// Buttons that copy what they carry: coordinates read over a telephone are read wrongly.
import { says } from "./texts.js";

/** The button that is on the page now: its part may have been drawn anew since it was pressed. */
const living = (pressed) => pressed.isConnected
  ? pressed
  : [...document.querySelectorAll("[data-copy]")].find(({ dataset }) => dataset.copy === pressed.dataset.copy);

document.addEventListener("click", async (event) => {
  const pressed = event.target.closest?.("[data-copy]");
  if (!pressed) return;
  const isCopied = await navigator.clipboard?.writeText(pressed.dataset.copy).then(() => true, () => false);
  const button = living(pressed);
  if (!button) return;
  // While it has this, its part is not drawn anew.
  const label = button.dataset.label ??= button.textContent;
  // Without TLS, or where it is refused, the text is marked instead.
  if (!isCopied) {
    const text = button.parentElement.querySelector("code, input[readonly]");
    const fold = text?.closest("details");
    if (fold) fold.open = true;
    if (text?.localName === "input") text.select();
    else if (text) getSelection().selectAllChildren(text);
  }
  button.textContent = isCopied ? says`Copied` : says`Marked`;
  setTimeout(() => {
    button.textContent = label;
    delete button.dataset.label;
  }, 2000);
});
