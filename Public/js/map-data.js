import { parsePage } from "./live.js";
import { says } from "./texts.js";

// Shows how far an upload is. Without scripts the browser's own progress stands.
const form = document.getElementById("import-form");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const [place, button] = [document.getElementById("upload"), form.querySelector("button.primary")];
  const [bar, text] = [place.querySelector("progress"), place.querySelector("span")];
  const request = new XMLHttpRequest();
  const fail = (message) => { text.textContent = message; button.disabled = false; };
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.value = 100 * loaded / total;
    text.textContent = says`${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB sent`;
  });
  request.addEventListener("load", () => {
    const response = parsePage(request.responseText);
    const message = [...response.querySelectorAll(".problem, .error")].map((node) => node.textContent).join(" ");
    if (request.status < 400 && !message) location.href = "/map-data";
    else fail(message || says`The server answered ${request.status}.`);
  });
  request.addEventListener("error", () => fail(says`The connection broke. Try again.`));
  place.hidden = false;
  button.disabled = true;
  request.open("POST", form.action);
  request.setRequestHeader("Sotravel-Account", document.body.dataset.account);
  request.send(new FormData(form));
});
