// Where everybody stands on one list: of two ticks the later one counts, as on the server (`Attendance`).

// A tick that the server has not confirmed yet counts as the newest received.
const got = (scan) => scan.got ?? Infinity;

function isLater(a, b) {
  if (a.at !== b.at) return a.at > b.at;
  if (got(a) !== got(b)) return got(a) > got(b);
  return a.id > b.id;
}

export class Attendance {
  #list;
  #excluding;
  #isReturn;
  #latest = new Map();
  // What was known of somebody before, so that a tick that is taken back uncovers it without a connection.
  #earlier = new Map();
  #undone = new Set();

  /**
   * @param excluding ids of the lists that exclude this one: whoever is in on one is out of the others.
   * @param isReturn whether people come back by this list: whoever is not in on it is awaited then, ticked out or not.
   */
  constructor(list, excluding, isReturn) {
    [this.#list, this.#excluding, this.#isReturn] = [list, new Set(excluding), isReturn];
  }

  clear() { for (const known of [this.#latest, this.#earlier, this.#undone]) known.clear(); }

  /**
   * True if the scan counts: `{ id, list, member, in, at, got }`, `got` when the server received it.
   */
  take(scan) {
    if (scan.list !== this.#list && !this.#excluding.has(scan.list) || this.#undone.has(scan.id)) return false;
    const { member } = scan;
    const old = this.#latest.get(member);
    const counts = !old || old.id === scan.id || isLater(scan, old);
    const before = (this.#earlier.get(member) ?? []).filter(({ id }) => id !== scan.id);
    if (old && old.id !== scan.id) before.push(counts ? old : scan);
    this.#earlier.set(member, before);
    if (counts) this.#latest.set(member, scan);
    return counts;
  }

  /** The tick with this id is undone, whether it came already or comes yet. */
  undo(id, member) {
    this.#undone.add(id);
    const known = [this.#latest.get(member), ...this.#earlier.get(member) ?? []]
      .filter((scan) => scan && scan.id !== id);
    this.#latest.delete(member);
    this.#earlier.delete(member);
    for (const scan of known) this.take(scan);
  }

  /** Takes back what ticks somebody in here, however many ticked them: the ids, the newest first. */
  takeBack(member) {
    const ids = [];
    while (this.status(member) === "present") {
      ids.push(this.#latest.get(member).id);
      this.undo(ids.at(-1), member);
    }
    return ids;
  }

  /** "awaited", "present", "out", or "elsewhere" on a list that excludes this one. */
  status(member) {
    const scan = this.#latest.get(member);
    if (!scan) return "awaited";
    if (scan.list !== this.#list) return scan.in ? "elsewhere" : "awaited";
    if (scan.in) return "present";
    return this.#isReturn ? "awaited" : "out";
  }

  /** Whether this scan counts, or would if later ones were taken back. */
  knows({ id, member }) {
    return [this.#latest.get(member), ...this.#earlier.get(member) ?? []].some((scan) => scan?.id === id);
  }

  /** The scan that counts. */
  scan(member) { return this.#latest.get(member); }

  /** The ticks that count and that the server has. */
  get confirmed() { return [...this.#latest.values()].filter((scan) => scan.got); }
}
