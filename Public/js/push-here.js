// How notifications of this browser are turned on and off. The browser is asked only after a tap, on a page that says
// what for.
import { canPush, isOn, turnOff, turnOn } from "./push.js";

const place = document.getElementById("push-here");
const key = document.getElementById("push")?.dataset.key;
const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

function show(state, hasFailed = false) {
  place.hidden = false;
  for (const part of place.querySelectorAll("[data-push]")) part.hidden = part.dataset.push !== state;
  place.querySelector("[data-push-problem]").hidden = !hasFailed;
}

async function state() {
  if (!canPush()) return isApple && !isInstalled ? "iphone" : "none";
  if (Notification.permission === "denied") return "denied";
  return await isOn() ? "on" : "off";
}

const deeds = {
  // The permission first: browsers give it within the tap alone.
  on: async () => {
    if (await Notification.requestPermission() !== "granted") return false;
    show("working");
    await turnOn(key);
    return true;
  },
  off: async () => {
    await turnOff();
    return true;
  },
};

async function act(deed) {
  let isDone = false;
  try {
    isDone = await deeds[deed]();
  } catch (error) {
    console.warn("notifications:", error.message);
    show(await state(), true);
    return;
  }
  // The page lists the browsers anew.
  if (isDone) location.assign(`${location.pathname}?done=push-${deed}`);
  else show(await state());
}

if (place && key) {
  state().then(show);
  place.addEventListener("click", ({ target }) => {
    const deed = target.closest("[data-push-do]")?.dataset.pushDo;
    if (deed) act(deed);
  });
}
