// Hold for two seconds, and the call goes out. The position is asked for at once, so that it is there by then.
// The call is kept in this browser until the server has it: in a dead zone it waits, says so, and goes out once.
import "./as-of.js";
import { watchHold } from "./hold.js";
import { isKept, put, retry, takeBack, waiting, amend, watch } from "./outbox.js";
import { noteHere, showAlone } from "./sos-place.js";
import { says } from "./texts.js";

const form = document.getElementById("sos");
const button = document.getElementById("call");
const box = document.getElementById("waiting");
box.tabIndex = -1;
const [field, more] = ["what", "add"].map((id) => document.getElementById(id));
let isAdding = false;

function keepPlace({ coords, timestamp }) {
  noteHere({ coords, timestamp });
  const place = {
    lat: coords.latitude.toFixed(6), lon: coords.longitude.toFixed(6),
    accuracy: String(Math.round(coords.accuracy)), at: String(Math.round(timestamp)),
  };
  for (const [name, value] of Object.entries(place)) form.elements[name].value = value;
  // Where they are when the call gets through is what helps.
  for (const { client } of calls()) amend(client, place);
}
navigator.geolocation?.watchPosition(keepPlace, () => {}, { enableHighAccuracy: true, maximumAge: 30000 });

// MARK: what waits

const address = new URL(form.action).pathname;
const calls = () => waiting("sos").filter(({ url, page }) => [url, page].includes(address));
const { zone: timeZone } = document.body.dataset;
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });

function line(item) {
  const p = document.createElement("p");
  const kept = isKept() ? "" : says` This browser keeps nothing: leave this page open.`;
  const words = item.fields.find(([name]) => name === "text")?.[1];
  const time = clock.format(item.at);
  const what = words ? says`“${words}” of ${time}` : says`Your call of ${time}`;
  p.textContent = item.asksSignIn ? says`${what} is not sent yet: you are signed out. `
    : item.problem ? says`${what} was not taken: ${item.problem} `
    : `${says`${what} is not sent yet: waiting for a signal.`}${kept} `;
  if (item.asksSignIn) {
    const href = `/sign-in?next=${encodeURIComponent(address)}`;
    p.append(Object.assign(document.createElement("a"), { href, textContent: says`Sign in, and it goes out` }), ". ");
  }
  const takeThisBack = () => {
    takenBack.add(item.client);
    form.elements.text.value ||= words ?? "";
    takeBack(item.client);
  };
  const again = item.problem ? [[says`Try again`, () => retry(item.client)]] : [];
  const actions = [[says`Take it back`, takeThisBack], ...again];
  for (const [label, run] of actions) {
    const link = document.createElement("button");
    link.type = "button";
    link.className = "link";
    link.textContent = label;
    link.addEventListener("click", run);
    p.append(link, " ");
  }
  return p;
}

let before = calls().map(({ client }) => client);
const takenBack = new Set();
function show() {
  const items = calls();
  const gone = before.filter((client) => !items.some((item) => item.client === client) && !takenBack.has(client));
  before = items.map(({ client }) => client);
  const advice = document.createElement("strong");
  advice.textContent = says`If you can, phone: the numbers are above.`;
  box.replaceChildren(...items.map(line), advice);
  box.hidden = items.length === 0;
  showAlone(items.length > 0);
  if (!gone.length || items.length) {
    showButton();
    return;
  }
  // Only now has the server taken it; its own page says who has it.
  button.hidden = false;
  button.disabled = true;
  sayOnButton(says`Sent`);
  hint.textContent = "";
  location.assign(address);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  put({ kind: "sos", url: address, fields: [...new FormData(form)] });
  form.elements.sure.checked = false;
  // It waits above, or is on its way: the next call does not say it again.
  form.elements.text.value = "";
  isAdding = false;
});

// MARK: holding

const hint = document.getElementById("hold-hint");
// Without scripts there is nothing to hold: the tick sends it, and the words for the button wait in the hint.
button.textContent = hint.textContent;
hint.textContent = "";
hint.hidden = false;
const words = button.textContent;
form.elements.sure.closest(".field").hidden = true;
const sayOnButton = watchHold(button, {
  hint,
  sent: says`Your call goes out now, or as soon as there is a signal.`,
  send() {
    form.elements.sure.checked = true;
    form.requestSubmit();
  },
});

/**
 * While a call waits there is nothing to press: it goes out by itself. Whoever has more to say opens the field for it;
 * what they write is added to the call.
 */
function showButton() {
  const isWaiting = calls().some(({ problem }) => !problem);
  const hasNothing = isWaiting && !form.elements.text.value.trim();
  field.hidden = hasNothing && !isAdding;
  more.hidden = !field.hidden;
  sayOnButton(isWaiting ? says`Hold for 2 seconds to add this to your call` : words);
  if (hasNothing === button.hidden) return;
  if (hasNothing && document.activeElement === button) box.focus();
  button.hidden = hasNothing;
  hint.textContent = hasNothing ? says`Your call goes out by itself: phone as well.` : "";
}
more.querySelector("button").addEventListener("click", () => {
  isAdding = true;
  showButton();
  form.elements.text.focus();
});
form.elements.text.addEventListener("input", showButton);
watch(show);
show();

// A tap alone calls nobody. A press that is no touch and no key comes from assistive technology, which cannot hold: it
// gets the tick, and sends with it.
button.addEventListener("click", (event) => {
  const { sure } = form.elements;
  if (event.detail === 0 && sure.checked) return;
  event.preventDefault();
  if (event.detail !== 0) return;
  sure.closest(".field").hidden = false;
  sure.focus();
});
