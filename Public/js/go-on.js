// A page that only goes on: its form needs no second tap where scripts run.
const form = document.querySelector("main form");
if (form) form.requestSubmit();
