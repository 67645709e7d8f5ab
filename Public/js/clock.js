// Words that follow the time: how long a place is held until a moment, and how old something is.
import { age } from "./format.js";
import { says } from "./texts.js";

const drawn = new WeakMap();

/**
 * Never less than the server said, whatever this clock says; a page that was kept is older than when it was made.
 */
function ageOf(node) {
  const now = Date.now();
  if (!drawn.has(node)) drawn.set(node, now);
  return Math.max(now - Number(node.dataset.since), Number(node.dataset.age) * 1000 + now - drawn.get(node));
}

const SAID = {
  old: (ms) => (ms < 60e3 ? says`from just now` : says`${age(ms)} old`),
  ago: (ms) => (ms < 60e3 ? says`just now` : says`${age(ms)} ago`),
};

function left(until) {
  const minutes = Math.ceil((until - Date.now()) / 60e3);
  if (minutes < 1) return says`time is up`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (!hours) return says`${minutes} min left`;
  return rest ? says`${hours} h ${rest} min left` : says`${hours} h left`;
}

export function tick(root = document) {
  const say = (node, text) => { if (node.textContent !== text) node.textContent = text; };
  for (const clock of root.querySelectorAll(".clock[data-until]")) say(clock, left(Number(clock.dataset.until)));
  for (const node of root.querySelectorAll(".age[data-since]")) {
    say(node, (SAID[node.dataset.says] ?? SAID.old)(ageOf(node)));
  }
}

setInterval(tick, 5000);
tick();
