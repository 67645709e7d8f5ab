import { draw } from "./tile-canvas.js";

// The ground of the map: tiles in a layer of their own under the markers. A level is one zoom; while the tiles of a new
// level arrive, the old one stays below it, scaled, so that the ground never flashes away.
const SIZE = 256;
const MARGIN = 1;
// A little more than a tile, so that no hairline shows between two at odd zooms.
const OVERLAP = 1;
// Reading a picture takes the browser some milliseconds: few at a time, the middle first, so that no frame is late.
const AT_ONCE = 2;
// Before anybody has moved the map, no frame can be late: as many as a browser asks one server at a time.
const AT_FIRST = 6;
// Pixels of tiles out of view that are kept, with their pictures, for readers who go back: 48 MB. Each picture is a
// document to the browser, and freeing dozens of them at once makes a frame late.
const KEPT = 12_000_000;
// Milliseconds without a change after which tiles are drawn anew for the scale that is now on the screen.
const SETTLED = 200;

export class TileLayer {
  constructor(node, { version, raster, min = 8, max = 18 }) {
    Object.assign(this, { node, version, min, max });
    this.raster =
      new Map(raster.split("\n").filter(Boolean).map((line) => line.split("\t")).map(([style, url]) => [style, url]));
    this.without = "";
    this.levels = [];
    this.queue = [];
    this.loading = 0;
    this.painting = [];
    this.kept = new Map();
    this.keptPixels = 0;
    // Around the view is for those who move it.
    this.margin = 0;
    for (const name of ["pointerdown", "wheel", "keydown"]) {
      node.parentElement.addEventListener(name, () => { this.margin = MARGIN; }, { once: true, passive: true });
    }
  }

