// Who somebody is and how to reach them: the server's card (`templates/common/person-card`). Until it is here, and
// where there is no line, what the page knows of them stands in for it.
import { age } from "../format.js";
import { tick } from "../clock.js";
import { element, make } from "../dom.js";
import { initials } from "../face.js";
import { parsePage } from "../live.js";
import { says } from "../texts.js";

const MARKS = { fresh: "●", stale: "◐", lost: "○", never: "–", paused: "‖" };

/** One of the page's own symbols. */
export function icon(name) {
  const node = make("svg", { class: "icon", "aria-hidden": "true" });
  node.append(make("use", { href: `#i-${name}` }));
  return node;
}

function contactWords(person, absence) {
  const words = element("span", undefined, { class: "contact-words" });
  if (!person.contact || !person.isShown) {
    words.textContent = absence;
    return words;
  }
  const ms = Math.max(0, Date.now() - person.contact);
  const said = ms < 60e3 ? says`just now` : says`${age(ms)} ago`;
  words.append(`${says`Last contact`} `, element("span", said, {
    class: "age", "data-since": person.contact, "data-age": Math.floor(ms / 1000), "data-says": "ago",
  }));
  return words;
}

function photo({ dataset }) {
  if (!dataset.photo) return initials(dataset.initials);
  const image = element("img", undefined, { class: "face", src: dataset.photo, alt: "", width: 40, height: 40 });
  image.addEventListener("error", () => image.replaceWith(initials(dataset.initials)));
  return image;
}

function action(sign, label, attributes) {
  const node = element("a", undefined, attributes);
  node.append(icon(sign), ` ${label}`);
  return node;
}

/** @param absence why they are on no map. */
export function standIn(person, absence) {
  const { row, style, name } = person;
  const [card, head, words, actions] = ["article", "div", "div", "div"].map((kind) => element(kind));
  [card.className, head.className, actions.className] = ["person-card stand-in", "card-head", "card-actions"];
  const heading = element("h2");
  const page = row.querySelector(".page").href;
  heading.append(element("a", name, { href: page }));
  const contact = element("p", undefined, { class: "contact" });
  contact.append(
    element("span", MARKS[style], { class: `mark ${style}`, "aria-hidden": "true" }), " ", contactWords(person, absence)
  );
  words.append(heading, contact);
  head.append(photo(row), words);
  const call = row.querySelector(".call");
  if (call) {
    actions.append(action("phone", says`Call`, { class: "button primary", href: call.href, title: call.title }));
  }
  actions.append(action("user", says`Profile`, { class: "button", href: page }));
  card.append(head, actions);
  return card;
}

/** What the page has learned of the contact since the card was made. */
export function update(card, person, absence) {
  const mark = card.querySelector(".mark");
  mark.textContent = MARKS[person.style];
  mark.className = `mark ${person.style}`;
  card.querySelector(".contact-words").replaceWith(contactWords(person, absence));
  tick(card);
}

/** The server's card of somebody; nothing where it cannot be had. */
export async function serverCard(person) {
  const { cards } = document.getElementById("map-page").dataset;
  const response = await fetch(`${cards}${person.id}/card?on=map`, { redirect: "manual" }).catch(() => null);
  if (!response?.ok) return null;
  const card = parsePage(await response.text()).querySelector(".person-card");
  return card && document.importNode(card, true);
}
