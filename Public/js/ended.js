// Stands in place of a page that is its reader's no more: they signed out, somebody else signed in, or they are off the
// trip. What it showed is put away: whoever typed there and signs in again in another tab finds it as it was.
import { sound } from "./alarm.js";
import { element } from "./dom.js";
import { waiting } from "./outbox.js";
import { says } from "./texts.js";

const { account } = document.body.dataset;
const here = () => location.pathname + location.search;
const PANELS = {
  out: () => [
    says`You are signed out`, says`Sign in to see this page again.`,
    `/sign-in?next=${encodeURIComponent(here())}`, says`Sign in`,
  ],
  other: () => [
    says`Somebody else is signed in here`, says`You are signed in as somebody else now. Reload the page.`,
    here(), says`Reload`,
  ],
  gone: () => [
    says`You are no longer on this trip`, says`Its pages are for the people who are on it.`, "/trips", says`Your trips`,
  ],
};
// What whoever needs help and is signed out must still see: whom to phone, and what is not sent.
const HELP = ["own-phones", "unsent", "waiting", "unsent-forms"];
const TEXTS = ["email", "tel", "text", "textarea", "url"];

let ended = null;

/** Whether somebody wrote there what the server has not. */
const isTyped = ({ defaultValue, type, value }) => TEXTS.includes(type) && value !== defaultValue;

function panel(why, hasTyped) {
  const [heading, text, href, label] = PANELS[why]();
  const box = element("div", undefined, { class: "sheet narrow" });
  const title = element("h1", heading, { tabindex: "-1" });
  const link = element("a", label, { class: "button primary", href });
  if (why === "other") link.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
  // The page stays for what was typed on it.
  if (why === "out" && hasTyped) link.target = "_blank";
  const buttons = element("p", undefined, { class: "buttons" });
  buttons.append(link);
  box.append(title, element("p", text));
  if (hasTyped && why !== "gone") {
    box.append(element("p", says`What was typed here comes back once whoever typed it signs in again in another tab.`));
  }
  if (why === "other" && waiting("sos").length) {
    box.append(element("p", `${says`A call for help that was made in this browser is not sent yet.`} ${
      says`It goes out when whoever made it signs in here. If it is you: sign in, and phone.`}`, { class: "problem" }));
  }
  box.append(buttons);
  const main = element("main");
  main.append(box);
  return main;
}

/** @param why "out", "other" or "gone". */
export function end(why) {
  // Somebody else may sign in where nobody was.
  if (ended && (ended.why !== "out" || why !== "other")) return;
  restore();
  const { body, title } = document;
  const found = why === "out" ? HELP.map((id) => document.getElementById(id)).filter(Boolean) : [];
  const moved = found.map((node) => [node, document.createComment("")]);
  for (const [node, mark] of moved) node.replaceWith(mark);
  const kept = element("div", undefined, { hidden: "", inert: "" });
  kept.append(...body.childNodes);
  const hasTyped = [...kept.querySelectorAll("textarea, input")].some(isTyped);
  const main = panel(why, hasTyped);
  main.firstChild.append(...found);
  body.append(kept, main);
  ended = { why, hasTyped, kept, main, moved, title, style: body.className };
  [body.className, document.title] = ["", main.querySelector("h1").textContent];
  main.querySelector("h1").focus();
  // No call sounds any more, and the phone is asked for no place and no picture.
  sound([]);
  dispatchEvent(new Event("ended"));
}

function restore() {
  if (!ended) return;
  const { kept, main, moved, title, style } = ended;
  for (const [node, mark] of moved) mark.replaceWith(node);
  main.remove();
  kept.replaceWith(...kept.childNodes);
  [document.body.className, document.title, ended] = [style, title, null];
}

globalThis.outboxCore.hear(({ reader }) => {
  if (!ended || reader !== account) return;
  if (ended.hasTyped) restore(); else location.reload();
});
