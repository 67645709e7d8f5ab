// Names by their beginnings: a list above the field, for fingers and for keys.
import { element } from "../dom.js";
import { fold } from "../fold.js";

const MOST = 6;

export class Suggestions {
  #field;
  #list;
  #people;
  #chosen = 0;

  constructor(field, list) {
    [this.#field, this.#list] = [field, list];
    this.#people = field.dataset.names.split("\n").filter(Boolean).map((name) => ({ name, folded: fold(name) }));
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", list.id);
    for (const name of ["input", "click", "focus"]) field.addEventListener(name, () => this.#show());
    field.addEventListener("blur", () => this.close());
    // The field keeps the focus, and a phone its keyboard.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", ({ target }) => {
      const option = target.closest("[role=option]");
      if (option) this.#take(option.textContent);
    });
  }

  get isOpen() { return !this.#list.hidden; }

  close() {
    this.#list.hidden = true;
    this.#field.removeAttribute("aria-activedescendant");
  }

  /** Whether the key was meant for the list. */
  key({ key }) {
    if (!this.isOpen) return false;
    const options = [...this.#list.children];
    if (key === "ArrowDown" || key === "ArrowUp") {
      this.#chosen = (this.#chosen + (key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
      this.#mark();
    } else if (key === "Enter" || key === "Tab") this.#take(options[this.#chosen].textContent);
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }

  /** What is typed after the last @, and where that stands. */
  #typed() {
    const { value, selectionStart: end } = this.#field;
    const start = value.lastIndexOf("@", end - 1);
    if (start < 0 || end - start > 40 || (start > 0 && /[\p{L}\p{N}]/u.test(value[start - 1]))) return null;
    const text = value.slice(start + 1, end);
    return /\n/.test(text) ? null : { start, end, text: fold(text) };
  }

  #show() {
    const typed = this.#typed();
    const found = typed ? this.#find(typed.text) : [];
    if (!found.length) { this.close(); return; }
    this.#list.replaceChildren(...found.map(({ name }, index) =>
      element("li", name, { role: "option", id: `suggestion-${index}`, dir: "auto" })));
    this.#chosen = 0;
    this.#list.hidden = false;
    this.#mark();
  }

  /** Whole beginnings first, then beginnings of a later word; nothing once the name is written. */
  #find(text) {
    if (this.#people.some(({ folded }) => text.startsWith(folded))) return [];
    const whole = this.#people.filter(({ folded }) => folded.startsWith(text));
    const later = text ? this.#people.filter((one) => !whole.includes(one) && one.folded.includes(` ${text}`)) : [];
    return [...whole, ...later].slice(0, MOST);
  }

  #mark() {
    [...this.#list.children].forEach((option, index) => option.setAttribute("aria-selected", index === this.#chosen));
    this.#field.setAttribute("aria-activedescendant", `suggestion-${this.#chosen}`);
  }

  #take(name) {
    const typed = this.#typed();
    if (typed) this.#field.setRangeText(`@${name} `, typed.start, typed.end, "end");
    this.close();
    this.#field.focus();
    this.#field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
