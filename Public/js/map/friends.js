// The list of friends on the traveller's map: who is near, how far and how long ago, the nearest first.
import { age, freshness, nearness } from "../format.js";
import { set, write } from "../dom.js";
import { fold, hasWords } from "../fold.js";
import { distance } from "./geometry.js";
import { fromRow } from "./positions.js";
import { says } from "../texts.js";

const MARKS = { fresh: "●", stale: "◐", lost: "○" };

export class Friends {
  #list = document.getElementById("friends");
  #limits;
  #radius;
  #known = new Map();
  #mine = null;
  /** What was typed to find a friend: all whose names have it are listed, however far they are. */
  wanted = "";

  /** @param limits milliseconds up to which a position is `fresh` and `stale`; `radius` metres that are near. */
  constructor(limits, radius) {
    [this.#limits, this.#radius] = [limits, radius];
    for (const row of this.#list.children) this.#add(row);
  }

  #add(row) {
    const { name, initials } = row.dataset;
    const friend = { ...fromRow(row), row, name, initials };
    this.#known.set(friend.id, friend);
  }

  set radius(metres) { this.#radius = metres; }
  get all() { return [...this.#known.values()]; }
  /** Those who have been seen lately. */
  get seen() {
    const [now, { fresh, stale }] = [Date.now(), this.#limits];
    return this.all.filter(({ time }) => freshness(now - time, fresh, stale) !== "lost");
  }
  get ids() { return [...this.#known.keys()]; }
  find(id) { return this.#known.get(id) ?? null; }
  has(id) { return this.#known.has(id); }

  /** False for somebody who is not in the list. */
  take(position) {
    const friend = this.#known.get(position.id);
    if (friend && friend.time <= position.time) Object.assign(friend, position);
    return Boolean(friend);
  }

  append(row) {
    this.#list.append(row);
    this.#add(row);
  }

  remove(id) {
    const friend = this.#known.get(id);
    friend?.row.remove();
    friend?.marker?.remove();
    this.#known.delete(id);
  }

  // Without a position of one's own nobody is nearer than anybody else: all are listed, by name.
  #isNear(friend) {
    if (this.wanted) return hasWords(fold(friend.name), this.wanted);
    return !this.#mine || friend.far <= this.#radius;
  }

  /**
   * @param mine one's own position, null where nobody knows it.
   * @param isPicked whether a friend's row is wanted even when they are far. Returns how many are near.
   */
  draw(mine, isPicked) {
    this.#mine = mine;
    const { all } = this;
    for (const friend of all) this.drawRow(friend, isPicked(friend));
    const near = all.filter((friend) => this.#isNear(friend));
    this.#order(near);
    document.getElementById("nobody").hidden = near.length > 0 || this.wanted !== "";
    const nobody = document.getElementById("nobody-found");
    nobody.hidden = near.length > 0 || this.wanted === "";
    nobody.firstElementChild.textContent = says`Nobody found for “${this.wanted}”.`;
    document.getElementById("radius").hidden = !mine;
    write(document.getElementById("near"), mine ? says`Nearby` : says`Friends on the map`);
    const others = document.getElementById("others");
    if (others) others.hidden = all.length === near.length || this.wanted !== "";
  }

  drawRow(friend, isPicked) {
    const [{ row }, mine] = [friend, this.#mine];
    friend.far = mine ? distance(mine, friend) : Infinity;
    set(row, "class", this.#isNear(friend) ? "near" : "far");
    // Who is far has no row in sight, unless a tap on the map shows it: hundreds need not be kept up to date.
    if (!this.#isNear(friend) && !isPicked) return;
    const old = Date.now() - friend.time;
    const state = freshness(old, this.#limits.fresh, this.#limits.stale);
    const mark = row.querySelector(".mark");
    set(mark, "class", `mark ${state}`);
    write(mark, MARKS[state]);
    const above = mine?.ground != null && friend.ground != null ? friend.ground - mine.ground : 0;
    write(row.querySelector(".how-far"), mine ? nearness(friend.far, above) : "");
    write(row.querySelector(".age"), age(old));
  }

  /** Rows do not move while somebody is at one of them, and only rows that are out of place are moved. */
  #order(friends) {
    if (this.#list.matches(":focus-within, :active")) return;
    const compare = this.#mine ? (a, b) => a.far - b.far : (a, b) => a.name.localeCompare(b.name);
    let next = this.#list.firstElementChild;
    for (const { row } of friends.sort(compare)) {
      // A row that fell back is passed over: it moves when its turn comes, instead of all the others.
      if (row !== next && row === next?.nextElementSibling) next = row;
      if (row === next) next = row.nextElementSibling; else this.#list.insertBefore(row, next);
    }
  }
}
