// Where names stand beside their marks: none over another one, and none off the window.
import { set } from "../dom.js";

// Pixels: half the height of a name, the width of a letter, from the middle of a mark to a name below or above it and
// to one beside it, and the side of a cell.
const [HALF, LETTER, UNDER, BESIDE, CELL] = [9, 7.4, 36, 28, 64];

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What names take of a window. It is kept by cells: each is compared with those near it alone. */
export class Taken {
  #cells = new Map();

  constructor(boxes = []) { boxes.forEach((box) => this.add(box)); }

  #near({ left, right, top, bottom }) {
    const found = [];
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1) {
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1) {
        const key = column * 65536 + row;
        if (!this.#cells.has(key)) this.#cells.set(key, []);
        found.push(this.#cells.get(key));
      }
    }
    return found;
  }

  isFree(box) { return this.#near(box).every((cell) => !cell.some((other) => meet(other, box))); }
  add(box) { this.#near(box).forEach((cell) => cell.push(box)); }
}

// Pixels at the side of a window that the map's buttons cover, and from the middle of a mark to its edge.
const [CONTROLS, MARK] = [56, 18];

/** Whether a box lies on a mark. */
const covers = ({ left, right, top, bottom }, { x, y }) =>
  x > left - MARK && x < right + MARK && y > top - MARK && y < bottom + MARK;

/** The sides of a mark at which its name may stand, the best first: near an edge it stands on the side away from it. */
function sides({ x, y, text }, { left, right }) {
  const long = text.length * LETTER;
  const beside = (side, from) => ({ side, box: { left: from, right: from + long, top: y - HALF, bottom: y + HALF } });
  if (x + long / 2 > right) return [beside("left", x - BESIDE - long)];
  if (x - long / 2 < left) return [beside("right", x + BESIDE)];
  const upright = [["below", UNDER], ["above", -UNDER]].map(([side, dy]) => (
    { side, box: { left: x - long / 2, right: x + long / 2, top: y + dy - HALF, bottom: y + dy + HALF } }
  ));
  return [...upright, beside("right", x + BESIDE), beside("left", x - BESIDE - long)];
}

/**
 * @param names of marks: `x` and `y` of the mark, the `text`, its `rank`, the lowest first, and the `time` of what it
 * tells, the newest first.
 * @param window its `width` and `height`, and what the list and the buttons cover of it.
 * @param spots of other marks: a name stands on one only where every other side has less room.
 * Returns for each name its `side` and its `box`; null without room.
 */
export function placeNames(names, window, spots = []) {
  const { width, height, inset: { left = 0, right = 0, bottom = 0, controls } = {} } = window;
  const marks = [...names, ...spots];
  const free = {
    left: Math.max(left, controls === "left" ? CONTROLS : 0),
    right: width - Math.max(right, controls === "right" ? CONTROLS : 0),
  };
  const taken = new Taken();
  const isInside = (box) =>
    box.left >= free.left && box.right <= free.right && box.top >= 0 && box.bottom <= height - bottom;
  const places = names.map(() => null);
  const order = names.map((_, index) => index)
    .sort((a, b) => names[a].rank - names[b].rank || names[b].time - names[a].time || a - b);
  for (const index of order) {
    const { x, y } = names[index];
    const others = marks.filter((mark) => mark.x !== x || mark.y !== y);
    const room = sides(names[index], free).filter(({ box }) => isInside(box) && taken.isFree(box));
    const place = room.find(({ box }) => !others.some((mark) => covers(box, mark))) ?? room[0];
    if (!place) continue;
    taken.add(place.box);
    places[index] = place;
  }
  return places;
}

const AT = { below: [0, UNDER], above: [0, -UNDER], left: [-BESIDE, 0], right: [BESIDE, 0] };
const LOOKS = { left: "marker-name at-left", right: "marker-name at-right" };

/** Puts a name beside its mark, or hides it. */
export function putName(node, place) {
  if (!place) { set(node, "visibility", "hidden"); return; }
  node.removeAttribute("visibility");
  const [x, y] = AT[place.side];
  set(node, "class", LOOKS[place.side] ?? "marker-name");
  set(node, "x", x);
  set(node, "y", y);
}
