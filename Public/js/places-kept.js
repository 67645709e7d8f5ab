// The places around the base as this phone keeps them. In a dead zone it is shown in place of a place's own page: it
// opens there.
import { keepForDeadZone } from "./live.js";

const page = document.getElementById("places-kept");
const wanted = location.pathname.split("/").pop();
const isAsked = wanted !== "around";

if (isAsked) {
  const found = [...page.querySelectorAll("details[data-of]")].find((one) => one.dataset.of === wanted);
  if (found) {
    found.open = true;
    document.getElementById(wanted)?.scrollIntoView();
  }
}
if (!isAsked) keepForDeadZone(location.pathname);
