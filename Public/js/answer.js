// A personal link that stays open shows later changes, and tells the server that a person, not a preview, has opened
// it. In a dead zone it opens as it was, and an answer given there waits.
import "./copy.js";
import "./kept-forms.js";
import { parsePage, registerOffline, sayIfKept } from "./live.js";
import { tick } from "./clock.js";

const page = document.getElementById("personal");
fetch(page.dataset.opened, { method: "POST" }).catch(() => { /* the next opening says so */ });
registerOffline(page.dataset.offline, { scope: "/r/" });
sayIfKept();

/** The page as the server has it now; nothing where there is no line. */
async function read(address) {
  const response = await fetch(address, { headers: { "Cache-Control": "no-store" }, signal: AbortSignal.timeout(10e3) })
    .catch(() => null);
  return response?.ok ? parsePage(await response.text()).getElementById("personal") : null;
}

function draw(fresh) {
  page.replaceChildren(...document.importNode(fresh, true).childNodes);
  tick();
}

async function refresh() {
  // Not while somebody is asked to confirm.
  const isAsking = () => new URLSearchParams(location.search).has("answer");
  if (document.hidden || isAsking()) return;
  const fresh = await read(location.href);
  const plain = (node) => node.innerHTML.replace(/name="seen" value="[\d.]+"|<b class="clock"[^]*?<\/b>/g, "");
  if (fresh && !isAsking() && plain(fresh) !== plain(page)) draw(fresh); else tick();
}

setInterval(refresh, 30000);
for (const event of ["visibilitychange", "online", "focus"]) addEventListener(event, refresh, true);

// MARK: the question before an answer

// If the browser itself went there, it would lose the page where there is no line. Without a line the answer waits
// without the question, which exists because of previews of links, and can be discarded until it is sent.
addEventListener("submit", async (event) => {
  const [form, button] = [event.target, event.submitter];
  if (form.method !== "get" || !button?.name) return;
  event.preventDefault();
  const address = `${location.pathname}?${new URLSearchParams([[button.name, button.value]])}`;
  const fresh = await read(address);
  if (fresh) {
    history.pushState(null, "", address);
    draw(fresh);
    page.querySelector("form button")?.focus();
    return;
  }
  form.method = "post";
  form.requestSubmit(button);
  form.method = "get";
});
addEventListener("popstate", () => location.reload());
