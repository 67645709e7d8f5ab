// Where names stand beside their marks: none over another one, and none off the window.
import { set } from "../dom.js";

// Pixels: half the height of a name, and the side of a cell.
const [HALF, CELL] = [9, 64];
// From the middle of a mark to a name below or above it, to one beside it, by how much that is raised or lowered, and
// to the edge at which one in a corner begins.
const [UNDER, BESIDE, HIGHER, CORNER] = [36, 28, 14, 16];

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** How wide a name is, pixels, with its light edge: fonts differ by a third, and a name that is cut off is no name. */
function long(text) {
  if (!widths.has(text)) {
    pen.font = `700 13px ${getComputedStyle(document.body).fontFamily}`;
    widths.set(text, pen.measureText(text).width + 4);
  }
  return widths.get(text);
}

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

// Where a name is put: its middle, or its end or beginning where it stands to the left or right.
const AT = {
  below: [0, UNDER], above: [0, -UNDER], left: [-BESIDE, 0], right: [BESIDE, 0], "below-left": [CORNER, UNDER],
  "above-left": [CORNER, -UNDER], "below-right": [-CORNER, UNDER], "above-right": [-CORNER, -UNDER],
  "high-left": [-BESIDE, -HIGHER], "low-left": [-BESIDE, HIGHER], "high-right": [BESIDE, -HIGHER],
  "low-right": [BESIDE, HIGHER],
};

/** The sides of a mark at which its name may stand, the best first: near an edge it stands on the side away from it. */
function sides({ x, y, text }, { left, right }) {
  const wide = long(text);
  const at = (side, start) => {
    const [dx, dy] = AT[side];
    const from = x + dx - start;
    return { side, box: { left: from, right: from + wide, top: y + dy - HALF, bottom: y + dy + HALF } };
  };
  const beside = (side, start) => ["", "below-", "above-", "high-", "low-"].map((row) => at(row + side, start));
  const [toLeft, toRight] = [beside("left", wide), beside("right", 0)];
  if (x + wide / 2 > right) return toLeft;
  if (x - wide / 2 < left) return toRight;
  const upright = [at("below", wide / 2), at("above", wide / 2)];
  return [...upright, toRight[0], toLeft[0], ...toRight.slice(1), ...toLeft.slice(1)];
}

/**
 * @param names of marks: `x` and `y` of the mark, the `text`, its `rank`, the lowest first, and the `time` of what it
 * tells, the newest first. One that `mayCover` stands on `spots` rather than nowhere.
 * @param window its `width` and `height`, and what the list and the buttons cover of it.
 * @param spots of other marks: a name stands on none.
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
    const roomy = sides(names[index], free).filter(({ box }) => isInside(box) && taken.isFree(box));
    const beside = (among) => roomy.find(({ box }) => !among.some((mark) => covers(box, mark)));
    const place = beside(others)
      ?? (names[index].mayCover ? beside(others.filter((mark) => names.includes(mark))) : undefined);
    if (!place) continue;
    taken.add(place.box);
    places[index] = place;
  }
  return places;
}

const LOOKS = { left: "marker-name at-left", right: "marker-name at-right" };

/** Puts a name beside its mark, or hides it. */
export function putName(node, place) {
  if (!place) { set(node, "visibility", "hidden"); return; }
  node.removeAttribute("visibility");
  const [x, y] = AT[place.side];
  set(node, "class", LOOKS[place.side.split("-").at(-1)] ?? "marker-name");
  set(node, "x", x);
  set(node, "y", y);
}
