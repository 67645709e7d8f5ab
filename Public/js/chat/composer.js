// Where a message is written: a draft that outlives the page, whom it answers, its photos, and names by their
// beginnings.
import { element } from "../dom.js";

export class Composer {
  #form;
  #draft;
  #limit;
  #error = document.getElementById("text-error");
  #names = document.getElementById("photo-names");
  #replyTo = document.getElementById("reply-to");

  /** @param send called with the text, the number of the message it answers, and photos. */
  constructor(form, { id, me, photos }, send) {
    this.#form = form;
    this.#draft = `draft ${me} ${id}`;
    this.#limit = Number(photos);
    form.text.value ||= localStorage.getItem(this.#draft) ?? "";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(send);
    });
    form.text.addEventListener("input", () => this.#keep());
    form.text.addEventListener("keydown", (event) => this.#key(event));
    form.photos.addEventListener("change", () => this.#nameFiles());
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("[data-do]");
      if (!link) return;
      event.preventDefault();
      if (link.dataset.do === "no-reply") this.#cancelReply(); else this.#reply(link.closest(".message"));
    });
  }

  #submit(send) {
    const { text: field, photos, reply_to: replyTo } = this.#form;
    const [text, files, reply] = [field.value.trim(), [...photos.files], replyTo.value];
    this.#error.textContent = "";
    if (!text && !files.length) { field.focus(); return; }
    [field.value, photos.value] = ["", ""];
    this.#keep();
    this.#names.textContent = "";
    this.#cancelReply();
    send(text, reply, files);
  }

  /** A refused text comes back into the field, unless something was written meanwhile. */
  takeBack(text, problem) {
    this.#error.textContent = problem;
    this.#form.text.value ||= text;
    this.#form.text.focus();
  }

  /** Whether one may write now. */
  set isOpen(isOpen) { this.#form.hidden = !isOpen; }
  remove() { this.#form.remove(); }

  #keep() {
    const { value } = this.#form.text;
    if (value) localStorage.setItem(this.#draft, value); else localStorage.removeItem(this.#draft);
  }

  #nameFiles() {
    const names = [...this.#form.photos.files].map((file) => file.name);
    this.#names.textContent = names.length > this.#limit
      ? `At most ${this.#limit} photos at a time.`
      : names.join(", ");
  }

  #key(event) {
    const { key, shiftKey, isComposing } = event;
    // A phone's keyboard has no other key for a new line.
    if (key === "Enter" && !shiftKey && !isComposing && matchMedia("(hover: hover)").matches) {
      event.preventDefault();
      this.#form.requestSubmit();
    }
    if (key === "Tab" && this.#complete()) event.preventDefault();
  }

  /** "@Ad" and Tab become "@Ada Example". */
  #complete() {
    const { text } = this.#form;
    const { value, selectionStart: end } = text;
    const start = value.lastIndexOf("@", end - 1);
    if (start < 0 || end - start < 2 || /\n/.test(value.slice(start, end))) return false;
    const typed = value.slice(start + 1, end).toLowerCase();
    const name = text.dataset.names.split("\n").find((one) => one.toLowerCase().startsWith(typed));
    if (!name) return false;
    text.setRangeText(`@${name} `, start, end, "end");
    return true;
  }

  #reply(row) {
    this.#form.reply_to.value = row.dataset.number;
    const cancel = element("a", "Cancel reply", { href: location.pathname, "data-do": "no-reply" });
    const said = row.querySelector(".message-text").textContent.slice(0, 140);
    this.#replyTo.replaceChildren(element("strong", row.querySelector(".author").textContent), ` ${said} `, cancel);
    this.#replyTo.hidden = false;
    this.#form.text.focus();
  }

  #cancelReply() {
    this.#form.reply_to.value = "";
    this.#replyTo.hidden = true;
  }
}
