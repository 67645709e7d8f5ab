// The start page keeps itself for a dead zone, and says how old it is when it is shown there.
import { registerOffline } from "./live.js";

const page = document.querySelector(".my");
const { offline, made, clock } = page.dataset;
registerOffline(offline);

function age() {
  const minutes = Math.floor((Date.now() - Number(made)) / 60e3);
  const old = document.getElementById("old");
  old.hidden = navigator.onLine && minutes < 5;
  const words = minutes < 1 ? "just now" : minutes < 60 ? `${minutes} minutes ago` : `${Math.floor(minutes / 60)} hours ago`;
  old.textContent = `No connection. What you see was loaded ${words}, at ${clock}.`;
  if (navigator.onLine) old.textContent = `This was loaded ${words}, at ${clock}. Reload to see what is new.`;
}
age();
setInterval(age, 30000);
addEventListener("online", () => location.reload());
addEventListener("offline", age);
