document.getElementById("print-now")?.addEventListener("click", () => print());
// What is chosen above a paper is on it at once.
document.querySelector(".print-choices")?.addEventListener("change", (event) => event.target.form.requestSubmit());
