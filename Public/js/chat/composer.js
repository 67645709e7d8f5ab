// Where a message is written: a draft that outlives the page, whom it answers, its photos, and names by their
// beginnings.
import { element } from "../dom.js";
import { ifKept } from "../kept-page.js";
import { Suggestions } from "./suggestions.js";
import { Tray } from "./tray.js";
import { says } from "../texts.js";

// Milliseconds after which a press is over.
const SETTLED = 300;

export class Composer {
  #form;
  #draft;
  #suggestions;
  #tray;
  #error = document.getElementById("text-error");
  #names = document.getElementById("photo-names");
  #replyTo = document.getElementById("reply-to");

  /** @param send called with the text, the number of the message it answers, and photos. */
  constructor(form, { id, me, photos }, send) {
    this.#form = form;
    this.#draft = `draft ${me} ${id}`;
    this.#suggestions = new Suggestions(form.text, document.getElementById("suggestions"));
    this.#tray = new Tray(form.photos, document.getElementById("tray"), Number(photos), (text) => {
      this.#names.textContent = text;
    });
    const plus = form.querySelector(".plus");
    form.photos.addEventListener("change", () => { plus.open = false; });
    form.text.value ||= localStorage.getItem(this.#draft) ?? "";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(send);
    });
    form.text.addEventListener("input", () => this.#keep());
    form.text.addEventListener("keydown", (event) => this.#key(event));
    this.#noteWriting();
    // Nobody knows what has been said since a page was kept, but what is written on it waits as on any other.
    ifKept(() => {
      const obstacle = document.getElementById("obstacle");
      obstacle.textContent = says`What you write goes out once there is a connection.`;
    });
    // The button must not move away with a phone's keyboard before it is pressed.
    form.querySelector("button.primary").addEventListener("pointerdown", (event) => event.preventDefault());
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("[data-do=reply], [data-do=no-reply]");
      if (!link) return;
      event.preventDefault();
      if (link.dataset.do === "no-reply") this.#cancelReply(); else this.#reply(link.closest(".message"));
    });
  }

  /** A phone shows no sections beside its keyboard. They come back after a press elsewhere: nothing moves under it. */
  #noteWriting() {
    let timer = 0;
    this.#form.text.addEventListener("focus", () => {
      clearTimeout(timer);
      document.body.classList.add("is-writing");
    });
    this.#form.text.addEventListener("blur", () => {
      timer = setTimeout(() => document.body.classList.remove("is-writing"), SETTLED);
    });
  }

  #submit(send) {
    const { text: field, photos, reply_to: replyTo } = this.#form;
    const [text, files, reply] = [field.value.trim(), [...photos.files], replyTo.value];
    this.#error.textContent = "";
    if (!text && !files.length) { field.focus(); return; }
    field.value = "";
    this.#tray.clear();
    this.#suggestions.close();
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

  #key(event) {
    const { key, shiftKey, isComposing } = event;
    if (!isComposing && this.#suggestions.key(event)) { event.preventDefault(); return; }
    // A phone's keyboard has no other key for a new line.
    if (key === "Enter" && !shiftKey && !isComposing && matchMedia("(hover: hover)").matches) {
      event.preventDefault();
      this.#form.requestSubmit();
    }
  }

  #reply(row) {
    this.#form.reply_to.value = row.dataset.number;
    const cancel = element("a", says`Cancel reply`, { href: location.pathname, "data-do": "no-reply" });
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
