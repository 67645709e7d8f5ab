document.getElementById("print-now")?.addEventListener("click", () => print());
