// An answer to an announcement that calls for help is held, like the button that calls. The lists in which answers
// stand are drawn anew while they are open: so a button is found when it is pressed.
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
    sent: says`Your call is on its way.`,
    send() {
      const sure = Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "yes" });
      form.append(sure);
      form.requestSubmit(button);
      // Without a line the page is still there, and the next press is a tap again.
      sure.remove();
    },
  });
}
for (const name of ["pointerdown", "keydown"]) addEventListener(name, watch, true);

// A press that is no touch and no key comes from assistive technology, which cannot hold: the server asks whether it
// is meant.
addEventListener("click", (event) => {
  if (event.detail !== 0 && heldAnswer(event)) event.preventDefault();
}, true);
