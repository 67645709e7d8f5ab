// Ticks that work in a dead zone: each is shown and kept on the phone at once, sent as soon as there is a connection,
// and merged by the same rule as on the server: of two ticks the later one counts.
import { hasWords } from "./fold.js";
import { subscribe, showState, registerOffline } from "./live.js";

const page = document.getElementById("check-in");
const { list, event: eventID } = page.dataset;
const KEY = `sotravel-ticks-${list}`;
const SEEN = `sotravel-seen-${list}`;
const rows = new Map([...page.querySelectorAll(".person")].map((row) => [row.dataset.id, row]));
const tabs = new Map([...page.querySelectorAll(".tabs a")].map((tab) => [tab.dataset.list, tab.dataset]));
const queueBox = document.getElementById("queue");
const search = page.querySelector("input[type=search]");
const onlyMissing = document.getElementById("only-missing");
const ofGroup = document.getElementById("of-group");
const latest = new Map();
let offset = 0;
let isSending = false;
let problem = "";
let queue = readQueue();

document.documentElement.classList.add("js");

function readQueue() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { return []; }
}

function saveQueue() {
  try {
    localStorage.setItem(KEY, JSON.stringify(queue));
  } catch { problem = "This phone keeps nothing: do not close the page."; }
  const text = queue.length === 0
    ? ""
    : queue.length === 1 ? "1 tick waits for a connection"
    : `${queue.length} ticks wait for a connection`;
  queueBox.textContent = [text, problem].filter(Boolean).join(". ");
  queueBox.hidden = queueBox.textContent === "";
}

// What was seen last, so that a reload in a dead zone shows no older state than before.
function remember() {
  const scans = [...latest.values()].filter((scan) => scan.got);
  try { localStorage.setItem(SEEN, JSON.stringify(scans)); } catch { /* the queue matters more */ }
}

function remembered() {
  try { return JSON.parse(localStorage.getItem(SEEN) ?? "[]"); } catch { return []; }
}

// MARK: who is where

const counts = (scan) => scan.list === list || tabs.get(scan.list)?.exclusive === "true";
const isLater = (a, b) => a.at !== b.at
  ? a.at > b.at
  : (a.got ?? Infinity) !== (b.got ?? Infinity) ? (a.got ?? Infinity) > (b.got ?? Infinity)
  : a.id > b.id;

function take(scan) {
  if (!counts(scan)) return;
  const old = latest.get(scan.member);
  if (old && old.id !== scan.id && !isLater(scan, old)) return;
  latest.set(scan.member, scan);
  draw(scan.member);
}

function standing(member) {
  const scan = latest.get(member);
  if (!scan) return "awaited";
  if (scan.list !== list) return scan.in ? "elsewhere" : "awaited";
  return scan.in ? "present" : "out";
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: page.dataset.zone });

function draw(member) {
  const row = rows.get(member);
  if (!row) return;
  const [state, scan] = [standing(member), latest.get(member)];
  row.className = `person ${state}`;
  row.dataset.state = state;
  row.querySelector(".tick-row").name = state === "present" ? "out" : "in";
  const by = scan ? `${clock.format(scan.at)}, ${scan.by || "this phone"}` : "";
  row.querySelector(".tick-state").textContent = {
    present: `${row.dataset.expected === "yes" ? "In" : "Walk-in"} ${by}`, out: `Out ${by}`,
    elsewhere: `On ${tabs.get(scan?.list)?.name ?? "another list"}`, awaited: row.dataset.idle
  }[state];
  row.hidden = !isShown(row);
}

function total() {
  let [present, expected, missing, unplanned] = [0, 0, 0, 0];
  for (const row of rows.values()) {
    const isExpected = row.dataset.expected === "yes";
    if (isExpected) expected += 1;
    if (row.dataset.state === "present") { present += 1; if (!isExpected) unplanned += 1; }
    if (isExpected && row.dataset.state === "awaited") missing += 1;
  }
  for (const [name, value] of Object.entries({ present, expected, missing, unplanned })) {
    document.getElementById(name).textContent = value;
  }
}

// MARK: ticking

function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes]
    .map((byte, index) => ([4, 6, 8, 10].includes(index) ? "-" : "") + byte.toString(16).padStart(2, "0"))
    .join("");
}

function tick(member, isIn, method) {
  const scan = { id: uuid(), list, member, in: isIn, at: Date.now(), method };
  queue.push(scan);
  saveQueue();
  take({ ...scan, at: scan.at + offset, by: "" });
  total();
  navigator.vibrate?.(isIn ? 30 : [20, 40, 20]);
  stayAwake();
  send();
}

