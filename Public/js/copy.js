// Buttons that copy what they carry: coordinates read over a telephone are read wrongly.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const label = button.dataset.label ??= button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    // Without TLS, or where it is refused, the text is marked instead.
    const text = button.parentElement.querySelector("code");
    if (text) getSelection().selectAllChildren(text);
    button.textContent = "Marked";
  }
  setTimeout(() => { button.textContent = label; }, 2000);
});
