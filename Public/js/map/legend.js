// The legend names what is on the map now, while it is open: without scripts it names all that may be.
const SIGNS = ["taken", "help", "selected", "cluster", "me", "fresh", "stale", "lost"];
// Milliseconds: the map moves, and what is on it changes.
const AGAIN = 1000;

/** What a line's sign stands for, as the map has it. */
function standsFor(line) {
  if (line.dataset.layer === "trail") return ":is(#trail, #trails) path";
  const mark = line.querySelector("svg g");
  if (!mark) return "#accuracy circle";
  const kind = mark.matches(".marker") && SIGNS.find((sign) => mark.classList.contains(sign));
  if (kind) return kind === "help" ? ".marker.help:not(.taken)" : `.marker.${kind}`;
  return `.${[...mark.classList].join(".")}`;
}

/** Whether tiles may have it: nobody can ask them. Street maps have lifts alone; both have nothing far away. */
function isOnTiles(layer, { shown, z }) {
  return shown === "mountain" ? z >= 10 : layer === "lifts" && z >= 12;
}

/**
 * @param details in which the legend is.
 * @param page which the map is on, with the classes of layers that are off.
 * @param ground what is under the marks: `shown`, its style, and `z`, how near it is.
 */
export function followLegend(details, page, ground) {
  let timer = 0;
  const frame = page.querySelector(".map-frame");
  const lines = [...details.querySelectorAll(":is(.legend, .ring-legend) > li")];

  function isInView(node) {
    if (node.closest(".sign") || !node.checkVisibility({ visibilityProperty: true })) return false;
    const [box, view] = [node.getBoundingClientRect(), frame.getBoundingClientRect()];
    return box.right > view.left && box.left < view.right && box.bottom > view.top && box.top < view.bottom;
  }
  function isOnMap(line) {
    const { layer } = line.dataset;
    if (layer && layer !== "trail") return !page.classList.contains("no-ski") && isOnTiles(layer, ground());
    return [...frame.querySelectorAll(standsFor(line))].some(isInView);
  }
  function show() {
    clearTimeout(timer);
    if (!details.open) return;
    const named = lines.filter(isOnMap);
    // Of an empty map the legend says what it would show.
    for (const line of lines) line.hidden = named.length > 0 && !named.includes(line);
    timer = setTimeout(show, AGAIN);
  }
  details.addEventListener("toggle", show);
}
