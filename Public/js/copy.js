// Buttons that copy what they carry: coordinates read over a telephone are read wrongly.
import { says } from "./texts.js";
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const label = button.dataset.label ??= button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = says`Copied`;
  } catch {
    // Without TLS, or where it is refused, the text is marked instead.
    const text = button.parentElement.querySelector("code, input[readonly]");
    const fold = text?.closest("details");
    if (fold) fold.open = true;
    if (text?.localName === "input") text.select();
    else if (text) getSelection().selectAllChildren(text);
    button.textContent = says`Marked`;
  }
  setTimeout(() => { button.textContent = label; }, 2000);
});

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
