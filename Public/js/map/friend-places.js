// Places on the traveller's map: off until somebody wants them, then as they were left.
import { make } from "../dom.js";
import { readKept, writeKept } from "../kept.js";
import { PlaceLayer } from "./places.js";

const KEY = "sotravel-map-places";

/** @param changed called when there is something else to draw. */
export function friendPlaces(address, changed) {
  const below = make("g");
  document.getElementById("friend-marks").prepend(below);
  const layer = new PlaceLayer(below, address, changed);
  const box = document.getElementById("show-places");
  const apply = () => { layer.isOn = box.checked; };
  box.checked = new URLSearchParams(location.search).get("places") === "yes" || readKept(KEY).includes("on");
  box.addEventListener("change", () => { writeKept(KEY, box.checked ? ["on"] : []); apply(); });
  apply();
  return layer;
}
