// How figures of somebody on the hosts' map are said: the same words as the server's (`PhoneText`).
import { age, metres } from "../format.js";
import { says } from "../texts.js";

const LOW = 20;

export class Words {
  #base;
  #clock;
  #day;

  /** @param base height of the trip's base in metres, null where nobody knows it. */
  constructor(zone, base) {
    this.#base = base;
    this.#clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone });
    this.#day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: zone });
  }

  clock(time) { return this.#clock.format(time); }

  /** "07:40", or "31 Jan 07:40" for another day. */
  moment(time) {
    const day = this.#day.format(time);
    return (day === this.#day.format(Date.now()) ? "" : `${day} `) + this.clock(time);
  }

  /** Within the first minute by the second: whoever watches somebody move wants to know. */
  since(time) {
    const ms = Math.max(0, Date.now() - time);
    return ms < 60e3 ? `${Math.floor(ms / 1000)} s` : age(ms);
  }

  /** "1,930 m (+450 m)": above the sea, and above the base. */
  ground(height) {
    if (height == null) return null;
    if (this.#base === null) return metres(height);
    const difference = height - this.#base;
    return `${metres(height)} (${difference >= 0.5 ? "+" : ""}${metres(difference)})`;
  }

  battery({ battery, charging }) {
    const plug = charging ? (battery === 100 ? says`plugged in` : says`charging`) : "";
    return [battery == null ? "" : `${battery} %`, plug]
      .filter(Boolean)
      .join(", ");
  }

  /** Of a phone that is about to be silent. */
  lowBattery({ battery, charging }) {
    return battery != null && battery <= LOW && !charging ? says`battery ${battery} %` : "";
  }

  motion({ motion, style }) {
    if (motion == null || !["fresh", "stale"].includes(style)) return "";
    if (motion !== 0) return says`still since ${this.moment(motion)}`;
    return style === "fresh" ? says`moving` : says`was moving`;
  }

  speed({ speed }) { return speed == null ? "" : `${Math.round(speed * 3.6)} km/h`; }
}
