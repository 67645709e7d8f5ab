// One marker for a crowd. It is used again for another one at the next layout.
import { make, set, setVisible, write } from "../dom.js";
import { says } from "../texts.js";

/** One who is lost shows among many who are not. */
export const worst = (styles) => ["lost", "stale"].find((style) => styles.includes(style)) ?? "fresh";

export class Cluster {
  #layer;
  #members = [];
  #node = make("g");
  #title = make("title");
  #circle = make("circle");
  #text = make("text");

  /** @param open called with the members of the cluster that is clicked. */
  constructor(layer, open) {
    this.#layer = layer;
    this.#node.append(this.#title, this.#circle, this.#text);
    this.#node.addEventListener("click", () => open(this.#members));
  }

  show(members, view) {
    this.#members = members;
    members.forEach((person) => person.hideMarker());
    const middle = view.point(members[0].to);
    const style = worst(members.map((person) => person.style));
    set(this.#node, "class", `marker cluster ${style}`);
    set(this.#node, "transform", `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)})`);
    set(this.#circle, "r", members.length > 99 ? 19 : 16);
    write(this.#title, members.map((person) => `${person.name}, ${says.text(person.style)}`).join("\n"));
    write(this.#text, String(members.length));
    setVisible(this.#node, this.#layer, true);
  }

  hide() { setVisible(this.#node, this.#layer, false); }
}
