// Cards are dragged with a mouse: the one, or with it all that are ticked. Phones have the list.
import { announce, laneOf, move, nameOf, setBusy, ticked } from "./moves.js";
import { says } from "../texts.js";

const lanes = document.getElementById("lanes");
let [dragged, under] = [[], null];

function over(lane) {
  if (lane === under) return;
  under?.classList.remove("is-under");
  under = lane;
  under?.classList.add("is-under");
  if (under) announce(says`Over ${nameOf(under)}, ${under.querySelector(".lane-count").textContent}`);
}

lanes.addEventListener("dragstart", (event) => {
  const card = event.target.closest?.(".lane-card");
  const box = card?.querySelector("input");
  if (!box) return;
  dragged = box.checked ? ticked() : [box];
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", card.querySelector(".lane-name").textContent.trim());
  event.dataTransfer.setDragImage(card, 16, 16);
  setBusy(true);
  // The picture that is dragged is taken before.
  setTimeout(() => { for (const one of dragged) one.closest(".lane-card").classList.add("is-dragged"); });
});

lanes.addEventListener("dragover", (event) => {
  if (!dragged.length) return;
  const lane = laneOf(event.target);
  if (lane) event.preventDefault();
  over(lane);
});

lanes.addEventListener("drop", (event) => {
  const lane = laneOf(event.target);
  if (!lane || !dragged.length) return;
  event.preventDefault();
  move(dragged, lane);
});

lanes.addEventListener("dragend", () => {
  over(null);
  for (const one of lanes.querySelectorAll(".is-dragged")) one.classList.remove("is-dragged");
  dragged = [];
  setBusy(false);
});
