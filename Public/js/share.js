// Links that a host gives out: copied, shared by the phone's own sheet, or printed.
import "./copy.js";
import "./print.js";

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({
    title: button.dataset.title, url: button.dataset.share,
  }).catch(() => { /* they chose not to */ }));
}
