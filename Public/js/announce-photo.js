// The photo of an announcement: drawn as soon as it is chosen; one that is too large is said before it is sent in vain.
const LARGEST = 8 << 20;
const SIDE = 160;
const input = document.getElementById("photo");
const canvas = document.getElementById("photo-chosen");
const [error, large] = ["photo-error", "photo-large"].map((id) => document.getElementById(id));

async function draw(file) {
  // What the browser cannot draw, the server may read all the same.
  const image = await createImageBitmap(file).catch(() => null);
  canvas.hidden = !image;
  if (!image) return;
  const scale = SIDE / Math.max(image.width, image.height);
  [canvas.width, canvas.height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
}

input.addEventListener("change", () => {
  const [file] = input.files;
  const isTooLarge = file && file.size > LARGEST;
  error.textContent = "";
  large.hidden = !isTooLarge;
  input.setAttribute("aria-invalid", Boolean(isTooLarge));
  if (isTooLarge) input.value = "";
  if (file && !isTooLarge) draw(file); else canvas.hidden = true;
});
