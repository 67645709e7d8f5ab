// Messages on their way: shown at once, kept in this browser, and sent once. Each has a client id: if a message arrived
// although its response was lost, the server finds it again and never stores it twice.
import { readKept, writeKept } from "../kept.js";
import { element } from "../dom.js";
import { icon } from "../said.js";
import { uuid } from "../uuid.js";
import { rowsIn } from "./thread.js";
import { says } from "../texts.js";

function pendingRow(item, me) {
  const row = element("li", undefined, {
    id: `p${item.client}`, class: "message own pending", "data-author": me, "data-time": item.at,
  });
  const bubble = element("div", undefined, { class: "bubble" });
  const state = element("p", says`Sending…`, { class: "state" });
  bubble.append(element("p", item.text, { class: "message-text", dir: "auto" }), state);
  row.append(bubble);
  return row;
}

export class Outbox {
  #key;
  #me;
  #action;
  #tell;
  #isFlushing = false;

  /**
   * @param tell of a message: `shown(row)`, `changed()` when it says something else and may be higher by that,
   * `arrived(row)` with the server's row, `refused(text, problem)`, and `closed()` where one may no longer write.
   */
  constructor({ id, me, action }, tell) {
    this.#key = `outbox ${me} ${id}`;
    [this.#me, this.#action, this.#tell] = [me, action, tell];
    this.#items.forEach((item) => this.#show(item));
    addEventListener("online", () => this.flush());
  }

  get #items() { return readKept(this.#key); }

  #forget({ client }) { writeKept(this.#key, this.#items.filter((other) => other.client !== client)); }

  #show(item) {
    const row = pendingRow(item, this.#me);
    this.#tell.shown(row);
    return row;
  }

  /** Photos are not kept: too large for that. */
  add(text, reply, files) {
    const item = { client: uuid(), text, reply, at: Date.now() };
    if (!files.length) writeKept(this.#key, [...this.#items, item]);
    return this.#send(item, this.#show(item), files);
  }

  /** Sends all waiting messages, in order, until one finds no line. */
  async flush() {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    for (const item of this.#items) {
      const row = document.getElementById(`p${item.client}`) ?? this.#show(item);
      if (!await this.#send(item, row)) break;
    }
    this.#isFlushing = false;
  }

  async #send(item, row, files = []) {
    Outbox.#say(row, says`Sending…`, false);
    const response = await fetch(this.#action, {
      method: "POST", body: Outbox.#body(item, files), headers: { Accept: "application/json" },
    }).catch(() => null);
    if (response?.ok) {
      this.#forget(item);
      row.remove();
      this.#tell.arrived(rowsIn(await response.text())[0]);
      return true;
    }
    if (!response) {
      if (files.length) this.#fail(item, row, files, says`Not sent: no connection.`);
      else this.#wait(row);
      return false;
    }
    const { detail } = await response.json().catch(() => ({ detail: says`It could not be sent.` }));
    if (response.status === 422) {
      // A refused message comes back to be changed.
      this.#discard(item, row);
      this.#tell.refused(item.text, detail);
    } else this.#fail(item, row, files, detail);
    if (response.status === 409) this.#tell.closed();
    return false;
  }

  static #body({ client, text, reply }, files) {
    const body = files.length ? new FormData() : new URLSearchParams();
    body.set("client_id", client);
    body.set("text", text);
    body.set("reply_to", reply);
    for (const file of files) body.append("photos", file);
    return body;
  }

  static #say(row, text, isFailed = true) {
    row.classList.toggle("failed", isFailed);
    row.querySelector(".state").textContent = text;
  }

  /** Nothing is wrong, and nothing has to be done: it goes out by itself. */
  #wait(row) {
    Outbox.#say(row, says`Waits for a connection.`, false);
    row.querySelector(".state").prepend(icon("clock"), " ");
    this.#tell.changed();
  }

  #fail(item, row, files, text) {
    Outbox.#say(row, text);
    const actions = [
      [says`Try again`, () => this.#send(item, row, files)], [says`Discard`, () => this.#discard(item, row)],
    ];
    for (const [label, run] of actions) {
      const button = element("button", label, { type: "button", class: "link" });
      button.addEventListener("click", run);
      row.querySelector(".state").append(" ", button);
    }
    this.#tell.changed();
  }

  #discard(item, row) {
    this.#forget(item);
    row.remove();
  }
}
