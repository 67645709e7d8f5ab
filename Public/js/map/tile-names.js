// Names and signs that are drawn on tiles give way to people and marks: a tile on which one stands is drawn anew,
// without the names below it. That is seldom: while the map is moved, both move alike.
import { make } from "../dom.js";
import { parsePage } from "../live.js";

// Units of a tile's picture; pixels around the middle of a marker that it covers, and outside of a tile how far a name
// reaches that begins on it; milliseconds without a change, and until the rest of the tiles may be there.
const [UNITS, MARKER, REACH, REST, ARRIVING] = [1024, 20, 96, 150, 500];
// What is drawn last: groups of one look, with a node or a few for each name. A name along a line comes after its path.
const NAMES = ":scope > g:last-child[font-family] > g > :not(path[id])";

const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export class TileNames {
  #tiles;
  #known = new WeakMap();
  #ruler = make("svg", {
    class: "tile-ruler", width: UNITS, height: UNITS, viewBox: `0 0 ${UNITS} ${UNITS}`, "aria-hidden": "true",
  });
  #timer = 0;
  #isBusy = false;

  /** @param tiles the layer of the ground. */
  constructor(tiles) {
    this.#tiles = tiles;
    tiles.node.after(this.#ruler);
  }

  /** @param spots of the window at which marks stand, and `names` that people have. */
  giveWay(view, { spots, names }, delay = REST) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(view, { spots, names }), delay);
  }

  async #run(view, marks) {
    const { current: level, version } = this.#tiles;
    if (!version) return;
    if (!level || this.#isBusy) { this.giveWay(view, marks, ARRIVING); return; }
    this.#isBusy = true;
    // A name that the foot of the map or the sheet would cut is left out too.
    const edge = view.height - view.inset.bottom;
    const boxes = [...marks.names, { left: 0, right: view.width, top: edge - 1, bottom: edge + 1 },
      ...marks.spots.map(({ x, y }) => (
        { left: x - MARKER, right: x + MARKER, top: y - MARKER, bottom: y + MARKER }
      ))];
    try {
      for (const tile of level.tiles.values()) if (tile.pixels) await this.#clear(tile, view, boxes);
    } finally { this.#isBusy = false; }
    if (level.pending > 0) this.giveWay(view, marks, ARRIVING);
  }

  async #clear(tile, view, boxes) {
    const { level: { zoom }, x, y } = tile;
    const { x: left, y: top } = view.point({ x: x / 2 ** zoom, y: y / 2 ** zoom });
    const side = 256 * 2 ** (view.zoom - zoom);
    const around = { left: left - REACH, right: left + side + REACH, top: top - REACH, bottom: top + side + REACH };
    const near = boxes.filter((box) => meets(box, around));
    if (!near.length && !tile.cleared) return;
    const names = await this.#names(tile);
    const scale = side / UNITS;
    const covered = names.filter(({ box }) => near.some((other) => meets(other, {
      left: left + box.left * scale, right: left + box.right * scale,
      top: top + box.top * scale, bottom: top + box.bottom * scale,
    })));
    const cleared = covered.flatMap(({ nodes }) => nodes).join(" ");
    if (cleared === (tile.cleared ?? "")) return;
    await this.#redraw(tile, cleared);
    tile.canvas.dataset.away = covered.map(({ text }) => text).join(", ");
  }

  /** The names of a tile's picture; none of a picture from elsewhere, or without a line. */
  async #names(tile) {
    if (tile.source !== tile.own && !tile.isOwn) return [];
    if (!this.#known.has(tile)) {
      const text = await fetch(tile.own).then((response) => (response.ok ? response.text() : "")).catch(() => "");
      if (!text) return [];
      const picture = parsePage(text, "image/svg+xml");
      this.#known.set(tile, { picture, names: this.#measure(picture) });
    }
    return this.#known.get(tile).names;
  }

  /** Where each name lies, in units of the picture, and which of its nodes are its own: those that touch. */
  #measure(picture) {
    this.#ruler.replaceChildren(document.importNode(picture.documentElement.lastElementChild, true));
    const from = this.#ruler.getBoundingClientRect();
    const names = [];
    [...this.#ruler.querySelectorAll(NAMES)].forEach((node, index) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const box = {
        left: left - from.left, right: right - from.left, top: top - from.top, bottom: bottom - from.top,
      };
      const last = names.at(-1);
      if (!last || !meets(last.box, box)) { names.push({ box, nodes: [index], text: node.textContent }); return; }
      last.nodes.push(index);
      for (const side of ["left", "top"]) last.box[side] = Math.min(last.box[side], box[side]);
      for (const side of ["right", "bottom"]) last.box[side] = Math.max(last.box[side], box[side]);
    });
    this.#ruler.replaceChildren();
    return names;
  }

  async #redraw(tile, cleared) {
    const picture = this.#known.get(tile).picture.documentElement.cloneNode(true);
    const nodes = [...picture.querySelectorAll(NAMES)];
    for (const index of cleared.split(" ").filter(Boolean)) nodes[index].remove();
    const image = document.createElement("img");
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
    const isRead = await image.decode().then(() => true, () => false);
    // It may have gone out of view meanwhile.
    const isSeen = this.#tiles.levels.includes(tile.level) && tile.level.tiles.get(`${tile.x}/${tile.y}`) === tile;
    if (!isRead || !isSeen) return;
    Object.assign(tile, { image, cleared, pixels: 0 });
    this.#tiles.paint(tile, () => {});
  }
}
