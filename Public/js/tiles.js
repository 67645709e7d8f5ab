// The ground of the map: tiles in a layer of their own under the markers. A level is one zoom; while the tiles of a new level
// arrive, the old one stays below it, scaled, so that the ground never flashes away.
const SIZE = 256;
const MARGIN = 1;
// A little more than a tile, so that no hairline shows between two at odd zooms.
const OVERLAP = 1;

export class TileLayer {
  constructor(node, { version, raster, min = 8, max = 18 }) {
    Object.assign(this, { node, version, min, max });
    this.raster = new Map(raster.split("\n").filter(Boolean).map((line) => line.split("\t")).map(([style, url]) => [style, url]));
    this.levels = [];
  }

  /** Shows a view: x, y on the unit square, zoom, width and height in pixels. */
  draw(view, style) {
    if (!this.version) return;
    const zoom = Math.min(this.max, Math.max(this.min, Math.round(view.zoom)));
    if (view.zoom < this.min - 1) { this.levels.splice(0).forEach((level) => level.node.remove()); return; }
    let level = this.levels.find((other) => other.zoom === zoom && other.style === style);
    if (!level) {
      level = { zoom, style, tiles: new Map(), node: document.createElement("div"), pending: 0 };
      level.node.className = "tile-level";
      // Tiles stand relative to a fixed tile near the view: small figures stay exact.
      level.origin = { x: Math.floor(view.x * 2 ** zoom), y: Math.floor(view.y * 2 ** zoom) };
      this.levels.push(level);
      this.node.append(level.node);
    }
    this.current = level;
    this.fill(level, view);
    for (const other of this.levels) this.place(other, view);
    this.clean();
  }

  place(level, view) {
    const scale = 2 ** (view.zoom - level.zoom);
    const side = SIZE * scale;
    let x = view.width / 2 - (view.x * 2 ** level.zoom - level.origin.x) * side;
    let y = view.height / 2 - (view.y * 2 ** level.zoom - level.origin.y) * side;
    if (Math.abs(scale - 1) < 1e-6) [x, y] = [Math.round(x), Math.round(y)];
    level.node.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`;
  }

  fill(level, view) {
    const count = 2 ** level.zoom;
    const side = SIZE * 2 ** (view.zoom - level.zoom);
    const range = (centre, length) => {
      const middle = centre * count;
      return [Math.max(0, Math.floor(middle - length / 2 / side) - MARGIN), Math.min(count - 1, Math.floor(middle + length / 2 / side) + MARGIN)];
    };
    const [left, right] = range(view.x, view.width);
    const [top, bottom] = range(view.y, view.height);
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) if (!level.tiles.has(`${x}/${y}`)) this.add(level, x, y);
    }
    // What is far outside goes: memory stays that of a few screens.
    for (const [key, tile] of level.tiles) {
      if (tile.x < left - 3 || tile.x > right + 3 || tile.y < top - 3 || tile.y > bottom + 3) {
        if (!tile.done) level.pending -= 1;
        tile.done = true;
        tile.image.remove();
        level.tiles.delete(key);
      }
    }
  }

  own(level, x, y) { return `/tiles/${level.style}/${this.version}/${level.zoom}/${x}/${y}.svg`; }

  add(level, x, y) {
    const image = new Image(SIZE, SIZE);
    const tile = { x, y, image, done: false };
    const style = image.style;
    style.left = `${(x - level.origin.x) * SIZE}px`;
    style.top = `${(y - level.origin.y) * SIZE}px`;
    style.width = style.height = `${SIZE + OVERLAP}px`;
    image.alt = "";
    image.decoding = "async";
    image.draggable = false;
    const finish = () => {
      if (tile.done) return;
      tile.done = true;
      level.pending -= 1;
      this.clean();
    };
    const template = this.raster.get(level.style);
    image.onload = finish;
    image.onerror = () => {
      // A raster server that fails gives way to own tiles.
      if (template && !tile.isOwn) { tile.isOwn = true; image.src = this.own(level, x, y); } else finish();
    };
    level.tiles.set(`${x}/${y}`, tile);
    level.pending += 1;
    image.src = template ? template.replace("{z}", level.zoom).replace("{x}", x).replace("{y}", y) : this.own(level, x, y);
    level.node.append(image);
  }

  /** Levels below a complete one are no longer seen. */
  clean() {
    if (!this.current || this.current.pending > 0) {
      // Two levels at most wait below: the newest complete ones.
      const waiting = this.levels.filter((level) => level !== this.current);
      for (const level of waiting.slice(0, -2)) this.drop(level);
      return;
    }
    for (const level of this.levels.filter((other) => other !== this.current)) this.drop(level);
  }

  drop(level) {
    level.node.remove();
    this.levels.splice(this.levels.indexOf(level), 1);
  }
}
