// A form that was typed into and is left by another way than its own button: the browser asks first.
const form = document.querySelector("main form.form");
const text = () => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));
const drawn = text();
// What came back to be looked at is not saved either.
const isAsked = Boolean(document.querySelector("main .problem"));
let isSent = false;

// What leads away on purpose: Cancel, and to what others saved.
const isWayOut = ({ target }) => Boolean(target.closest?.("main form.form .buttons a, main .problem a"));

form.addEventListener("submit", () => { isSent = true; });
addEventListener("click", (click) => { if (isWayOut(click)) isSent = true; });
addEventListener("pageshow", () => { isSent = false; });
addEventListener("beforeunload", (event) => {
  if (!isSent && (isAsked || text() !== drawn)) event.preventDefault();
});
