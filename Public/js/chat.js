// One conversation, live: others' messages come over the stream as the server draws them, own ones show at once and say
// whether they have arrived. What could not be sent waits in this browser and is sent once.
import { parsePage, showState, subscribe } from "./live.js";
import { Thread, rowsIn } from "./thread.js";

document.documentElement.classList.add("js");
const chat = document.getElementById("chat");
const { id, me, action } = chat.dataset;
const scroller = document.getElementById("scroller");
const list = document.getElementById("thread");
const thread = new Thread(chat.dataset);
const form = document.getElementById("composer");
const toNewest = document.getElementById("to-newest");
const blocked = new Set(chat.dataset.blocked.split(" ").filter(Boolean));
const toBottom = () => { scroller.scrollTop = scroller.scrollHeight; toNewest.hidden = true; };

// MARK: messages

/** Whoever reads the newest goes on doing so. */
function show(row) {
  const stay = thread.isNearBottom && document.visibilityState === "visible";
  thread.place(row);
  thread.trim(stay);
  if (stay) toBottom();
  return stay;
}

async function fetchRow(number) {
  const answer = await fetch(`${action}/${number}`);
  if (answer.status === 404) thread.remove(number);
  if (answer.ok) show(rowsIn(await answer.text())[0]);
}

function receive({ c, n, a, h }) {
  if (c !== id) return;
  if (a === me) { if (!thread.find(n) && thread.isAtEnd) fetchRow(n); return; }
  if (!thread.isAtEnd) { toNewest.hidden = false; return; }
  // What is drawn for everybody has words that are not for this reader.
  if (blocked.has(a)) { fetchRow(n); return; }
  if (show(rowsIn(h)[0])) read(); else toNewest.hidden = false;
}

/** Everything that is shown, read anew: what was missed may have been a removal. */
async function catchUp() {
  const shown = thread.messages;
  let [from, isMore] = [shown.length ? Number(shown[0].dataset.number) - 1 : 0, true];
  const last = Number(shown.at(-1)?.dataset.number ?? 0);
  const stay = thread.isNearBottom;
  while (isMore && (thread.isAtEnd || from < last)) {
    const answer = await fetch(`${action}?after=${from}`);
    if (!answer.ok) { if (answer.status === 404) gone(); return; }
    const rows = rowsIn(await answer.text()).filter((row) => row.dataset.number);
    thread.place(...rows.filter((row) => thread.isAtEnd || Number(row.dataset.number) <= last));
    thread.trim(stay);
    isMore = rows.length > 0 && answer.headers.get("X-More") === "yes";
    from = Number(rows.at(-1)?.dataset.number ?? from);
  }
  if (stay) toBottom();
  standing();
}

/** The page may no longer be shown to this reader. */
function gone() {
  list.replaceChildren();
  form?.remove();
  document.getElementById("obstacle").textContent = "This conversation is no longer open to you.";
}

/** Whether one may write is the server's word: the page is asked again. */
async function standing() {
  const answer = await fetch(location.pathname, { headers: { "Cache-Control": "no-store" } });
  if (answer.status === 404 || answer.status === 403) { gone(); return; }
  if (!answer.ok) return;
  const page = parsePage(await answer.text());
  document.getElementById("obstacle").textContent = page.getElementById("obstacle").textContent;
  const mayWrite = Boolean(page.getElementById("composer"));
  if (form) form.hidden = !mayWrite; else if (mayWrite) location.reload();
}

let marked = 0;
function read() {
  const number = Number(thread.messages.pop()?.dataset.number ?? 0);
  if (!thread.isAtEnd || number <= marked || document.visibilityState !== "visible") return;
  marked = number;
  fetch(action.replace(/messages$/, "read"), { method: "POST", body: new URLSearchParams({ number }) }).catch(() => {});
}

subscribe({
  state: (state) => { showState(state); if (state === "open") flush(); },
  message: receive,
  changed: ({ c, n }) => {
    if (c !== id) return;
    if (thread.find(n) || thread.isAtEnd) fetchRow(n);
    for (const quote of list.querySelectorAll(`a.quote[href$="around=${n}"]`)) {
      fetchRow(quote.closest(".message").dataset.number);
    }
  },
  standing: ({ c, reread }) => { if (reread) catchUp(); else if (!c || c === id) standing(); },
  reread: catchUp,
});

// MARK: scrolling on

scroller.addEventListener("scroll", () => {
  if (scroller.scrollTop < 300) thread.more(thread.earlier, action);
  if (!thread.isNearBottom) return;
  thread.more(thread.later, action);
  if (thread.isAtEnd) { toNewest.hidden = true; read(); }
}, { passive: true });
for (const box of [thread.earlier, thread.later]) {
  box.querySelector("a").addEventListener("click", (event) => { event.preventDefault(); thread.more(box, action); });
}
toNewest.addEventListener("click", () => {
  if (thread.isAtEnd) { toBottom(); read(); } else location.href = location.pathname;
});
document.addEventListener("visibilitychange", read);

// MARK: sending

const DRAFT = `draft ${me} ${id}`;
const OUTBOX = `outbox ${me} ${id}`;
const stored = () => JSON.parse(localStorage.getItem(OUTBOX) ?? "[]");
const store = (items) => items.length
  ? localStorage.setItem(OUTBOX, JSON.stringify(items))
  : localStorage.removeItem(OUTBOX);

function pendingRow(item) {
  const row = document.createElement("li");
  row.className = "message own pending";
  row.id = `p${item.client}`;
  row.dataset.author = me;
  row.dataset.time = item.at;
  const bubble = document.createElement("div");
  bubble.className = "bubble";
  const said = document.createElement("p");
  said.className = "said";
  said.dir = "auto";
  said.textContent = item.text;
  const state = document.createElement("p");
  state.className = "state";
  bubble.append(said, state);
  row.append(bubble);
  list.append(row);
  document.getElementById("nothing")?.remove();
  toBottom();
  return row;
}

