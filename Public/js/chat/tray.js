// Photos that are about to be sent: each as it looks, with a button that leaves it out.
import { element } from "../dom.js";
import { icon } from "../said.js";
import { says } from "../texts.js";

// Pixels.
const HEIGHT = 144;

export class Tray {
  #input;
  #box;
  #limit;
  #tell;
  #files = [];

  /** @param tell called with a sentence, or with nothing. */
  constructor(input, box, limit, tell) {
    [this.#input, this.#box, this.#limit, this.#tell] = [input, box, limit, tell];
    input.addEventListener("change", () => this.#add([...input.files]));
  }

  clear() {
    this.#files = [];
    this.#draw();
  }

  #add(files) {
    const all = [...this.#files, ...files];
    this.#tell(all.length > this.#limit ? says`At most ${this.#limit} photos at a time.` : "");
    this.#files = all.slice(0, this.#limit);
    this.#draw();
  }

  #draw() {
    const kept = new DataTransfer();
    for (const file of this.#files) kept.items.add(file);
    this.#input.files = kept.files;
    this.#box.replaceChildren(...this.#files.map((file) => this.#item(file)));
  }

  #item(file) {
    const item = element("li");
    const drawing = element("canvas", undefined, { role: "img", "aria-label": file.name });
    const remove = element("button", undefined, { type: "button", "aria-label": says`Leave out ${file.name}` });
    remove.append(icon("x"));
    remove.addEventListener("click", () => {
      this.#files = this.#files.filter((other) => other !== file);
      this.#tell("");
      this.#draw();
    });
    item.append(drawing, remove);
    Tray.#paint(file, drawing);
    return item;
  }

  /** In its shape; a kind that the browser cannot read is named instead. */
  static async #paint(file, drawing) {
    try {
      const picture = await createImageBitmap(file);
      [drawing.height, drawing.width] = [HEIGHT, Math.max(1, Math.round(picture.width / picture.height * HEIGHT))];
      drawing.getContext("2d").drawImage(picture, 0, 0, drawing.width, drawing.height);
    } catch { drawing.replaceWith(element("span", file.name)); }
  }
}