async function send() {
  if (isSending || queue.length === 0) return;
  isSending = true;
  const batch = queue.slice(0, 500);
  const body = new URLSearchParams({ now: String(Date.now()) });
  for (const scan of batch) {
    body.append("scan", [scan.id, scan.member, scan.in ? "in" : "out", scan.at, scan.method].join(","));
  }
  try {
    const answer = await fetch(page.dataset.action, { method: "POST", body, redirect: "manual" });
    if (answer.ok) {
      const sent = new Set(batch.map((scan) => scan.id));
      queue = queue.filter((scan) => !sent.has(scan.id));
      problem = "";
    } else {
      problem = answer.status === 503 || answer.status === 429
        ? "The server is busy"
        : "The server does not take them: reload the page, perhaps you have to sign in again";
    }
  } catch { /* no connection: they stay */ }
  isSending = false;
  saveQueue();
  if (queue.length > 0) setTimeout(send, problem ? 10000 : 2000);
}

page.addEventListener("click", (click) => {
  const button = click.target.closest(".tick-row");
  if (!button) return;
  click.preventDefault();
  tick(button.value, button.name === "in", "tick");
});

// MARK: finding

function isShown(row) {
  return hasWords(row.dataset.search, search.value)
    && (!ofGroup.value || row.dataset.groups.split("\n").includes(ofGroup.value))
    && !(onlyMissing.checked && !["awaited", "elsewhere"].includes(row.dataset.state));
}

function filter() {
  for (const row of rows.values()) row.hidden = !isShown(row);
  page.querySelector(".others").open ||= search.value !== ""
    && [...rows.values()].every((row) => row.hidden || row.closest(".others"));
}
search.addEventListener("input", filter);
onlyMissing.addEventListener("change", filter);
ofGroup.addEventListener("change", filter);

document.getElementById("find").addEventListener("submit", (submit) => {
  submit.preventDefault();
  const found = [...rows.values()].filter((row) => !row.hidden);
  if (search.value && found.length === 1) choose(found[0], "code");
});

function choose(row, method) {
  if (row.dataset.state !== "present") tick(row.dataset.id, true, method);
  search.value = "";
  filter();
  row.scrollIntoView({ block: "center" });
  row.querySelector(".tick-row").focus();
}

/** A personal link's address begins its secret with the code; a typed code is the code. */
function byCode(text) {
  const code = (/\/r\/([0-9A-Z]{6})-/.exec(text)?.[1] ?? text.trim().toUpperCase());
  return [...rows.values()].find((row) => row.dataset.code && row.dataset.code === code);
}

// MARK: the camera, where the browser reads codes

async function scanCodes() {
  const video = document.getElementById("camera");
  if (!video.hidden) { video.srcObject?.getTracks().forEach((track) => track.stop()); video.hidden = true; return; }
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch { problem = "No camera: type the code instead"; saveQueue(); return; }
  video.hidden = false;
  await video.play();
  let last = "";
  const look = async () => {
    if (video.hidden) return;
    for (const { rawValue } of await detector.detect(video).catch(() => [])) {
      if (rawValue === last) continue;
      last = rawValue;
      const row = byCode(rawValue);
      if (row) choose(row, "qr"); else { problem = "Nobody on this event has that code"; saveQueue(); }
    }
    setTimeout(look, 250);
  };
  look();
}

if ("BarcodeDetector" in globalThis && navigator.mediaDevices) {
  const button = document.getElementById("scan");
  button.hidden = false;
  button.addEventListener("click", scanCodes);
}

let lock = null;
async function stayAwake() {
  if (lock || !navigator.wakeLock || document.hidden) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", () => { lock = null; });
}

// MARK: other phones

async function refresh() {
  try {
    const answer = await fetch(page.dataset.state, { redirect: "manual" });
    if (!answer.ok) return;
    const { now, scans } = await answer.json();
    offset = now - Date.now();
    start(scans);
  } catch { /* what is shown stays */ }
}

function start(scans) {
  latest.clear();
  for (const scan of scans) latest.set(scan.member, scan);
  for (const scan of queue) take({ ...scan, at: scan.at + offset, by: "" });
  for (const member of rows.keys()) draw(member);
  total();
}

subscribe({
  state: (state) => { showState(state); if (state === "open") { send(); refresh(); } },
  scans: ({ event, scans }) => {
    if (event !== eventID) return;
    if (scans.some((scan) => scan.undone)) return refresh();
    for (const scan of scans) take(scan);
    total();
  },
  reread: refresh,
});
addEventListener("online", send);
setInterval(send, 5000);

addEventListener("pagehide", remember);
start(JSON.parse(page.dataset.scans));
for (const scan of remembered()) take(scan);
total();
saveQueue();
send();
registerOffline(page.dataset.offline);
