// Hold for two seconds, then confirm. The position is asked for at once, so that it is there when the call goes out.
const form = document.getElementById("sos");
const button = document.getElementById("call");
const HOLD = 2000;

navigator.geolocation?.getCurrentPosition(({ coords, timestamp }) => {
  form.elements.lat.value = coords.latitude.toFixed(6);
  form.elements.lon.value = coords.longitude.toFixed(6);
  form.elements.accuracy.value = Math.round(coords.accuracy);
  form.elements.at.value = Math.round(timestamp);
}, () => {}, { enableHighAccuracy: true, timeout: 10000, maximumAge: 30000 });

document.getElementById("hold-hint").hidden = false;
form.elements.sure.closest(".field").hidden = true;
let timer = null;
let isHeld = false;

function begin(event) {
  if (event.type === "keydown" && (event.repeat || (event.key !== " " && event.key !== "Enter"))) return;
  event.preventDefault();
  button.classList.add("holding");
  timer = setTimeout(() => {
    isHeld = true;
    navigator.vibrate?.(100);
    button.classList.remove("holding");
    if (confirm("Call all hosts of the trip for help now?")) { form.elements.sure.checked = true; form.requestSubmit(); }
    isHeld = false;
  }, HOLD);
}
function end() {
  clearTimeout(timer);
  button.classList.remove("holding");
}
button.addEventListener("pointerdown", begin);
button.addEventListener("keydown", begin);
for (const name of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) button.addEventListener(name, end);
button.addEventListener("click", (event) => { if (!isHeld) event.preventDefault(); });
button.addEventListener("contextmenu", (event) => event.preventDefault());
