// The keyboard: arrows walk from person to person, Space ticks, and with people ticked the arrows to the sides choose
// where to. One stop of the Tab key for each lane; the person who has it can be opened and moved by Tab as well.
import { announce, boxes, choose, laneOf, move, nameOf, ticked, untick } from "./moves.js";
import { says } from "../texts.js";

const lanes = document.getElementById("lanes");
const all = () => [...lanes.querySelectorAll("[data-lane]")];
const controls = (card) => card.querySelectorAll("input, a");
const reach = (card, isIn) => { for (const node of controls(card)) node.tabIndex = isIn ? 0 : -1; };
let target = null;

/** One person of each lane is reached by Tab. */
export function arrange() {
  for (const lane of all()) {
    const held = lane.contains(document.activeElement) ? document.activeElement.closest(".lane-card") : null;
    const cards = [...lane.querySelectorAll(".lane-card")];
    for (const card of cards) {
      if (!card.querySelector("input")) continue;
      card.draggable = true;
      reach(card, card === (held ?? cards[0]));
    }
  }
  aim(null);
}

function aim(lane) {
  target?.classList.remove("is-target");
  target = lane;
  target?.classList.add("is-target");
}

function point(by) {
  const every = all();
  const from = target ?? laneOf(ticked()[0]);
  const next = every[(every.indexOf(from) + by + every.length) % every.length];
  aim(next);
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
  const count = next.querySelector(".lane-count").textContent;
  announce(says`${nameOf(next)}, ${count}. Enter moves ${ticked().length} there.`);
}

/** To the person beside, or above and below, of those who can be seen. */
function walk(box, sideways, down) {
  const lane = laneOf(box);
  const here = boxes(lane);
  const place = here.indexOf(box);
  if (down) { (here[place + down] ?? box).focus(); return; }
  const every = all().filter((one) => boxes(one).length && one.querySelector("details").open);
  const next = every[every.indexOf(lane) + sideways];
  if (next) { const there = boxes(next); there[Math.min(place, there.length - 1)].focus(); }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

lanes.addEventListener("keydown", (event) => {
  const box = event.target.closest?.("input[name=member]");
  if (!box || event.altKey || event.ctrlKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  const isMany = ticked().length > 0;
  if (arrow) {
    const side = document.dir === "rtl" ? -arrow[0] : arrow[0];
    if (side && isMany) point(side); else walk(box, side, arrow[1]);
  } else if (event.key === "Enter") {
    if (target && isMany) { const lane = target; aim(null); move(ticked(), lane); } else {
      box.closest(".lane-card").querySelector(".lane-name").click();
    }
  } else if (event.key === "Escape" && (target || isMany)) {
    if (target) { aim(null); announce(says`Not moved`); } else untick();
  } else if (event.key === "m") {
    if (!isMany) { box.checked = true; box.dispatchEvent(new Event("change", { bubbles: true })); }
    choose();
  } else return;
  event.preventDefault();
});

lanes.addEventListener("focusin", ({ target: node }) => {
  const card = node.closest(".lane-card");
  if (!card?.querySelector("input")) return;
  for (const other of laneOf(card).querySelectorAll(".lane-card:has([tabindex='0'])")) {
    if (other !== card) reach(other, false);
  }
  reach(card, true);
});
lanes.addEventListener("change", () => { if (!ticked().length) aim(null); });

// A range of ticks with shift.
let last = null;
lanes.addEventListener("click", (event) => {
  const box = event.target.closest("input[name=member]");
  if (!box) return;
  const here = boxes(laneOf(box));
  if (event.shiftKey && here.includes(last)) {
    const [from, to] = [here.indexOf(last), here.indexOf(box)].sort((a, b) => a - b);
    for (const one of here.slice(from, to + 1)) one.checked = box.checked;
  }
  last = box;
});
lanes.addEventListener("drawn", arrange);
