// A tile is a vector picture, drawn once onto a canvas of exactly the pixels that it covers: moving the map then only
// moves canvases, and a map at rest is sharp.
// Drawn straight onto a tile's canvas, a picture is only recorded, and dozens of recordings are then carried out in the
// one frame that brings their tiles into view. On a sheet it is drawn at once, and the finished bitmap is handed over.
const sheet = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1) : null;

/** Draws a tile with so many pixels a side. */
export function draw({ canvas, image }, pixels) {
  canvas.width = canvas.height = pixels;
  if (!sheet) { canvas.getContext("2d").drawImage(image, 0, 0, pixels, pixels); return; }
  if (sheet.width !== pixels) sheet.width = sheet.height = pixels;
  sheet.getContext("2d").drawImage(image, 0, 0, pixels, pixels);
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(sheet.transferToImageBitmap());
}
