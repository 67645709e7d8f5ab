// What is drawn over the ground, and what is left away.
const LAYERS = "#layers input[type=checkbox]";

/** Which layers are drawn, remembered in this browser; an address that names some is obeyed. */
export function rememberLayers(onChange) {
  const isAsked = new URLSearchParams(location.search).has("layer");
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("layers") || "{}"); } catch { /* private windows keep nothing */ }
  const apply = (input) => document.getElementById("map-page").classList.toggle(`no-${input.value}`, !input.checked);
  for (const input of document.querySelectorAll(LAYERS)) {
    if (!isAsked && input.value in kept) input.checked = kept[input.value];
    apply(input);
    input.addEventListener("change", () => {
      apply(input);
      onChange();
      kept[input.value] = input.checked;
      try { localStorage.setItem("layers", JSON.stringify(kept)); } catch { /* as above */ }
    });
  }
}

/** The address of the printed map: what is asked for, and the layers that are on. */
export function printQuery(values) {
  const query = new URLSearchParams(values);
  const names = [...document.querySelectorAll(LAYERS)].filter((input) => input.checked).map((input) => input.value);
  for (const name of names.length ? names : ["none"]) query.append("layer", name);
  return query;
}
