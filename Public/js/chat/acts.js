// What is done beside a message without leaving the page: reacting, and what moderators do.
import { rowsIn } from "./thread.js";
import { say } from "../said.js";

// Milliseconds in which the stream repeats what this page did itself.
const ECHO = 5_000;

async function post(address, body = new URLSearchParams()) {
  const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } })
    .catch(() => null);
  if (response?.ok) return response;
  const { detail } = await response?.json().catch(() => ({})) ?? {};
  say(detail ?? "It could not be done: no connection.");
  return null;
}

export class Acts {
  #show;
  #find;
  #own = new Map();

  /** @param show draws a row that the server sent; `find` gives the row of a number. */
  constructor(list, { show, find }) {
    [this.#show, this.#find] = [show, find];
    list.addEventListener("submit", (event) => {
      const { target: form, submitter } = event;
      const kind = form.matches(".reactions, .palette") ? "react" : form.dataset.do;
      if (kind !== "react" && kind !== "act" && kind !== "restore") return;
      event.preventDefault();
      const body = new URLSearchParams(new FormData(form, submitter));
      if (kind === "react") this.#react(form, body); else this.#act(form, body);
    });
  }

  async #react(form, body) {
    const row = form.closest(".message");
    const menu = row.querySelector("details.acts");
    if (menu) menu.open = false;
    this.#own.set(row.dataset.number, Date.now());
    const response = await post(form.action, body);
    if (!response) return;
    this.#show(rowsIn(await response.text())[0]);
    this.#find(row.dataset.number)?.querySelector("summary")?.focus({ preventScroll: true });
  }

  async #act(form, body) {
    const menu = form.closest("details.acts");
    if (menu) menu.open = false;
    const response = await post(form.action, body);
    if (!response) return;
    const { text, undo } = await response.json();
    say(text ?? "Done.", undo && (() => Acts.#undo(undo)));
  }

  static async #undo(address) { if (await post(address)) say("Undone."); }

  /** Whether the stream only repeats what this page did. */
  isEcho(number) { return Date.now() - (this.#own.get(String(number)) ?? 0) < ECHO; }

  /** Puts the signs of the row that everybody sees under a row of this page: one's own stay marked. */
  static take(row, html) {
    const [old, fresh] = [row.querySelector(".reactions"), rowsIn(html)[0].querySelector(".reactions")];
    const mine = new Set([...old?.querySelectorAll("[aria-pressed=true]") ?? []].map(({ value }) => value));
    for (const sign of fresh?.children ?? []) {
      const isMine = mine.has(sign.value);
      sign.setAttribute("aria-pressed", isMine);
      sign.name = isMine ? "drop" : "add";
    }
    if (old && fresh) old.replaceWith(fresh);
    else if (fresh) row.querySelector(".bubble").append(fresh);
    else old?.remove();
  }
}