function setState(row, text, mayRetry, item) {
  row.classList.toggle("failed", Boolean(text) && mayRetry !== undefined);
  const state = row.querySelector(".state");
  state.textContent = text;
  if (!mayRetry) return;
  const discard = () => {
    store(stored().filter((other) => other.client !== item.client));
    row.remove();
  };
  for (const [label, run] of [["Try again", () => send(item, row)], ["Discard", discard]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link";
    button.textContent = label;
    button.addEventListener("click", run);
    state.append(" ", button);
  }
}

/** The same client id each time: whatever arrived before is found again, never doubled. */
async function send(item, row, files = []) {
  setState(row, "Sending…");
  const body = files.length ? new FormData() : new URLSearchParams();
  body.set("client_id", item.client);
  body.set("text", item.text);
  body.set("reply_to", item.reply);
  files.forEach((file) => body.append("photos", file));
  let answer;
  try {
    answer = await fetch(action, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    setState(row, files.length ? "Not sent: no connection." : "Waits for a connection.", files.length > 0, item);
    return false;
  }
  if (answer.ok) {
    store(stored().filter((other) => other.client !== item.client));
    row.remove();
    arrived(rowsIn(await answer.text())[0]);
    return true;
  }
  const problem = await answer.json().catch(() => ({ detail: "It could not be sent." }));
  setState(row, problem.detail, answer.status !== 422, item);
  if (answer.status === 422) refuse(item, row, problem.detail);
  if (answer.status === 409) standing();
  return false;
}

/** Where the newest are not shown, what was sent is with them. */
function arrived(row) {
  if (!thread.isAtEnd) {
    if (list.querySelector(".pending")) toNewest.hidden = false; else location.href = location.pathname;
    return;
  }
  thread.place(row);
  thread.trim(true);
  toBottom();
  read();
}

/** What was refused comes back to be changed. */
function refuse(item, row, text) {
  store(stored().filter((other) => other.client !== item.client));
  row.remove();
  document.getElementById("text-error").textContent = text;
  if (!form.text.value) form.text.value = item.text;
  form.text.focus();
}

let isFlushing = false;
async function flush() {
  if (isFlushing || !form) return;
  isFlushing = true;
  for (const item of stored()) {
    const row = document.getElementById(`p${item.client}`) ?? pendingRow(item);
    if (!await send(item, row)) break;
  }
  isFlushing = false;
}

if (form) {
  form.text.value = form.text.value || (localStorage.getItem(DRAFT) ?? "");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [text, files] = [form.text.value.trim(), [...form.photos.files]];
    document.getElementById("text-error").textContent = "";
    if (!text && !files.length) { form.text.focus(); return; }
    const item = { client: crypto.randomUUID(), text, reply: form.reply_to.value, at: Date.now() };
    if (!files.length) store([...stored(), item]);
    form.text.value = "";
    localStorage.removeItem(DRAFT);
    form.photos.value = "";
    document.getElementById("photo-names").textContent = "";
    noReply();
    await send(item, pendingRow(item), files);
  });
  form.text.addEventListener("input", () => {
    if (form.text.value) localStorage.setItem(DRAFT, form.text.value); else localStorage.removeItem(DRAFT);
  });
  form.text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && matchMedia("(hover: hover)").matches) {
      event.preventDefault();
      form.requestSubmit();
    }
    if (event.key === "Tab" && complete()) event.preventDefault();
  });
  form.photos.addEventListener("change", () => {
    const names = [...form.photos.files].map((file) => file.name);
    const limit = Number(chat.dataset.photos);
    document.getElementById("photo-names").textContent = names.length > limit
      ? `At most ${limit} photos at a time.`
      : names.join(", ");
  });
  addEventListener("online", flush);
  stored().forEach(pendingRow);
}

/** "@Ad" and Tab become "@Ada Example". */
function complete() {
  const { value, selectionStart: end } = form.text;
  const start = value.lastIndexOf("@", end - 1);
  if (start < 0 || end - start < 2 || /\n/.test(value.slice(start, end))) return false;
  const typed = value.slice(start + 1, end).toLowerCase();
  const name = form.text.dataset.names.split("\n").find((name) => name.toLowerCase().startsWith(typed));
  if (!name) return false;
  form.text.setRangeText(`@${name} `, start, end, "end");
  return true;
}

function noReply() { if (form) { form.reply_to.value = ""; document.getElementById("reply-to").hidden = true; } }
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-do]");
  if (!link || !form) return;
  event.preventDefault();
  if (link.dataset.do === "no-reply") { noReply(); return; }
  const row = link.closest(".message");
  form.reply_to.value = row.dataset.number;
  const box = document.getElementById("reply-to");
  const author = document.createElement("strong");
  author.textContent = row.querySelector(".author").textContent;
  const cancel = document.createElement("a");
  cancel.href = location.pathname;
  cancel.dataset.do = "no-reply";
  cancel.textContent = "Not as a reply";
  box.replaceChildren(author, ` ${row.querySelector(".said").textContent.slice(0, 140)} `, cancel);
  box.hidden = false;
  form.text.focus();
});

// MARK: where the page opens

const wanted = new URLSearchParams(location.search).get("around");
const marker = wanted ? thread.find(wanted) : list.querySelector(".new-line");
if (wanted && marker) marker.classList.add("near");
if (marker) marker.scrollIntoView({ block: "center" });
else if (!new URLSearchParams(location.search).has("after")) toBottom();
read();
