// A file that was chosen is previewed at once: nothing is saved by that.
const form = document.getElementById("import");
form?.querySelector("input[type=file]").addEventListener("change", ({ target }) => {
  if (target.files.length) form.requestSubmit();
});
