// Tells of what somebody writes in a conversation that is not open here.
import { offer } from "./live.js";
import { says } from "./texts.js";
import { parsePage } from "./trusted.js";

let told = 0;
const isOpen = (conversation) => document.getElementById("chat")?.dataset.id === conversation;
/**
 * A message to the reader alone, or one that names them, is shown on every page: a line with a link to it, and a count.
 */
export function tellReader({ c, n, a, h, d, m }) {
  const { me } = document.body.dataset;
  const chat = document.querySelector("nav.sections a[href$='/chat']");
  if (me && chat && a !== me && !isOpen(c)) markNews(chat);
  if (
    !me || !chat || a === me || n <= told || !(d || m?.includes(me))
      || isOpen(c)
  ) return;
  told = n;
  let count = chat.querySelector(".unread");
  chat.querySelector(".news")?.remove();
  if (!count) {
    count = document.createElement("b");
    count.className = "unread";
    (chat.querySelector(".section-name") ?? chat).append(" ", count);
  }
  const number = count.lastChild?.textContent.trim() ?? "";
  if (!number.endsWith("+")) count.replaceChildren(String(Number(number) + 1));
  const author = parsePage(`<ol>${h}</ol>`).querySelector(".author")?.textContent ?? says`Somebody`;
  offer(says`${author} wrote to you.`, `${chat.getAttribute("href")}/${c}?around=${n}`, says`Read it`);
}

/** Something unread is in a conversation that is not open here. */
function markNews(chat) {
  if (chat.querySelector(".unread, .news")) return;
  const dot = document.createElement("i");
  dot.className = "news";
  const words = document.createElement("span");
  words.className = "visually-hidden";
  words.textContent = `, ${says`unread messages`}`;
  dot.append(words);
  (chat.querySelector(".section-name") ?? chat).append(" ", dot);
}
