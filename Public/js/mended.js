// A form that was refused: what is typed or chosen anew is not wrong until the server says so again. The field loses
// its mark and its reason, the list above its line, and with the last line it goes. Only pages with such a list have
// this.
const box = document.querySelector(".problem:has(.mistakes)");

/** The field that a line of the list leads to, with its label and its reason. */
function fieldOf({ hash }) {
  const control = document.getElementById(hash.slice(1));
  return control?.closest(".field") ?? control?.closest("fieldset") ?? control;
}

function mend({ target }) {
  // What was emptied is still missing.
  if (target.required && !target.value.trim()) return;
  for (const link of box.querySelectorAll(".mistakes a")) {
    const field = fieldOf(link);
    if (!field?.contains(target)) continue;
    for (const wrong of [field, ...field.querySelectorAll("[aria-invalid]")]) wrong.removeAttribute("aria-invalid");
    field.querySelector(".error")?.remove();
    link.closest("li").remove();
  }
  if (!box.querySelector("li")) box.remove();
}

if (box) addEventListener("input", mend);
