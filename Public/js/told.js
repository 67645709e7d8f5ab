// Invitations, places, changes and reminders show at once: the stream says that there is something, the server how it stands now.
import { offer, parsePage, showState, subscribe } from "./live.js";
import { tick } from "./clock.js";

const WORDS = {
  invited: ["You are invited: ", "Answer"],
  offered: ["A place is held for you: ", "Take it"],
  answered: ["Your answer was changed: ", "Look"],
  moved: ["Time or place changed: ", "Look"],
  cancelled: ["Cancelled: ", "Look"],
  reminder: ["Reminder: ", "Look"],
};
let timer = 0;

/** Draws the parts anew that the server marked, and the counts; nothing that somebody is typing into is among them. */
async function refresh() {
  const answer = await fetch(location.href, { redirect: "manual", headers: { "Cache-Control": "no-store" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = parsePage(await answer.text());
  for (const part of document.querySelectorAll("[data-told]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...document.importNode(fresh, true).childNodes);
  }
  for (const link of document.querySelectorAll("nav.sections a")) {
    const fresh = page.querySelector(`nav.sections a[href="${CSS.escape(link.getAttribute("href"))}"]`);
    if (fresh) link.replaceChildren(...document.importNode(fresh, true).childNodes);
  }
  tick();
}

function told({ id, why, title }) {
  clearTimeout(timer);
  timer = setTimeout(refresh, 200);
  const events = document.querySelector("nav.sections a[href$='/my/events']")?.getAttribute("href") ?? `${location.pathname.match(/^\/trips\/[^/]+/)}/my/events`;
  if (WORDS[why] && !location.pathname.endsWith(id)) offer(WORDS[why][0] + title, `${events}/${id}`, WORDS[why][1]);
}

subscribe({ state: showState, told, reread: refresh });
