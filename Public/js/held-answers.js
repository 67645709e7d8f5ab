// An answer to an announcement that calls for help is held, like the button that calls. The lists in which answers
// stand are drawn anew while they are open: so a button is found when it is pressed. Without a line the call waits in
// the outbox.
import { watchHold } from "./hold.js";
import { says } from "./texts.js";

const watched = new WeakSet();
const heldAnswer = ({ target }) => (target instanceof Element ? target.closest("button.hold[name=answer]") : null);

function watch(event) {
  const button = heldAnswer(event);
  if (!button || button.disabled || watched.has(button)) return;
  watched.add(button);
  const { form } = button;
  watchHold(button, {
    label: button.querySelector("span"),
    hint: form.querySelector(".hold-said"),
    sent: says`Your call goes out now, or as soon as there is a signal.`,
    send: () => send(button),
  });
}
function send(button) {
  const sure = Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "yes" });
  button.form.append(sure);
  button.form.requestSubmit(button);
  // Without a line the page is still there, and the next press is a tap again.
  sure.remove();
}
for (const name of ["pointerdown", "keydown"]) addEventListener(name, watch, true);

// A press that is no touch and no key comes from assistive technology, which cannot hold: the browser asks
// whether it is meant. The server cannot on a line that carries nothing, though the browser takes it for one.
addEventListener("click", (event) => {
  const button = heldAnswer(event);
  if (!button) return;
  event.preventDefault();
  if (event.detail === 0 && confirm(says`Call all hosts for help?`)) send(button);
}, true);
