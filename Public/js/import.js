// A file that was chosen is previewed at once: nothing is saved by that.
const form = document.getElementById("import");
form?.querySelector("input[type=file]").addEventListener("change", ({ target }) => {
  if (target.files.length) form.requestSubmit();
});

// What happens to people's groups is shown at once as well.
document.getElementById("groups")?.addEventListener("change", ({ target }) => {
  target.form.requestSubmit(target.form.querySelector("[value=preview]"));
});

// How many rows still wait for the host to say who they are, and the way to the first of them.
const toDecide = document.querySelector(".to-decide");
document.querySelector(".namesakes")?.addEventListener("change", () => {
  const open = [...document.querySelectorAll(".namesake")].filter((row) => !row.querySelector(":checked"));
  if (!open.length || !toDecide) return;
  toDecide.hash = open[0].id;
  toDecide.querySelector("b").textContent = open.length;
});
