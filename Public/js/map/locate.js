import { icon } from "./card.js";
import { element } from "../dom.js";
import { says } from "../texts.js";

/** A button that goes to where this browser is. */
export function locateButton(go, say) {
  if (!navigator.geolocation) return;
  const title = says`Where I am`;
  const button = element("button", undefined, { type: "button", "aria-label": title, title });
  button.append(icon("locate"));
  button.addEventListener("click", () => navigator.geolocation.getCurrentPosition(
    ({ coords }) => go(coords.latitude, coords.longitude, 16, says`Where this browser is`),
    () => say(says`This browser does not say where it is.`), { timeout: 10_000 }));
  document.getElementById("moves").append(button);
}
