// One's own position, sent while the page is open. What finds no line waits in this browser.
import { counted } from "./format.js";
import { readKept, writeKept } from "./kept.js";
import { distance } from "./map/geometry.js";
import { loaded, waiting, watch } from "./outbox.js";
import { says } from "./texts.js";

const KEY = "sotravel-positions";
const [KEPT, BATCH] = [500, 200];
// Standing still is told once a minute, moving every 15 metres: the battery has to last the day.
const [STILL, STEP] = [60_000, 15];

/** Whoever has switched sharing off sends nothing, though the server does not know it yet. */
const isOff = () => waiting("sharing").some(({ fields }) => {
  const sent = Object.fromEntries(fields);
  return sent.off === "yes" || sent.level === "off";
});

const feature = ({ lat, lon, t, acc, alt, spd }) => ({
  type: "Feature", geometry: { type: "Point", coordinates: [lon, lat] },
  properties: {
    timestamp: new Date(t).toISOString(), horizontal_accuracy: acc, altitude: alt ?? undefined, speed: spd ?? -1,
  },
});

export class OwnPosition {
  #address;
  #tell;
  #button = document.getElementById("send-here");
  #state = document.getElementById("send-state");
  #queue;
  #watch = null;
  #isSending = false;

  /** @param tell called with each position as the phone gives it. */
  constructor(address, tell) {
    [this.#address, this.#tell] = [address, tell];
    // What waits of somebody who was signed in here before goes nowhere.
    this.#queue = readKept(KEY).filter(({ to = address }) => to === address);
    addEventListener("ended", () => this.#stop());
    watch(() => this.#stopIfOff());
    if (navigator.geolocation) {
      this.#button.hidden = false;
      this.#button.addEventListener("click", () => this.#toggle());
    }
    addEventListener("online", () => this.#send());
    setInterval(() => this.#send(), 15_000);
    this.#send();
  }

  #keep() { writeKept(KEY, this.#queue.slice(-KEPT)); }

  #say(text) { this.#state.textContent = text; }

  // MARK: asking the phone

  #toggle() {
    if (this.#watch !== null) {
      this.#stop();
      this.#say("");
      return;
    }
    if (isOff()) { this.#stopIfOff(); return; }
    this.#watch = navigator.geolocation.watchPosition(
      (position) => { this.#note(position); this.#send(); },
      () => this.#say(says`The phone gives no position. Allow it in the browser’s settings.`),
      { enableHighAccuracy: true, maximumAge: 10_000 }
    );
    this.#button.textContent = says`Stop sending`;
  }

  #stop() {
    if (this.#watch !== null) navigator.geolocation.clearWatch(this.#watch);
    this.#watch = null;
    this.#button.textContent = says`Send my position while this page is open`;
  }

  #stopIfOff() {
    if (!isOff()) return;
    this.#stop();
    this.#queue = [];
    this.#keep();
    this.#say(says`You have switched sharing off: nothing is sent.`);
  }

  #note({ coords, timestamp }) {
    const here = { lat: coords.latitude, lon: coords.longitude };
    this.#tell({ ...here, time: timestamp, altitude: coords.altitude });
    const last = this.#queue.at(-1);
    if (last && timestamp - last.t < STILL && distance(last, here) < STEP) return;
    this.#queue.push({
      ...here, t: timestamp, acc: coords.accuracy, alt: coords.altitude, spd: coords.speed, to: this.#address,
    });
    this.#keep();
  }

  // MARK: sending

  async #send() {
    await loaded;
    if (this.#isSending || !this.#queue.length) return;
    this.#isSending = true;
    const batch = this.#queue.slice(0, BATCH);
    try {
      const response = await fetch(this.#address, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ locations: batch.map(feature) }), redirect: "manual",
      });
      if (response.ok) {
        this.#queue = this.#queue.slice(batch.length);
        this.#keep();
        this.#say(says`Sent just now.`);
      } else this.#say(says`The server does not take positions right now.`);
    } catch {
      this.#say(says`No connection: ${counted(this.#queue.length, "position waits", "positions wait")}.`);
    }
    this.#isSending = false;
  }
}
