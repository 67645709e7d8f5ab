// Whom to invite: what is chosen above shows below at once, and the button says how many that is.
import { fold, hasWords } from "./fold.js";
import { parsePage } from "./live.js";
import { redraw } from "./redraw.js";

const [audience, invite] = ["audience", "invite"].map((id) => document.getElementById(id));
let asked = null;

function count() {
  document.getElementById("invited-count").textContent = invite.querySelectorAll("[name=member]:checked").length;
}

async function show() {
  asked?.abort();
  asked = new AbortController();
  const address = `${audience.getAttribute("action")}?${new URLSearchParams(new FormData(audience))}`;
  try {
    const response = await fetch(address, { signal: asked.signal, redirect: "manual" });
    if (!response.ok) { audience.submit(); return; }
    redraw(invite, parsePage(await response.text()).getElementById("invite"));
    history.replaceState(null, "", address);
    count();
  } catch (error) {
    if (error.name !== "AbortError") audience.submit();
  }
}

audience.addEventListener("change", show);
invite.addEventListener("change", count);
invite.addEventListener("input", ({ target }) => {
  if (target.id !== "narrow") return;
  for (const item of invite.querySelectorAll(".guest-list li")) {
    item.hidden = !hasWords(fold(item.textContent), target.value);
  }
});
// Enter searches; it publishes nothing.
invite.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.id === "narrow") event.preventDefault();
});
count();
