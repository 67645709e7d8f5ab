// Words of numbers, and words that follow the time: how long a place is held until a moment, and how old something is.
const drawn = new WeakMap();

/** "1 minute", "2 minutes": how a number and its word are said everywhere. */
export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/**
 * Never less than the server said, whatever this clock says; and a page that was kept is older than when it was made.
 */
function ageOf(node) {
  const now = Date.now();
  if (!drawn.has(node)) drawn.set(node, now);
  return Math.max(now - Number(node.dataset.since), Number(node.dataset.age) * 1000 + now - drawn.get(node));
}

function old(age) {
  if (age < 60e3) return "from just now";
  if (age < 36e5) return `${Math.floor(age / 60e3)} min old`;
  return age < 1728e5 ? `${Math.floor(age / 36e5)} h old` : `${counted(Math.floor(age / 864e5), "day")} old`;
}

function left(until) {
  const minutes = Math.ceil((until - Date.now()) / 60e3);
  if (minutes < 1) return "time is up";
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

export function tick(root = document) {
  const say = (node, text) => { if (node.textContent !== text) node.textContent = text; };
  for (const clock of root.querySelectorAll(".clock[data-until]")) say(clock, left(Number(clock.dataset.until)));
  for (const age of root.querySelectorAll(".age[data-since]")) say(age, old(ageOf(age)));
}

setInterval(tick, 5000);
tick();
