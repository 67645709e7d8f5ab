// How many the filters in the sheet would show, on its button. Asked for once the sheet opens.
import { counted } from "./format.js";
import { parsePage } from "./live.js";
import { says } from "./texts.js";

const form = document.getElementById("filter");
const button = document.querySelector("#filters .filters-foot button");
let asked = null;

// Whom typing hides are not shown.
const rowsOf = (page) => page.querySelectorAll("#roster tbody tr:not([hidden])").length;
const say = (number) => { button.textContent = says`Show ${counted(number, "member")}`; };

export const countHere = () => say(rowsOf(document));

export async function count() {
  asked?.abort();
  asked = new AbortController();
  button.textContent = says`Show`;
  const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  try {
    const response = await fetch(address, { signal: asked.signal, redirect: "manual" });
    if (response.ok) say(rowsOf(parsePage(await response.text())));
  } catch (error) {
    // Without a connection the button says no number.
    if (error.name !== "AbortError") button.textContent = says`Show`;
  }
}
