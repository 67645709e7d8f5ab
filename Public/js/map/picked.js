// Who was tapped on the traveller's map, who stands in one spot, or where people meet: a card above the list.
import { age, counted } from "../format.js";
import { element, set, write } from "../dom.js";
import { parsePage } from "../live.js";
import { says } from "../texts.js";

/** "Seen just now", "Seen 4 min ago". */
const seen = (time) => {
  const ms = Math.max(0, Date.now() - time);
  return ms < 60e3 ? says`Seen just now` : says`Seen ${age(ms)} ago`;
};

export class Picked {
  #node = document.getElementById("picked");
  #body = document.getElementById("picked-body");
  #card = document.getElementById("friend-card");
  #data;
  #act;
  #friends = [];
  #shown = [];
  // The place whose coordinates were asked for.
  #asked = null;

  /**
   * @param data `people`: the server writes a friend's coordinates below it; `messages`: a friend is written to there.
   * @param act `choose(friend)` of several, and `closed()`.
   */
  constructor(data, act) {
    [this.#data, this.#act] = [data, act];
    this.#node.querySelector(".close").addEventListener("click", () => { this.show([]); act.closed(); });
  }

  includes(friend) { return this.#friends.includes(friend); }
  /** The one friend who is shown, or null. */
  get friend() { return this.#friends.length === 1 ? this.#friends[0] : null; }

  show(friends) {
    this.#friends = friends;
    // Chosen anew, they are shown anew.
    this.#shown = [];
    if (friends.length) this.draw(() => true); else this.#put();
  }

  /** A restaurant or a shop, as its card says. */
  showPlace(card) {
    [this.#friends, this.#shown] = [[], []];
    this.#put(card);
  }

  /** A peak, a hut or a piste that the page's address is about. */
  showSpot(section) {
    this.#put(...section.children);
    section.remove();
  }

  /** The reader, who was seen by this phone or the server. */
  showMine(time) {
    [this.#friends, this.#shown] = [[], []];
    this.#put(element("h2", says`You`), element("p", seen(time), { class: "muted" }));
  }

  /** Where people meet, as its row in the list says. */
  showMeeting(row) {
    [this.#friends, this.#shown] = [[], []];
    this.#put(row.querySelector(".meeting-words").cloneNode(true));
  }

  /** @param isKnown whether a friend is still on the map. */
  draw(isKnown) {
    if (!this.#friends.length) return;
    const friends = this.#friends = this.#friends.filter(isKnown);
    // What a finger is about to tap must not move away from it: the same people keep their nodes.
    const isSame = friends.length === this.#shown.length
      && friends.every((friend, index) => friend === this.#shown[index]);
    if (!isSame) this.#rebuild();
    if (!friends.length) { this.#act.closed(); return; }
    if (friends.length === 1) this.#update(friends[0]); else this.#updateNames();
  }

  #put(...nodes) {
    this.#body.replaceChildren(...nodes);
    this.#node.hidden = !nodes.length;
    this.#asked = null;
  }

  #rebuild() {
    this.#shown = this.#friends;
    const [first, ...others] = this.#friends;
    if (!first) this.#put(); else this.#put(...others.length ? this.#names() : [this.#person(first)]);
  }

  // MARK: several

  #names() {
    const list = element("ul", undefined, { class: "picked-names" });
    for (const friend of this.#friends) {
      const [item, button] = [element("li"), element("button", undefined, { type: "button" })];
      button.append(friend.row.querySelector(".face").cloneNode(true), element("strong", friend.name),
        element("small", "", { class: "muted how-far" }));
      button.addEventListener("click", () => this.#act.choose(friend));
      item.append(button);
      list.append(item);
    }
    return [element("h2", says`${counted(this.#friends.length, "friend")} here`), list];
  }

  #updateNames() {
    const places = this.#body.querySelectorAll(".how-far");
    this.#friends.forEach(({ row }, index) => write(places[index], row.querySelector(".how-far").textContent));
  }

  // MARK: one

  #person({ id, row, name }) {
    const card = document.importNode(this.#card.content, true).firstElementChild;
    const find = (part) => card.querySelector(`.${part}`);
    const { call, number } = row.dataset;
    find("card-head").prepend(row.querySelector(".face").cloneNode(true));
    find("card-name").textContent = name;
    for (const part of ["card-name", "card-link"]) find(part).href = row.querySelector("a").getAttribute("href");
    if (find("card-message")) find("card-message").action = `${this.#data.messages}/${id}/chat`;
    if (call) find("card-call").href = call; else find("card-call").remove();
    if (call) find("card-number").textContent = number; else find("card-number").remove();
    return card;
  }

  #update(friend) {
    const [mark, from] = [this.#body, friend.row].map((node) => node.querySelector(".mark"));
    set(mark, "class", from.className);
    write(mark, from.textContent);
    write(this.#body.querySelector(".how-far"), friend.row.querySelector(".how-far").textContent);
    write(this.#body.querySelector(".age"), seen(friend.time));
    this.#showForms(friend);
  }

  /** The coordinates as the server writes them: asked for again when the friend has moved. */
  async #showForms(friend) {
    const place = `${friend.lat} ${friend.lon}`;
    if (this.#asked === place) return;
    this.#asked = place;
    const response = await fetch(`${this.#data.people}/${friend.id}`, { redirect: "manual" }).catch(() => null);
    const forms = response?.ok && parsePage(await response.text()).querySelector(".coordinates");
    if (!forms || this.#asked !== place || this.friend !== friend) return;
    this.#body.querySelector(".coordinates-fold").hidden = false;
    this.#body.querySelector(".where").replaceChildren(document.importNode(forms, true));
  }
}
