// The round button that leads to the newest message while it is out of sight, with how many new ones are below.
import { says } from "../texts.js";

export class Newest {
  #button = document.getElementById("to-newest");
  #thread;
  #count;

  /** @param arrive what is done where the newest messages are loaded already. */
  constructor(thread, arrive) {
    this.#thread = thread;
    this.#count = Number(this.#button.dataset.unread)
      || document.querySelectorAll("#thread .new-line ~ .message:not(.own)").length;
    this.#button.addEventListener("click", () => { if (thread.isAtEnd) arrive(); else this.go(); });
    document.getElementById("scroller").addEventListener("scroll", () => this.show(), { passive: true });
    setTimeout(() => this.show());
  }

  /** Where the page is that ends with the newest messages. */
  go() { location.href = this.#button.dataset.address; }

  /** One more came in, out of sight. */
  add() {
    this.#count++;
    this.show();
  }

  show() {
    const isThere = this.#thread.isAtEnd && this.#thread.isNearBottom;
    if (isThere) this.#count = 0;
    this.#button.hidden = isThere;
    const count = this.#count > 99 ? "99+" : String(this.#count);
    this.#button.textContent = this.#count ? `${count} ↓` : "↓";
    this.#button.ariaLabel = this.#count ? says`New messages below: ${count}` : says`To the newest message`;
  }
}
