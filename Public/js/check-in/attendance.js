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
  #latest = new Map();

  /** @param excluding ids of the lists that exclude this one: whoever is in on one is out of the others. */
  constructor(list, excluding) { [this.#list, this.#excluding] = [list, new Set(excluding)]; }

  clear() { this.#latest.clear(); }

  /**
   * True if the scan counts: `{ id, list, member, in, at, got }`, `got` when the server received it.
   */
  take(scan) {
    if (scan.list !== this.#list && !this.#excluding.has(scan.list)) return false;
    const old = this.#latest.get(scan.member);
    if (old && old.id !== scan.id && !isLater(scan, old)) return false;
    this.#latest.set(scan.member, scan);
    return true;
  }

  /** "awaited", "present", "out", or "elsewhere" on a list that excludes this one. */
  status(member) {
    const scan = this.#latest.get(member);
    if (!scan) return "awaited";
    if (scan.list !== this.#list) return scan.in ? "elsewhere" : "awaited";
    return scan.in ? "present" : "out";
  }

  /** The scan that counts. */
  scan(member) { return this.#latest.get(member); }

  /** The ticks that count and that the server has. */
  get confirmed() { return [...this.#latest.values()].filter((scan) => scan.got); }
}
