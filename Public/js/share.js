// Links that a host gives out: copied, shared by the phone's own sheet, or printed.
import "./copy.js";
import "./print.js";

for (const button of document.querySelectorAll("[data-share], [data-share-text]")) {
  const { share: url, shareText: text, title } = button.dataset;
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share(url ? { title, url } : { title, text })
    .catch(() => { /* they chose not to */ }));
}
