// Rules and words that the server decides the same way: Tests/vectors holds both to them.
import { says } from "./texts.js";

/** "1 minute", "2 minutes": how a number and its word are said everywhere. */
export const counted = (number, one, many = `${one}s`) =>
  says.text(`${number} ${number === 1 ? one : many}`);

/** How long ago, from milliseconds: "just now", "4 min", "3 h", "2 days". */
export function age(ms) {
  if (ms < 60e3) return says`just now`;
  if (ms < 36e5) return says`${Math.floor(ms / 60e3)} min`;
  return ms < 1728e5 ? says`${Math.floor(ms / 36e5)} h` : counted(Math.floor(ms / 864e5), "day");
}

/** How a position of that age is shown, by the trip's limits; all in milliseconds. */
export const freshness = (ms, fresh, stale) => (ms <= fresh ? "fresh" : ms <= stale ? "stale" : "lost");

/** How far away a friend is, and how much higher where that is known, in metres: "320 m · 80 m higher". */
export function nearness(metres, above) {
  const tens = (value) => `${Math.round(value / 10) * 10} m`;
  const far = metres < 1000 ? tens(metres) : `${Math.round(metres / 1000 * 10) / 10} km`;
  if (!(Math.abs(above) >= 10)) return far;
  const rise = tens(Math.abs(above));
  return `${far} · ${above > 0 ? says`${rise} higher` : says`${rise} lower`}`;
}

const figures = new Intl.NumberFormat("en-US");

/** A height above the sea, or a difference of heights: "2,140 m". */
export const metres = (value) => `${value <= -0.5 ? "−" : ""}${figures.format(Math.round(Math.abs(value)))} m`;
