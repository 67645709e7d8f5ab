// How far the server's clock is ahead of this phone's, out of answers that say what it was there. It was so some time
// between the question and the answer: the middle is wrong by at most half of what they took, as NTP has it. Of the
// last few answers the quickest counts, so that a slow one sets no tick back.

const KEPT = 8;
// Milliseconds by which two answers may differ besides: both clocks say whole ones.
const ROUNDED = 2;

const contradict = (a, b) => Math.abs(a.offset - b.offset) > a.doubt + b.doubt + ROUNDED;

export class ServerClock {
  #heard = [];

  /** Milliseconds; nothing before the first answer. */
  get offset() {
    const unknown = { offset: 0, doubt: Infinity };
    return this.#heard.reduce((best, one) => (one.doubt < best.doubt ? one : best), unknown).offset;
  }

  /**
   * @param there what the server's clock was, `took` how long its answer took, and `here` what this phone's clock was
   *   when it came: milliseconds.
   */
  hear(there, took, here) {
    const answer = { offset: there - here + took / 2, doubt: took / 2 };
    // Both cannot be right: somebody set a clock, or the two have drifted apart.
    const kept = this.#heard.filter((other) => !contradict(other, answer));
    this.#heard = [...kept, answer].slice(-KEPT);
  }
}
