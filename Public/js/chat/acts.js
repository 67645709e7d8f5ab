// What is done beside a message without leaving the page: reacting, and what moderators do.
import { rowsIn } from "./thread.js";
import { say } from "../said.js";
import { says } from "../texts.js";

// Milliseconds in which the stream repeats what this page did itself.
const ECHO = 5_000;

async function post(address, body = new URLSearchParams()) {
  const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } })
    .catch(() => null);
  if (response?.ok) return response;
  const { detail } = await response?.json().catch(() => ({})) ?? {};
  say(detail ?? says`It could not be done: no connection.`);
  return null;
}

export class Acts {
  #show;
  #find;
  #again;
  #own = new Map();

  /** @param show draws a row that the server sent; `find` gives the row of a number, `again` asks for it anew. */
  constructor(list, { show, find, again }) {
    [this.#show, this.#find, this.#again] = [show, find, again];
    list.addEventListener("submit", (event) => {
      const { target: form, submitter } = event;
      const kind = form.matches(".poll") ? "vote" : form.matches(".reactions, .palette") ? "react" : form.dataset.do;
      if (!["vote", "react", "act", "restore"].includes(kind)) return;
      event.preventDefault();
      const body = new URLSearchParams(new FormData(form, submitter));
      if (kind === "vote") this.#vote(form, body, submitter.value);
      else if (kind === "react") this.#react(form, body);
      else this.#act(form, body);
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

  /** What cannot be voted for any more is shown as it is. */
  async #vote(form, body, answer) {
    const { number } = form.closest(".message").dataset;
    this.#own.set(number, Date.now());
    const response = await post(form.action, body);
    if (!response) { this.#again(number); return; }
    this.#show(rowsIn(await response.text())[0]);
    this.#find(number)?.querySelector(`.poll-answer[value="${answer}"]`)?.focus({ preventScroll: true });
  }

  async #act(form, body) {
    const menu = form.closest("details.acts");
    if (menu) menu.open = false;
    const response = await post(form.action, body);
    if (!response) return;
    const { text, undo } = await response.json();
    say(text ?? says`Done.`, undo && (() => Acts.#undo(undo)));
  }

  static async #undo(address) { if (await post(address)) say(says`Undone.`); }

  /** Whether the stream only repeats what this page did. */
  isEcho(number) { return Date.now() - (this.#own.get(String(number)) ?? 0) < ECHO; }

  /** Puts the votes and signs of the row that everybody sees into a row of this page: one's own stay marked. */
  static take(row, html) {
    const [seen] = rowsIn(html);
    Acts.#takeVotes(row.querySelector(".poll"), seen.querySelector(".poll"));
    const [old, fresh] = [row.querySelector(".reactions"), seen.querySelector(".reactions")];
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

  static #takeVotes(old, fresh) {
    if (!old || !fresh) return;
    const parts = ".poll-fill, .poll-count, .poll-names, .poll-state";
    const now = fresh.querySelectorAll(parts);
    old.querySelectorAll(parts).forEach((part, index) => {
      if (part.localName === "progress") part.value = now[index].value;
      else [part.className, part.textContent] = [now[index].className, now[index].textContent];
    });
  }
}
