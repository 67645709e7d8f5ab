// What hosts announce stands at once among the messages, and what they recall goes, each as the server draws it.
import { parsePage, subscribe } from "../live.js";

const PAUSE = 300;
const lines = (list) => [...list.querySelectorAll(".announced-line")];
const address = (line) => line.querySelector("a").getAttribute("href");

/** The first message below a line; nothing for a line at the end. */
function below(line) {
  let next = line.nextElementSibling;
  while (next && !next.matches(".message[data-number]")) next = next.nextElementSibling;
  return next;
}

/** @param thread its newest messages are shown, or nothing changes: the server's page is that of the newest. */
function reconcile(thread, list, fresh) {
  if (!thread.isAtEnd) return;
  const first = fresh.querySelector(".message[data-number]");
  const start = first && document.getElementById(first.id);
  const wanted = new Map(lines(fresh).map((line) => [address(line), line]));
  for (const line of lines(list)) {
    const isOlder = start && start.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_PRECEDING;
    if (!isOlder && !wanted.has(address(line))) line.remove();
  }
  const shown = new Map(lines(list).map((line) => [address(line), line]));
  for (const [link, line] of wanted) {
    const copy = document.importNode(line, true);
    if (shown.has(link)) { shown.get(link).replaceWith(copy); continue; }
    const next = below(line);
    list.insertBefore(copy, next && document.getElementById(next.id));
    document.getElementById("nothing")?.remove();
  }
}

export function followAnnouncements(thread) {
  const list = document.getElementById("thread");
  let timer = 0;
  const reread = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const options = { redirect: "manual", headers: { "Cache-Control": "no-store" } };
      const response = await fetch(location.pathname, options).catch(() => null);
      if (!response?.ok) return;
      const fresh = parsePage(await response.text()).getElementById("thread");
      const stays = thread.isNearBottom;
      if (fresh) reconcile(thread, list, fresh);
      if (stays) thread.toBottom();
    }, PAUSE);
  };
  subscribe({ announcement: reread, notice: ({ announcement }) => { if (announcement) reread(); }, reread });
}
