// The forms of a place, each with a button that copies it.
import { says } from "../texts.js";

/** The forms of a place as the server writes them, like the page's own: `Templates/map/coordinates-line`. */
export function coordinateList(place) {
  const [line, list, others, fold, summary] =
    ["div", "ul", "ul", "details", "summary"].map((tag) => document.createElement(tag));
  [line.className, list.className, others.className] = ["coordinates-line", "coordinates", "coordinates"];
  summary.textContent = says`Other formats`;
  fold.append(summary, others);
  line.append(list, fold);
  for (const [name, text] of [[says`Decimal`, place.decimal], [says`Degrees`, place.dms], ["UTM", place.utm]]) {
    if (!text) continue;
    const [item, label, code, button] = ["li", "small", "code", "button"].map((tag) => document.createElement(tag));
    [label.textContent, code.textContent, button.textContent] = [name, text, says`Copy`];
    [button.type, button.className, button.dataset.copy] = ["button", "copy", text];
    button.setAttribute("aria-label", says`Copy ${name}`);
    item.append(label, " ", code, " ", button);
    (list.childElementCount ? others : list).append(item);
  }
  return line;
}
