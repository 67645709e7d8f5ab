// The roster's filters act at once; in a sheet, on phones and tablets, several are chosen, and the button says how many
// that is.
import { counted } from "./format.js";
import { parsePage } from "./live.js";
import { says } from "./texts.js";

const form = document.getElementById("filter");
const sheet = document.getElementById("filters");
const button = sheet?.querySelector(".filters-foot button");
const isSheet = matchMedia("(max-width: 63.5rem)");
let asked = null;

// Whom typing hides are not shown.
const rowsOf = (page) => page.querySelectorAll("#roster tbody tr:not([hidden])").length;
const say = (number) => { button.textContent = says`Show ${counted(number, "member")}`; };

async function count() {
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

sheet?.addEventListener("toggle", ({ newState }) => { if (newState === "open") say(rowsOf(document)); });
form?.addEventListener("change", ({ target }) => {
  if (target.tagName !== "SELECT") return;
  if (isSheet.matches) count(); else form.requestSubmit();
});
