// The sound of a call for help. A browser makes none before somebody has tapped: one tap allows it, and it is
// remembered here. It sounds until the call is taken or somebody silences it, in one tab of the browser.
import { says } from "./texts.js";
const KEY = "sotravel-alarm";
const PAUSE = 4000;
const SILENCED = "sotravel-silenced";
const stored = (key) => { try { return localStorage.getItem(key) ?? ""; } catch { return ""; } };
const store = (key, text) => {
  try { localStorage.setItem(key, text); } catch { /* it asks again on the next page */ }
};
const isAllowed = () => stored(KEY) === "on";
let [context, timer, open, release] = [null, 0, [], null];

const isSounding = () => Boolean(timer);
/** "waits": sound is wanted, and this page may make none before somebody taps on it. */
const stateNow = () =>
  (isSounding() ? "sounding" : !isAllowed() ? "off" : context?.state === "running" ? "on" : "waits");
const WORDS = {
  sounding: says`Silence`, on: says`Sound is on`, waits: says`Tap anywhere to turn the sound on`,
  off: says`Turn the sound on`,
};
const due = () => {
  const silenced = stored(SILENCED).split(" ");
  return open.filter((call) => !silenced.includes(call));
};

/** Two tones, as far as a phone's loudspeaker carries. */
function tone() {
  for (const [index, pitch] of [880, 660, 880, 660].entries()) {
    const [source, level] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + index * 0.3;
    source.frequency.value = pitch;
    source.type = "square";
    level.gain.setValueAtTime(0.2, start);
    level.gain.setValueAtTime(0, start + 0.25);
    source.connect(level).connect(context.destination);
    source.start(start);
    source.stop(start + 0.3);
  }
}

function begin() {
  if (isSounding() || release) return;
  const play = (lock) => new Promise((done) => {
    if (lock === null) { done(); return; }
    release = () => { clearInterval(timer); timer = 0; release = null; done(); };
    tone();
    timer = setInterval(tone, PAUSE);
    label();
  });
  if (navigator.locks) navigator.locks.request(KEY, { ifAvailable: true }, play).catch(() => {});
  else play();
}

/** Asks the browser for sound. A page on which nobody has tapped yet may have to wait for the first tap. */
async function wake() {
  context ??= new AudioContext();
  context.onstatechange = follow;
  if (context.state !== "running") {
    await Promise.race([context.resume(), new Promise((done) => { setTimeout(done, 200); })]);
  }
}

async function update() {
  const buttons = document.querySelectorAll("[data-alarm]");
  if (isAllowed() && globalThis.AudioContext && (due().length || buttons.length)) await wake();
  follow();
}

/** Sounds, or stops, as far as the browser lets it. */
function follow() {
  if (!due().length || !isAllowed()) release?.();
  else if (context?.state === "running") begin();
  label();
}

/** Shows the state, and so what a tap does: allow sound, play it, silence this call, or allow no more. */
function label() {
  const state = stateNow();
  document.documentElement.dataset.alarmState = state;
  for (const button of document.querySelectorAll("[data-alarm]")) {
    button.hidden = !globalThis.AudioContext;
    // One tap asks for both, where the browser was not asked yet.
    const asks = state === "off" && globalThis.Notification?.permission === "default";
    const words = button.querySelector("span") ?? button;
    words.textContent = asks ? says`Turn on sound and notifications` : WORDS[state];
    if (words !== button) button.title = words.textContent;
    button.querySelector("use")?.setAttribute("href", state === "off" ? "#i-mute" : "#i-bell");
    button.setAttribute("aria-pressed", String(isAllowed()));
  }
}

// A browser may allow sound at the press, before the click: the tap means what the button said at the press.
let pressed = { state: "", at: -Infinity };
const press = ({ timeStamp }) => { pressed = { state: stateNow(), at: timeStamp }; };
for (const name of ["pointerdown", "keydown"]) addEventListener(name, press, true);

document.addEventListener("click", async (event) => {
  const state = event.timeStamp - pressed.at < 3000 ? pressed.state : stateNow();
  if (!event.target.closest?.("[data-alarm]")) { update(); return; }
  if (state === "sounding") { store(SILENCED, open.join(" ")); update(); return; }
  store(KEY, state === "on" ? "off" : "on");
  if (isAllowed()) {
    if (globalThis.Notification?.permission === "default") Notification.requestPermission().catch(() => {});
    await wake();
    // Plays the sound once, as a sample.
    if (!due().length) tone();
  }
  update();
});
addEventListener("storage", ({ key }) => { if (key === KEY || key === SILENCED) update(); });
// The tab that sounds may be closed: another one takes over.
setInterval(() => { if (due().length) update(); }, PAUSE);

/**
 * Tells of a call by the browser's own notification, where somebody allowed it with the sound and looks elsewhere. Tabs
 * name a call alike, so that it is told once.
 */
export function notify(calls, me) {
  if (!isAllowed() || document.hasFocus() || globalThis.Notification?.permission !== "granted") return;
  for (const { dataset, id, textContent } of calls) {
    if (dataset.from === me) continue;
    try {
      const title = dataset.title ?? textContent.trim();
      const told = new Notification(title, { tag: dataset.call, requireInteraction: true });
      told.addEventListener("click", () => {
        focus();
        const open = document.querySelector(`#${CSS.escape(id)} .open-help`);
        if (open) location.assign(open.href);
        told.close();
      });
    } catch { /* phones tell only what comes from a worker: they sound and vibrate */ }
  }
}

/** The newest call of everybody who waits; what was silenced stays so until somebody calls again. */
export function sound(calls) {
  open = calls;
  label();
  update();
}
