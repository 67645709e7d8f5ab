// Codes read by the camera, where the browser can.

// Milliseconds between two looks.
const PAUSE = 250;

export class Scanner {
  #video;
  #found;
  #fail;
  #last = "";

  /** @param found called with what a code says, once; `fail` where there is no camera. */
  constructor(button, video, found, fail) {
    [this.#video, this.#found, this.#fail] = [video, found, fail];
    if (!("BarcodeDetector" in globalThis) || !navigator.mediaDevices) return;
    button.hidden = false;
    button.addEventListener("click", () => (this.#video.hidden ? this.#start() : this.#stop()));
    addEventListener("ended", () => this.#stop());
  }

  async #start() {
    const video = this.#video;
    try {
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch { this.#fail(); return; }
    video.hidden = false;
    await video.play();
    this.#last = "";
    this.#look(new BarcodeDetector({ formats: ["qr_code"] }));
  }

  #stop() {
    this.#video.srcObject?.getTracks().forEach((track) => track.stop());
    this.#video.hidden = true;
  }

  async #look(detector) {
    if (this.#video.hidden) return;
    for (const { rawValue } of await detector.detect(this.#video).catch(() => [])) {
      if (rawValue === this.#last) continue;
      this.#last = rawValue;
      this.#found(rawValue);
    }
    setTimeout(() => this.#look(detector), PAUSE);
  }
}
