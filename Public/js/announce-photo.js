// The photo of an announcement: drawn as soon as it is chosen; one that is too large is said before it is sent in vain.
import { draw } from "./drawn-photo.js";

const LARGEST = 8 << 20;
const SIDE = 160;
const input = document.getElementById("photo");
const canvas = document.getElementById("photo-chosen");
const [error, large] = ["photo-error", "photo-large"].map((id) => document.getElementById(id));

input.addEventListener("change", async () => {
  const [file] = input.files;
  const isTooLarge = file && file.size > LARGEST;
  error.textContent = "";
  large.hidden = !isTooLarge;
  input.setAttribute("aria-invalid", Boolean(isTooLarge));
  if (isTooLarge) input.value = "";
  canvas.hidden = !file || isTooLarge || !await draw(file, canvas, SIDE);
});
