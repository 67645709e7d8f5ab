// The map with scripts: pan, zoom, gliding markers, trails. Without them the server's picture and links stand.
import { offerReload, showState, subscribe } from "./live.js";
import { followHelp } from "./map/help.js";
import { HostMap } from "./map/host-map.js";
import { getJSON } from "./json.js";
import { printQuery, rememberLayers } from "./map/layers.js";
import { followLegend } from "./map/legend.js";
import { locateButton } from "./map/locate.js";
import { decode } from "./map/positions.js";
import { search } from "./map/search.js";
import { says } from "./texts.js";

const page = document.getElementById("map-page");
const map = new HostMap(page, document.getElementById("map"));
const fly = (...where) => map.fly(...where);

// MARK: around the map

const [zoomIn, zoomOut, fitAll] = document.querySelectorAll("#moves a");
for (const [link, act] of [[zoomIn, () => map.zoom(1)], [zoomOut, () => map.zoom(-1)], [fitAll, () => map.fit()]]) {
  link.addEventListener("click", (event) => { event.preventDefault(); act(); });
}

const switcher = document.getElementById("style-switch");
switcher.addEventListener("submit", (event) => {
  event.preventDefault();
  const style = event.submitter.value;
  for (const button of switcher.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === event.submitter));
  }
  map.chooseStyle(style);
  const body = new URLSearchParams({ style, back: location.pathname });
  fetch(switcher.action, { method: "POST", body, redirect: "manual" }).catch(() => { /* chosen for this page */ });
});

// The print shows what is in view and switched on; the address is made when it is used.
const group = document.querySelector("#group-filter select");
group?.addEventListener("change", () => group.form.requestSubmit());
for (const link of document.querySelectorAll("[data-print]")) {
  link.addEventListener("click", () => { link.search = printQuery({ ...map.state, group: group?.value ?? "" }); });
}

for (const link of document.querySelectorAll("[data-area]")) {
  link.addEventListener("click", () => { link.search = new URLSearchParams({ area: map.area }); });
}

search({ go: fly, select: (id) => { map.select(id); return Boolean(map.find(id)); } });
const chooseLayers = () =>
  map.chooseLayers(["ski", "places", "listed"].filter((name) => page.classList.contains(`no-${name}`)));
rememberLayers(chooseLayers);
chooseLayers();
followLegend(document.getElementById("legend"), page, () => map.state);
locateButton(fly, (text) => map.say(text));

// Where they called is shown, not where they are meanwhile.
const wanted = new URLSearchParams(location.search);
if (wanted.get("member")) map.select(wanted.get("member"), !wanted.has("alert"), true);
// The server's drawing knows nothing of what the list covers.
else if (!wanted.has("lat")) map.fit();

// MARK: live

followHelp((ids) => map.showNeed(ids));

function take({ p }) {
  if (!map.take(p.map(decode))) offerReload(says`Somebody new is on the map.`);
}

async function reread() {
  const asked = performance.now();
  const all = await getJSON(document.body.dataset.live.replace(/live\?.*/, "positions.json"));
  // Without a response the stream says what is wrong.
  if (!all) return;
  map.hideOthers(new Set(all.p.map(([id]) => id)), asked);
  take(all);
}

subscribe({
  state: showState,
  positions: take,
  hidden: ({ id, isForgotten }) => map.hide(id, isForgotten),
  roster: () => offerReload(says`The roster changed.`),
  reread,
});
