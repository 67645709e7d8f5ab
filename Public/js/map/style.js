// Which of the two maps is drawn, and why: as the server decides it (`MapDecision`).
import { metres } from "../format.js";
import { says } from "../texts.js";

// Metres: people who ride up and down around the threshold do not make the map flicker.
const HYSTERESIS = 30;

function median(values) {
  if (!values.length) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const decision = (style, reason) => ({ style, reason: reason(style === "street" ? says`Street` : says`Mountain`) });

/**
 * @param heights of who is in view, metres; `centre` that of the view's middle, where nobody is in view; `threshold`
 * from which the mountain map is shown. Null is what nobody knows.
 * @param previous the style that was shown before; `isOfReader` whether the heights are the reader's own.
 */
export function decide({ choice, heights, centre, threshold, previous, isOfReader = false }) {
  if (choice !== "auto") return decision(choice, (style) => says`${style} map, chosen by you`);
  const middle = median(heights);
  const height = middle ?? centre;
  if (threshold === null || height === null) {
    return decision("street", (style) => says`${style} map, because no heights are known here`);
  }
  const limit = threshold - (previous === "mountain" ? HYSTERESIS : 0);
  const isHigh = height >= limit;
  const end = metres(limit);
  return decision(isHigh ? "mountain" : "street", (style) => {
    if (middle === null) {
      return isHigh ? says`${style} map, because the middle of the map is above ${end}`
        : says`${style} map, because the middle of the map is below ${end}`;
    }
    if (isOfReader) {
      return isHigh ? says`${style} map, because you are above ${end}`
        : says`${style} map, because you are below ${end}`;
    }
    if (heights.length === 1) {
      return isHigh ? says`${style} map, because the person in view is above ${end}`
        : says`${style} map, because the person in view is below ${end}`;
    }
    return isHigh ? says`${style} map, because most people are above ${end}`
      : says`${style} map, because most people are below ${end}`;
  });
}