  /** Shows a view: x, y on the unit square, zoom, width and height in pixels. */
  draw(view, style) {
    if (!this.version) return;
    if (!this.isStarted) {
      // Where a page begins is settled with its first frame: no tile is asked for before.
      if (!this.first) requestAnimationFrame(() => { this.isStarted = true; this.draw(...this.first); });
      this.first = [view, style];
      return;
    }
    const zoom = Math.min(this.max, Math.max(this.min, Math.round(view.zoom)));
    if (view.zoom < this.min - 1) { [...this.levels].forEach((level) => this.drop(level)); return; }
    if (this.isZooming(view) && this.levels.some((other) => other.style === style && other.without === this.without)) {
      // Tiles that are only passed on the way are not worth fetching.
      for (const other of this.levels) this.place(other, view);
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.draw(view, style), SETTLED);
      return;
    }
    let level =
      this.levels.find((other) => other.zoom === zoom && other.style === style && other.without === this.without);
    if (!level) {
      level = { zoom, style, without: this.without, tiles: new Map(), node: document.createElement("div"), pending: 0 };
      level.node.className = "tile-level";
      // Tiles are placed relative to a fixed tile near the view: small numbers stay exact.
      level.origin = { x: Math.floor(view.x * 2 ** zoom), y: Math.floor(view.y * 2 ** zoom) };
      this.levels.push(level);
      this.node.append(level.node);
    }
    this.current = level;
    this.fill(level, view);
    for (const other of this.levels) this.place(other, view);
    this.clean();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.sharpen(), SETTLED);
  }

  /** Leaves away parts of what tiles show, "ski" or "places"; true if that changed something. */
  leaveAway(names) {
    const without = names.join(",");
    if (without === this.without) return false;
    this.without = without;
    return true;
  }

  isZooming(view) {
    const now = performance.now();
    if (view.zoom !== this.zoom) [this.zoom, this.zoomedAt] = [view.zoom, now];
    return now - this.zoomedAt < SETTLED - 20;
  }

  place(level, view) {
    const scale = 2 ** (view.zoom - level.zoom);
    const side = SIZE * scale;
    level.scale = scale;
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
      return [
        Math.max(0, Math.floor(middle - length / 2 / side) - this.margin),
        Math.min(count - 1, Math.floor(middle + length / 2 / side) + this.margin)
      ];
    };
    const [left, right] = range(view.x, view.width);
    const [top, bottom] = range(view.y, view.height);
    const wanted = [];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) if (!level.tiles.has(`${x}/${y}`)) wanted.push({ x, y });
    }
    const far = ({ x, y }) => Math.hypot(x + 0.5 - view.x * count, y + 0.5 - view.y * count);
    wanted.sort((a, b) => far(a) - far(b)).forEach(({ x, y }) => this.add(level, x, y));
    this.load();
    // Tiles far outside are removed: memory stays that of a few screens. So are those that nobody waits for any more.
    for (const [key, tile] of level.tiles) {
      const reach = tile.done || tile.isLoading ? 3 : 0;
      if (tile.x < left - reach || tile.x > right + reach || tile.y < top - reach || tile.y > bottom + reach) {
        this.leave(level, tile);
        tile.canvas.remove();
        level.tiles.delete(key);
      }
    }
  }

  own(level, x, y) {
    const without = level.without && `?without=${level.without}`;
    return `/tiles/${level.style}/${this.version}/${level.zoom}/${x}/${y}.svg${without}`;
  }

  add(level, x, y) {
    const own = this.own(level, x, y);
    const tile = this.takeBack(own)
      ?? { x, y, own, image: new Image(SIZE, SIZE), canvas: document.createElement("canvas"), done: false };
    tile.level = level;
    level.tiles.set(`${x}/${y}`, tile);
    const style = tile.canvas.style;
    style.left = `${(x - level.origin.x) * SIZE}px`;
    style.top = `${(y - level.origin.y) * SIZE}px`;
    style.width = style.height = `${SIZE + OVERLAP}px`;
    if (tile.done) level.node.append(tile.canvas); else this.want(tile);
  }

  /** Puts a tile that nobody has yet into the queue. */
  want(tile) {
    const { level, image, own } = tile;
    const template = this.raster.get(level.style);
    const end = () => { this.finish(level, tile); this.clean(); };
    image.onload = () => this.paint(tile, end);
    image.onerror = () => {
      // A raster server that fails gives way to own tiles.
      if (template && !tile.isOwn) { tile.isOwn = true; image.src = own; } else end();
    };
    tile.source = template ? template.replace("{z}", level.zoom).replace("{x}", tile.x).replace("{y}", tile.y) : own;
    level.pending += 1;
    this.queue.push({ level, tile });
  }

  /** A tile goes out of view. A drawn tile is kept a while; the one that left the view longest ago makes room. */
  leave(level, tile) {
    this.finish(level, tile);
    if (!tile.pixels) return;
    this.kept.set(tile.own, tile);
    this.keptPixels += tile.pixels ** 2;
    for (const own of this.kept.keys()) {
      if (this.keptPixels <= KEPT) break;
      this.takeBack(own);
    }
  }

  takeBack(own) {
    const tile = this.kept.get(own);
    if (this.kept.delete(own)) this.keptPixels -= tile.pixels ** 2;
    return tile;
  }

  /** Starts what may be started. */
  load() {
    while (this.loading < (this.margin ? AT_ONCE : AT_FIRST) && this.queue.length) {
      const { level, tile } = this.queue.shift();
      if (tile.done || !this.levels.includes(level)) continue;
      this.loading += 1;
      tile.isLoading = true;
      tile.image.src = tile.source;
      level.node.append(tile.canvas);
    }
  }

  /** A tile is there, has failed, or is no longer wanted. */
  finish(level, tile) {
    if (tile.done) return;
    tile.done = true;
    level.pending -= 1;
    if (!tile.isLoading) return;
    this.loading -= 1;
    requestAnimationFrame(() => this.load());
  }

  /** Draws a tile for the scale of its level; one a frame, however many wait. */
  paint(tile, then) {
    this.painting.push(() => {
      if (!tile.canvas.isConnected) return then();
      const pixels = Math.max(1, Math.round(SIZE * (tile.level.scale ?? 1) * devicePixelRatio));
      if (tile.pixels !== pixels) {
        tile.pixels = pixels;
        draw(tile, pixels);
      }
      then();
    });
    if (this.painting.length === 1) this.next();
  }

  next() {
    requestAnimationFrame(() => {
      // Not in a frame that laid out the markers.
      if (performance.now() - (this.busyAt ?? 0) < 16) return this.next();
      this.painting[0]?.();
      this.painting.shift();
      if (this.painting.length) this.next();
    });
  }

  /** What was drawn for another scale is drawn again. */
  sharpen() {
    const level = this.current;
    if (!level) return;
    for (const tile of level.tiles.values()) {
      if (tile.pixels && tile.pixels !== Math.round(SIZE * level.scale * devicePixelRatio)) this.paint(tile, () => {});
    }
  }

  /** Levels below a complete one are no longer seen. */
  clean() {
    if (!this.current || this.current.pending > 0) {
      // At most two older levels stay below until then: the newest ones.
      const waiting = this.levels.filter((level) => level !== this.current);
      for (const level of waiting.slice(0, -2)) this.drop(level);
      return;
    }
    for (const level of this.levels.filter((other) => other !== this.current)) this.drop(level);
  }

  drop(level) {
    for (const tile of level.tiles.values()) this.leave(level, tile);
    level.node.remove();
    this.levels.splice(this.levels.indexOf(level), 1);
  }
}
