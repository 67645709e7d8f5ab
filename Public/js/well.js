// Whether all is well: the answer goes out at once. Where the phone is and how full its battery is follow it once, and
// only after the tap; a browser that does not know, or must not say, holds nothing up.
import "./copy.js";
import { says } from "./texts.js";

const page = document.getElementById("well");
const box = document.getElementById("sending");
const LONGEST = 20_000;

function say(text) {
  box.textContent = text;
  box.hidden = false;
}

/** The position as a form, or nothing. */
function locate() {
  return new Promise((resolve) => {
    if (!navigator.geolocation) { resolve(null); return; }
    const found = ({ coords, timestamp }) => resolve({
      lat: coords.latitude.toFixed(6), lon: coords.longitude.toFixed(6),
      accuracy: String(Math.round(coords.accuracy)), at: String(Math.round(timestamp)),
      altitude: coords.altitude === null ? "" : String(Math.round(coords.altitude)),
    });
    navigator.geolocation.getCurrentPosition(found, () => resolve(null), {
      enableHighAccuracy: true, maximumAge: 30_000, timeout: LONGEST,
    });
    // Nobody who leaves the question of the browser unanswered waits for ever.
    setTimeout(() => resolve(null), LONGEST + 5000);
  });
}

async function battery() {
  const state = await navigator.getBattery?.().catch(() => null);
  return state ? { battery: String(Math.round(state.level * 100)), charging: state.charging ? "yes" : "no" } : {};
}

function post(address, fields) {
  return fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
    .then((response) => response.ok || response.type === "opaqueredirect").catch(() => false);
}

addEventListener("submit", async (event) => {
  const [form, button] = [event.target, event.submitter];
  if (!form.matches(".well-answer") || !button) return;
  event.preventDefault();
  button.disabled = true;
  say(says`Sending your answer…`);
  const [place, charge] = [locate(), battery()];
  if (!await post(form.action, [[button.name, button.value]])) {
    say(says`Your answer did not get through. Try again, or call.`);
    button.disabled = false;
    return;
  }
  say(says`Your hosts have your answer. Finding your place…`);
  const found = await place;
  if (found) await post(page.dataset.place, { ...found, ...await charge });
  location.replace(location.pathname);
});
