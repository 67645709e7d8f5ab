// A choice that is saved as it is made, and said; without scripts it has a button.
import { say } from "./said.js";
import { says } from "./texts.js";

for (const form of document.querySelectorAll("form[data-auto]")) {
  const select = form.querySelector("select");
  let saved = select.value;
  select.addEventListener("change", async () => {
    const response = await fetch(form.action, {
      method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" },
    }).catch(() => null);
    if (response?.ok) {
      saved = select.value;
      say(form.dataset.auto);
      return;
    }
    const { detail } = await response?.json().catch(() => ({})) ?? {};
    select.value = saved;
    say(detail ?? says`It could not be saved: no connection.`);
  });
}
