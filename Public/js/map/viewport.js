// A window on the Web Mercator plane. Places lie on the unit square, points are pixels of the window.
import { latitude, mercator } from "./geometry.js";

const EQUATOR = 40075016.686;

export class Viewport {
  width = 0;
  height = 0;
  /** Pixels of the screen for one of the window. */
  pixels = 1;
  /** Pixels at each side that something else covers: what is shown stands in the middle of the rest. */
  inset = { left: 0, right: 0, top: 0, bottom: 0 };

  /** @param zooms the lowest and the highest. */
  constructor({ lat, lon, zoom }, zooms) {
    Object.assign(this, mercator(Number(lat), Number(lon)), { zoom: Number(zoom), zooms });
  }

  static degrees({ x, y }) { return { lat: latitude(y), lon: x * 360 - 180 }; }

  /** Pixels of the whole world. */
  get size() { return 256 * 2 ** this.zoom; }
  get lat() { return latitude(this.y); }
  get lon() { return this.x * 360 - 180; }
  get metresPerPixel() { return EQUATOR * Math.cos(this.lat * Math.PI / 180) / this.size; }
  get middle() { return { x: this.width / 2, y: this.height / 2 }; }

  /** The middle of what nothing covers. */
  get freeMiddle() {
    const { left, right, top, bottom } = this.inset;
    return { x: (this.width + left - right) / 2, y: (this.height + top - bottom) / 2 };
  }

  point({ x, y }) {
    const { size } = this;
    return { x: (x - this.x) * size + this.width / 2, y: (y - this.y) * size + this.height / 2 };
  }

  place({ x, y }) {
    const { size } = this;
    return { x: this.x + (x - this.width / 2) / size, y: this.y + (y - this.height / 2) / size };
  }

  /** Whether a point lies in the window, or at most `around` pixels outside. */
  holds({ x, y }, around = 0) {
    return x >= -around && y >= -around && x <= this.width + around && y <= this.height + around;
  }

  /** Goes to a place. */
  centre({ x, y }, zoom = this.zoom) { Object.assign(this, { x, y, zoom }); }

  /** Goes to a place, which then stands in the middle of what nothing covers. */
  show({ x, y }, zoom = this.zoom) {
    const [size, free, whole] = [256 * 2 ** zoom, this.freeMiddle, this.middle];
    this.centre({ x: x - (free.x - whole.x) / size, y: y - (free.y - whole.y) / size }, zoom);
  }

  /** Moves what is seen by pixels, as a finger does. */
  pan(dx, dy) {
    const { size } = this;
    this.x -= dx / size;
    this.y -= dy / size;
  }

  /** What is at the point stays there. */
  zoomAt(point, by) {
    const before = this.place(point);
    const [lowest, highest] = this.zooms;
    this.zoom = Math.min(highest, Math.max(lowest, this.zoom + by));
    const after = this.place(point);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
  }

  /** Shows all places, with a margin, as the server does. */
  fit(places) {
    if (!places.length) return;
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { left, right, top, bottom } = this.inset;
    const [width, height] =
      [this.width - left - right, this.height - top - bottom]
        .map((length) => Math.max(60, length - (length < 600 ? 80 : 140)));
    const size = Math.min(width / Math.max(east - west, 1e-9), height / Math.max(south - north, 1e-9));
    const zoom = Math.min(16, Math.log2(size / 256));
    // Halfway to the next level its tiles are small, and a large window needs twice as many: a little farther off does
    // as well.
    const isHalfway = this.width > 640 && zoom % 1 >= 0.5 && zoom % 1 < 0.75;
    this.show({ x: (west + east) / 2, y: (north + south) / 2 }, isHalfway ? Math.floor(zoom) + 0.49 : zoom);
  }

  /** The same window as another one's now. */
  copy({ x, y, zoom, width, height, pixels, inset }) {
    Object.assign(this, { x, y, zoom, width, height, pixels, inset, stamp: `${x} ${y} ${zoom} ${width} ${height}` });
  }
}
