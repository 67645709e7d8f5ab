// Photos that were chosen show at once, below the button that chose them.
import { element } from "./dom.js";
import { draw } from "./drawn-photo.js";

const SIDE = 120;

for (const input of document.querySelectorAll(".photo-pick > input[type=file]")) {
  const thumbs = input.parentNode.querySelector(".photo-thumbs");
  const show = async () => {
    const chosen = [...input.files];
    const nodes = await Promise.all(chosen.map(async (file) => {
      const canvas = element("canvas", undefined, { role: "img", "aria-label": file.name });
      return (await draw(file, canvas, SIDE)) ? canvas : element("span", file.name, { class: "muted" });
    }));
    // Others may have been chosen while these were read.
    if (chosen.length === input.files.length && chosen.every((file, at) => file === input.files[at])) {
      thumbs.replaceChildren(...nodes);
    }
  };
  input.addEventListener("change", show);
  // The browser gives them back to a page that one returns to.
  if (input.files.length) show();
}
