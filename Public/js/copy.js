// Buttons that copy what they carry: coordinates read over a telephone are read wrongly.
import { says } from "./texts.js";
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const label = button.dataset.label ??= button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = says`Copied`;
  } catch {
    // Without TLS, or where it is refused, the text is marked instead.
    const text = button.parentElement.querySelector("code, input[readonly]");
    const fold = text?.closest("details");
    if (fold) fold.open = true;
    if (text?.localName === "input") text.select();
    else if (text) getSelection().selectAllChildren(text);
    button.textContent = says`Marked`;
  }
  setTimeout(() => { button.textContent = label; }, 2000);
});
