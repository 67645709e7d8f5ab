// Where the reader's own dot is drawn: beside the marker that it would cover, as a figure there is read like any other.
import { mercator } from "./geometry.js";
import { Viewport } from "./viewport.js";

// Pixels between the middles of a marker and of the dot when they touch, and around the dot in which a tap means it.
const [TOUCHING, REACH] = [27, 16];

const gap = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the point of the window, the place on the ground below it, and whether it is another than their own. */
export function ownSpot(mine, marks, view) {
  const point = view.point(mercator(mine.lat, mine.lon));
  const [covered] = marks.filter((mark) => gap(mark, point) < TOUCHING).sort((a, b) => gap(a, point) - gap(b, point));
  if (!covered) return { point, place: mine, isAside: false };
  const far = gap(covered, point);
  // Up to one side where both stand in one spot.
  const way = far < 1 ? { x: Math.SQRT1_2, y: -Math.SQRT1_2 }
    : { x: (point.x - covered.x) / far, y: (point.y - covered.y) / far };
  const aside = { x: covered.x + way.x * TOUCHING, y: covered.y + way.y * TOUCHING };
  return { point: aside, place: Viewport.degrees(view.place(aside)), isAside: true };
}

/** Whether a tap means a dot that stands aside: it is nearer than every marker. */
export const isTapped = (spot, tap, marks) => Boolean(spot?.isAside) && gap(spot.point, tap) < REACH
  && marks.every((mark) => gap(mark, tap) > gap(spot.point, tap));
