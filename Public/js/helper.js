// A helper's list: who is typed is found at once. Enter and the button do the same, as they do without scripts.

// Milliseconds without a key. A link may ask so often in a minute only.
const PAUSE = 300;
const LETTERS = 2;

const form = document.getElementById("find");
const found = document.getElementById("found");

async function look(search) {
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  const response = await fetch(address, { redirect: "manual" }).catch(() => null);
  // Without a connection, and where the server asks to wait, the button says why.
  if (!response?.ok || form.elements.q.value !== search) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("found");
  if (fresh) found.replaceChildren(...fresh.childNodes);
}

let timer;
form?.elements.q.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  const search = target.value;
  if (search.replace(/\s/g, "").length < LETTERS) found.replaceChildren();
  else timer = setTimeout(look, PAUSE, search);
});
