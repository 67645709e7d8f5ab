// Draws the groups anew from a page of the server. Ticks, folds, places of scrolling and the focus stay as they are.
const PARTS = ["lane-summary", "lane-to", "lanes"];
const memberOf = (box) => box.value.slice(0, 36);
const lists = (root) => [...root.querySelectorAll("[data-lane]")];

/** Which card's tick or link has the focus, to be found again. */
function focused(lanes) {
  const held = document.activeElement;
  const card = lanes.contains(held) ? held.closest(".lane-card") : null;
  const box = card?.querySelector("input");
  return box ? { member: memberOf(box), kind: held.tagName + held.className } : null;
}

/** @param members whose card gets the focus, where the keyboard was on one of them. */
export function redraw(page, members = []) {
  const lanes = document.getElementById("lanes");
  const held = focused(lanes);
  const checked = new Set([...lanes.querySelectorAll(":checked")].map(memberOf));
  const kept = new Map(lists(lanes).map((lane) => [lane.dataset.lane, {
    isOpen: lane.querySelector("details").open, top: lane.querySelector(".lane-cards").scrollTop,
  }]));
  const [left, isNarrow] = [lanes.scrollLeft, matchMedia("(max-width: 40rem)").matches];
  for (const id of PARTS) {
    const [part, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (!part || !fresh || (id === "lane-to" && part === document.activeElement)) continue;
    const chosen = part.value;
    part.replaceChildren(...document.importNode(fresh, true).childNodes);
    // Choices that move from one list to another are each chosen on the way: the last of them would stay so.
    if (id === "lane-to") part.value = [...part.options].some(({ value }) => value === chosen) ? chosen : "";
  }
  for (const lane of lists(lanes)) {
    const before = kept.get(lane.dataset.lane);
    lane.querySelector("details").open = before?.isOpen ?? !isNarrow;
    lane.querySelector(".lane-cards").scrollTop = before?.top ?? 0;
  }
  lanes.scrollLeft = left;
  for (const box of lanes.querySelectorAll("input[name=member]")) {
    const member = memberOf(box);
    box.checked = checked.has(member);
    if (held && (members.includes(held.member) ? members[0] : held.member) === member) {
      const card = box.closest(".lane-card");
      const same = [...card.querySelectorAll("input, a")].find((node) => node.tagName + node.className === held.kind);
      (same ?? box).focus({ preventScroll: true });
    }
  }
  lanes.dispatchEvent(new CustomEvent("drawn"));
}
