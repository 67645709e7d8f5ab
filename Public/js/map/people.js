// Everybody's markers: who stands alone, who is in a crowd, and who is on the way.
import { make } from "../dom.js";
import { Cluster } from "./cluster.js";
import { crowds } from "./crowds.js";
import { placeNames } from "./names.js";
import { Person } from "./person.js";

// Pixels outside of the window in which markers are drawn: a map is dragged that far before it is laid out anew.
export const REACH = 220;

export class People {
  #all = new Map();
  #alone = [];
  #clusters = [];
  #gliding = 0;
  #view;
  // Clusters lie below those who stand alone, and nothing lies over those who have a ring.
  #crowded = make("g");
  #open;

  /**
   * @param view the window for which markers are laid out.
   * @param open called with the members of a cluster that is clicked.
   */
  constructor(rows, layers, limits, view, open) {
    this.#view = view;
    this.#open = open;
    const [markers, raised] = [make("g"), make("g")];
    layers.markers.replaceChildren(this.#crowded, markers, raised);
    for (const row of rows) this.#all.set(row.dataset.id, new Person(row, { ...layers, markers, raised }, limits));
    layers.accuracy.replaceChildren();
  }

  get all() { return [...this.#all.values()]; }
  get shown() { return this.all.filter((person) => person.isShown); }
  find(id) { return this.#all.get(id); }

  /** Points of the window at which a marker stands. */
  spots = [];
  /** What their names take of the window. */
  names = [];

  /**
   * Whoever is selected or needs help stands alone.
   * @param marks points of the window at which something else stands.
   */
  layOut(selected, words, now, marks) {
    const points = [];
    const alone = [];
    this.spots = [];
    for (const person of this.#all.values()) {
      const point = person.isShown ? this.#view.point(person.to) : null;
      if (!point || !this.#view.holds(point, REACH)) person.hideMarker();
      else if (person.id === selected || person.isInNeed) { alone.push(person); this.spots.push(point); }
      else points.push(Object.assign(point, { person }));
    }
    const found = crowds(points);
    this.spots.push(...found.map(([first]) => first));
    const groups = found.map((group) => group.map(({ person }) => person));
    this.#alone = [...alone, ...groups.filter((group) => group.length === 1).flat()];
    for (const person of this.#alone) person.showMarker(this.#view, person.id === selected, words);
    this.#nameThose(alone, selected, marks);
    this.#showClusters(groups.filter((group) => group.length > 1));
    this.animate(now);
  }

  /** Whoever is selected, then who needs help, the newest call first. */
  #nameThose(named, selected, marks) {
    const names = named.map((person) => {
      const { x, y } = this.#view.point(person.to);
      const [rank, time] = [person.id === selected ? 0 : 1, person.need?.since ?? 0];
      // Who calls is read at first sight, whatever crowd stands there.
      return { x, y, text: person.name, rank, time, mayCover: person.isInNeed };
    });
    const places = placeNames(names, this.#view, [...this.spots, ...marks]);
    named.forEach((person, index) => person.placeName(places[index]));
    this.names = places.filter(Boolean).map(({ box }) => box);
  }

  #showClusters(groups) {
    groups.forEach((members, index) => {
      this.#clusters[index] ??= new Cluster(this.#crowded, this.#open);
      this.#clusters[index].show(members, this.#view);
    });
    this.#clusters.slice(groups.length).forEach((cluster) => cluster.hide());
  }

  /** Only moves who stands alone. */
  animate = (now) => {
    let isGliding = false;
    for (const person of this.#alone) if (person.isShown && person.move(this.#view, now)) isGliding = true;
    cancelAnimationFrame(this.#gliding);
    if (isGliding) this.#gliding = requestAnimationFrame(this.animate);
  };

  /** Puts all markers into the document, a few a frame, before a turn of the wheel wants hundreds of them. */
  prepare(waiting = this.all) {
    waiting.splice(0, 25).forEach((person) => person.prepare());
    if (waiting.length) requestAnimationFrame(() => this.prepare(waiting));
  }
}
