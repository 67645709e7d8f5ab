// The roster's filters act at once; in a sheet, on phones and tablets, several are chosen, and the button says how many
// that is.
import { script } from "./later.js";

const form = document.getElementById("filter");
const isSheet = matchMedia("(max-width: 63.5rem)");
// Without a connection the button says no number.
const say = (what) => script("roster-count").then((counting) => counting[what]()).catch(() => {});

document.getElementById("filters")?.addEventListener("toggle", ({ newState }) => {
  if (newState === "open") say("countHere");
});
form?.addEventListener("change", ({ target }) => {
  if (target.tagName !== "SELECT") return;
  if (isSheet.matches) say("count"); else form.requestSubmit();
});
