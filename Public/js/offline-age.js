// The start page keeps itself for a dead zone, and draws itself anew once there is a line. Answers that call for help
// stand on it.
import "./as-of.js";
import "./held-answers.js";
import { counted } from "./format.js";
import { ifKept, keptLine, noLongerKept } from "./kept-page.js";
import { mercator } from "./map/geometry.js";
import { parsePage, registerOffline, showState } from "./live.js";
import { says } from "./texts.js";
import "./unsent-messages.js";

const page = document.querySelector(".my");
const { offline, pages, version, baseLat, baseLon } = page.dataset;
// The zooms around the base that are kept for the map: where one walks, and where one skis.
const ZOOMS = [15, 13];
const RINGS = 3;

/** Addresses of the tiles around the base, in rings outwards: what finds no room is what is furthest away. */
function tilesAroundBase() {
  if (!version || !baseLat) return [];
  const { x, y } = mercator(Number(baseLat), Number(baseLon));
  const tiles = [];
  for (let ring = 0; ring <= RINGS; ring += 1) {
    for (const zoom of ZOOMS) {
      const [column, row] = [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)];
      for (let dx = -ring; dx <= ring; dx += 1) {
        for (let dy = -ring; dy <= ring; dy += 1) {
          if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
          for (const style of ["street", "mountain"]) {
            tiles.push(`/tiles/${style}/${version}/${zoom}/${column + dx}/${row + dy}.svg`);
          }
        }
      }
    }
  }
  return tiles;
}

// The bell and the account lie outside the trips: there the same worker stands in.
registerOffline(offline, { elsewhere: ["/notices", "/account"], pages: pages.split(" "), tiles: tilesAroundBase() });

/** Without a line the frame says it, as on every page. */
function age() {
  const { made, clock } = page.dataset;
  const minutes = Math.floor((Date.now() - Number(made)) / 60e3);
  const old = document.getElementById("old");
  old.hidden = !navigator.onLine || minutes < 5 || keptLine() !== "";
  const time = minutes < 60 ? counted(minutes, "minute") : counted(Math.floor(minutes / 60), "hour");
  const words = says`${time} ago`;
  old.textContent = says`This was loaded ${words}, at ${clock}. Reload to see what is new.`;
}

async function fetched() {
  const response = await fetch(location.href, { redirect: "manual", headers: { "Cache-Control": "no-store" } })
    .catch(() => null);
  return response?.ok ? parsePage(await response.text()) : null;
}

/** How one's own call stands, and who sees one: of a page that was kept neither is as it is now. */
function redrawFrame(whole) {
  for (const one of ["#own-bar", ".sharing-badge"]) {
    const [old, now] = [document, whole].map((from) => from.querySelector(one));
    if (old && now) old.replaceWith(document.importNode(now, true));
  }
}

/**
 * Draws the page anew in place: a reload would take a reader who is on their way to another page back to this one.
 * A line that was just found is often none yet: if nothing comes, or what was kept, it is asked again after `pause` ms.
 */
async function renew(pause) {
  age();
  const whole = await fetched();
  const fresh = whole?.querySelector(".my");
  if (!fresh || fresh.dataset.made === page.dataset.made) {
    if (navigator.onLine && (pause < 60e3 || keptLine())) setTimeout(renew, pause, Math.min(pause * 2, 60e3));
    return;
  }
  if (page.querySelector("form :focus")) return;
  noLongerKept();
  showState("kept");
  page.replaceChildren(...document.importNode(fresh, true).childNodes);
  redrawFrame(whole);
  Object.assign(page.dataset, { made: fresh.dataset.made, clock: fresh.dataset.clock });
  age();
}

age();
setInterval(age, 30000);
addEventListener("online", () => renew(1000));
addEventListener("offline", age);
ifKept(() => {
  age();
  showState("kept");
  renew(2000);
});
