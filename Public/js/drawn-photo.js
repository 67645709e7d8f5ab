// A photo that was chosen, small, before it is sent. On a canvas: pages show pictures of the server alone.
/** Whether the browser could draw it. What it cannot draw, the server may read all the same. */
export async function draw(file, canvas, side) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return false;
  const scale = side / Math.max(image.width, image.height);
  [canvas.width, canvas.height] = [image.width, image.height].map((length) => Math.max(1, Math.round(length * scale)));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return true;
}
