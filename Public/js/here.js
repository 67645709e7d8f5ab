// Where this device is, asked on a press, for lists that begin there.
import { says } from "./texts.js";
const WHY = {
  1: says`This device does not share its position. Allow it in the browser’s settings, or start somewhere else.`,
  2: says`The position was not found. Try again under the open sky, or start somewhere else.`,
  3: says`Finding the position took too long. Try again, or start somewhere else.`,
};

/** Latitude and longitude; or an error with the words that say why there are none. */
export function findHere() {
  return new Promise((found, failed) => {
    if (!navigator.geolocation) { failed(new Error(WHY[2])); return; }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => found(coords), ({ code }) => failed(new Error(WHY[code] ?? WHY[2])),
      { timeout: 15_000, maximumAge: 60_000 }
    );
  });
}
