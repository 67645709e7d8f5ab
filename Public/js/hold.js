// A button that is held for two seconds before anything goes out: a tap alone calls nobody.
import { says } from "./texts.js";

const HOLD = 2000;

/**
 * `label` says how long is left, `hint` what became of it; `sent` is said and `send` runs once it was held. Nothing is
 * sent by then: whoever knows how it goes on calls what is returned, with the words that the button then has.
 */
export function watchHold(button, { label = button, hint, sent, send }) {
  let words = label.textContent;
  let timers = [];
  const say = (text) => { label.textContent = text; };
  const sayWordsLater = () => { timers.push(setTimeout(() => say(words), 4000)); };

  function end() {
    timers.forEach(clearTimeout);
    timers = [];
    button.classList.remove("holding");
  }
  function finish() {
    navigator.vibrate?.(100);
    end();
    say(says`Calling…`);
    hint.textContent = sent;
    sayWordsLater();
    send();
  }
  function begin(event) {
    if (event.type === "keydown" && (event.repeat || (event.key !== " " && event.key !== "Enter"))) return;
    event.preventDefault();
    if (button.classList.contains("holding")) return;
    end();
    button.classList.add("holding");
    button.focus({ preventScroll: true });
    say(says`Keep holding… 2`);
    timers = [setTimeout(() => say(says`Keep holding… 1`), HOLD / 2), setTimeout(finish, HOLD)];
  }
  /** Let go too early: nothing was sent, and the button says so. */
  function letGo() {
    if (!button.classList.contains("holding")) return;
    end();
    say(says`Keep holding`);
    hint.textContent = says`Nothing was sent. Hold the button until it is full: two seconds.`;
    sayWordsLater();
  }
  for (const name of ["pointerdown", "keydown"]) button.addEventListener(name, begin);
  for (const name of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) {
    button.addEventListener(name, letGo);
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return (text) => {
    if (text === words) return;
    words = text;
    if (button.classList.contains("holding")) return;
    end();
    say(text);
  };
}
