// While a call waits for a signal, whoever called has nobody but themselves and perhaps a telephone: what to do until
// somebody comes, and where they are, in words that can be read out. The phone knows that without a line.
import { age } from "./format.js";
import { readKept } from "./kept.js";
import { coordinateList } from "./map/coordinates.js";
import { says } from "./texts.js";

const section = document.getElementById("alone");
const [said, list] = ["alone-said", "alone-place"].map((id) => document.getElementById(id));
const NOW = 60e3;
let [here, shown] = [null, ""];

/** What the server knew when it made this page. */
function before() {
  const { lat, lon, accuracy, at } = section.dataset;
  return at ? { lat: Number(lat), lon: Number(lon), accuracy: Number(accuracy), at: Number(at) } : null;
}

/** What was to be sent while a map was open, and found no line. */
function unsent() {
  const last = readKept("sotravel-positions").at(-1);
  return last ? { lat: last.lat, lon: last.lon, accuracy: last.acc, at: last.t } : null;
}

const newest = () => [here, unsent(), before()].filter(Boolean).sort((one, other) => other.at - one.at)[0];

/** "46°24′43.2″", in tenths of a second, as the server writes it. */
function sexagesimal(degrees, sides) {
  const tenths = Math.round(Math.abs(degrees) * 36000);
  const two = (value) => String(value).padStart(2, "0");
  const [whole, minutes, seconds] = [36000, 600, 10].map((unit) => Math.floor(tenths / unit));
  return `${whole}°${two(minutes % 60)}′${two(seconds % 60)}.${tenths % 10}″ ${sides[degrees < 0 ? 1 : 0]}`;
}

function words({ accuracy, at }) {
  const [since, near] = [Date.now() - at, accuracy ? `, ± ${Math.round(accuracy)} m` : ""];
  return since < NOW ? says`Your position now${near}:` : says`Your last known position, ${age(since)} ago${near}:`;
}

function draw() {
  const place = newest();
  said.textContent = place ? words(place)
    : says`Your phone gives no position. Say what you see: signs, lifts, numbers on poles.`;
  const decimal = place ? `${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}` : "";
  // What somebody reads out or copies stays as it is while they stand still.
  if (decimal === shown) return;
  shown = decimal;
  const dms = place && `${sexagesimal(place.lat, "NS")} ${sexagesimal(place.lon, "EW")}`;
  list.replaceChildren(...(place ? [coordinateList({ decimal, dms })] : []));
}

/** Where the phone is, as it says itself. */
export function noteHere({ coords, timestamp }) {
  here = { lat: coords.latitude, lon: coords.longitude, accuracy: coords.accuracy, at: timestamp };
  if (!section.hidden) draw();
}

/** Whether a call waits. */
export function showAlone(isWaiting) {
  section.hidden = !isWaiting;
  if (isWaiting) draw();
}
setInterval(() => { if (!section.hidden) draw(); }, 30e3);
