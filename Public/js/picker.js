// People to tick: typing narrows the list. Those ticked stay in sight, so that nothing is sent unseen.
import { fold, hasWords } from "./fold.js";

for (const picker of document.querySelectorAll(".people-picker")) {
  const rows = [...picker.querySelectorAll("li")];
  const texts = rows.map((row) => fold(row.textContent));
  const search = picker.querySelector("input[type=search]");
  search.addEventListener("input", () => {
    rows.forEach((row, index) => {
      row.hidden = !hasWords(texts[index], search.value) && !row.querySelector("input").checked;
    });
  });
  // Enter searches: it does not send the form.
  search.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}
