// The places around the base as this phone keeps them. In a dead zone it is shown in place of a place's own page: it
// opens there, and says how old it is.
import { counted } from "./format.js";
import { keepForDeadZone } from "./live.js";
import { says } from "./texts.js";

const page = document.getElementById("places-kept");
const wanted = location.pathname.split("/").pop();
const isAsked = wanted !== "around";

function age() {
  const { made, clock } = page.dataset;
  const minutes = Math.floor((Date.now() - Number(made)) / 60e3);
  const words = minutes < 1
    ? says`just now`
    : minutes < 60 ? says`${counted(minutes, "minute")} ago` : says`${counted(Math.floor(minutes / 60), "hour")} ago`;
  const old = document.getElementById("kept-old");
  old.hidden = navigator.onLine && minutes < 5 && !isAsked;
  old.textContent = says`No connection. What you see was loaded ${words}, at ${clock}.`;
}

if (isAsked) {
  const found = [...page.querySelectorAll("details[data-of]")].find((one) => one.dataset.of === wanted);
  if (found) {
    found.open = true;
    document.getElementById(wanted)?.scrollIntoView();
  }
}
age();
setInterval(age, 30_000);
addEventListener("online", age);
addEventListener("offline", age);
if (!isAsked) keepForDeadZone(location.pathname);
