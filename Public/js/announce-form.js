// The form of an announcement: lines of the audience, whom they mean now, and how it looks on a phone.
import "./pin-map.js";

const form = document.getElementById("announce-form");
const list = document.getElementById("conditions");
const box = document.getElementById("audience-count");

// MARK: the lines of the audience

function clear(row) {
  const [part, condition] = row.querySelectorAll("select");
  part.selectedIndex = 0;
  // What came from the roster or the map belongs to its own line.
  condition.value = "";
}

document.getElementById("add-condition").addEventListener("click", (event) => {
  event.preventDefault();
  const row = list.lastElementChild.cloneNode(true);
  clear(row);
  list.append(row);
  row.querySelectorAll("select")[1].focus();
});
list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do=remove]");
  if (!button) return;
  const row = button.closest("li");
  if (list.children.length > 1) row.remove(); else clear(row);
  (list.querySelector("select") ?? form).focus();
  count();
});
list.addEventListener("change", () => count());

// MARK: whom they mean now

let asked = 0;
async function count() {
  asked += 1;
  const own = asked;
  const body = new URLSearchParams();
  for (const select of list.querySelectorAll("select")) body.append(select.name, select.value);
  const response = await fetch(form.dataset.preview, {
    method: "POST", body, headers: { Accept: "application/json" },
  }).catch(() => null);
  if (own !== asked) return;
  box.hidden = !response?.ok;
  if (!response?.ok) return;
  const found = await response.json();
  const head = document.createElement("strong");
  head.textContent = found.people;
  const said = document.createElement("span");
  said.textContent = found.words;
  const names = document.createElement("small");
  names.className = "muted";
  const people = [found.names, found.more].filter(Boolean).join(" ");
  names.textContent = [people, found.phone].filter(Boolean).join(" · ");
  box.replaceChildren(head, " ", said, names);
  box.classList.toggle("is-nobody", found.count === 0);
}

// MARK: on a phone

const shown = (name) => document.querySelector(`.announce-side [data-shows=${name}]`);
const signer = shown("signed_by").textContent;
const labels = () => [1, 2, 3, 4].map((number) => form.elements[`answer_${number}`].value.trim()).filter(Boolean);

function show() {
  shown("title").textContent = form.elements.title.value;
  shown("text").textContent = form.elements.text.value;
  shown("signed_by").textContent = form.elements.signed_by.value.trim() || signer;
  shown("answers").replaceChildren(...labels().map((label) => {
    const button = document.createElement("span");
    button.className = "button";
    button.textContent = label;
    return button;
  }));
}

form.addEventListener("input", show);
show();
count();
