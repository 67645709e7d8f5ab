import { icon } from "./card.js";
import { element } from "../dom.js";

/** A button that goes to where this browser is. */
export function locateButton(go, say) {
  if (!navigator.geolocation) return;
  const button = element("button", undefined, { type: "button", "aria-label": "Where I am", title: "Where I am" });
  button.append(icon("locate"));
  button.addEventListener("click", () => navigator.geolocation.getCurrentPosition(
    ({ coords }) => go(coords.latitude, coords.longitude, 16, "Where this browser is"),
    () => say("This browser does not say where it is."), { timeout: 10_000 }));
  document.getElementById("moves").append(button);
}
