// A helper's list: who is typed is found at once. Enter and the button do the same, as they do without scripts.
import { parsePage } from "./trusted.js";

// Milliseconds without a key. A link may ask so often in a minute only.
const PAUSE = 300;
const LETTERS = 2;

const form = document.getElementById("find");
const found = document.getElementById("found");

async function look(search) {
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  const response = await fetch(address, { redirect: "manual" }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (!text || form.elements.q.value !== search) return;
  // Where the server asks to wait, it says for how long. Without a connection the button says why.
  const page = parsePage(text);
  const shown = response.ok ? page.getElementById("found")?.childNodes : page.querySelectorAll(".problem");
  found.replaceChildren(...shown ?? []);
}

let timer;
form?.elements.q.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  const search = target.value;
  // Nobody who was found by other words stands below these, where a thumb would tick them.
  found.replaceChildren();
  if (search.replace(/\s/g, "").length >= LETTERS) timer = setTimeout(look, PAUSE, search);
});
