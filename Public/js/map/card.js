// Who somebody is and how to reach them: the same card as the server's (`templates/map/map-card`).
import { age } from "../format.js";
import { element, make } from "../dom.js";

const MARKS = { fresh: "●", stale: "◐", lost: "○", never: "–", paused: "‖" };

/** One of the page's own symbols. */
export function icon(name) {
  const node = make("svg", { class: "icon", "aria-hidden": "true" });
  node.append(make("use", { href: `#i-${name}` }));
  return node;
}

/** "Last contact 4 min ago". */
export function contactWords(time) {
  const ms = Math.max(0, Date.now() - time);
  return ms < 60e3 ? "Last contact just now" : `Last contact ${age(ms)} ago`;
}

function photo({ dataset }) {
  if (!dataset.photo) return element("span", dataset.initials, { class: "face", "aria-hidden": "true" });
  return element("img", undefined, { class: "face", src: dataset.photo, alt: "", width: 40, height: 40 });
}

function action(kind, sign, label, attributes) {
  const node = element(kind, undefined, attributes);
  node.append(icon(sign), ` ${label}`);
  return node;
}

/** @param absence why they are on no map. */
export function personCard(person, absence) {
  const { row, style, name } = person;
  const { room, status, groups } = row.dataset;
  const [card, head, words, chips, actions] = ["div", "div", "div", "p", "div"].map((kind) => element(kind));
  [card.className, head.className, chips.className, actions.className] =
    ["person-card", "card-head", "card-chips", "card-actions"];
  const heading = element("h2");
  heading.append(element("a", name, { href: row.querySelector(".page").href }));
  const isKnown = person.contact && person.isShown;
  const contact = element("p", undefined, { class: "contact" });
  contact.append(
    element("span", MARKS[style], { class: `mark ${style}`, "aria-hidden": "true" }), " ",
    element("span", isKnown ? contactWords(person.contact) : absence, { class: "contact-words" })
  );
  words.append(heading, contact);
  head.append(photo(row), words);
  for (const text of [status, room && `Room ${room}`, ...groups.split(";")].filter(Boolean)) {
    chips.append(element("span", text, { class: "chip" }), " ");
  }
  card.append(head, chips, actions);
  const call = row.querySelector(".call");
  if (call) {
    actions.append(action("a", "phone", "Call", { class: "button primary", href: call.href, title: call.title }));
    card.append(element("p", call.title, { class: "card-number" }));
  }
  const { friends } = document.getElementById("map-page").dataset;
  if (friends && person.id !== document.body.dataset.me) {
    const form = element("form", undefined, { method: "post", action: `${friends}/${person.id}/chat` });
    form.append(action("button", "chat", "Message"));
    actions.append(form);
  }
  actions.append(action("a", "user", "Profile", { class: "button", href: heading.firstChild.href }));
  return card;
}
