// Which of the two maps is drawn, and why: as the server decides it (`MapDecision`).
import { metres } from "../format.js";

// Metres: people who ride up and down around the threshold do not make the map flicker.
const HYSTERESIS = 30;

function median(values) {
  if (!values.length) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Whose heights decide; a traveller's map says "you are" in its place. */
export const PEOPLE = "most people are";

const decision = (style, reason) => ({ style, reason: `${style === "street" ? "Street" : "Mountain"} map, ${reason}` });

/**
 * @param heights of who is in view, metres; `centre` that of the view's middle, where nobody is in view; `threshold`
 * from which the mountain map is shown. Null is what nobody knows.
 * @param previous the style that was shown before.
 */
export function decide({ choice, heights, centre, threshold, previous }) {
  if (choice !== "auto") return decision(choice, "chosen by you");
  const middle = median(heights);
  const height = middle ?? centre;
  if (threshold === null || height === null) return decision("street", "because no heights are known here");
  const limit = threshold - (previous === "mountain" ? HYSTERESIS : 0);
  const isHigh = height >= limit;
  const who = middle === null ? "the middle of the map is" : PEOPLE;
  return decision(
    isHigh ? "mountain" : "street", `because ${who} ${isHigh ? "above" : "below"} ${metres(limit)}`
  );
}
