// What is at a place on the map, for the panel beside it.
import { coordinateList } from "./coordinates.js";
import { element, make } from "../dom.js";
import { says } from "../texts.js";

/**
 * What is at a place: coordinates to copy, height, slope, and a piste or lift with its profile; by the name
 * of that, or of what else it is about.
 */
export function placeFacts(found, ground, about = { title: says`This place` }) {
  const facts = element("dl", undefined, { class: "facts" });
  const fact = (label, value) => facts.append(element("dt", label), element("dd", value));
  const { title, link } = found.line ?? about;
  const heading = element("h2", link ? undefined : title);
  if (link) heading.append(element("a", title, { href: link }));
  const parts = about.kind ? [heading, element("p", about.kind, { class: "muted" })] : [heading];
  for (const [label, value] of found.line?.facts ?? []) fact(label, value);
  if (found.metres !== null) fact(says`Ground`, ground(found.metres));
  if (found.slope !== null) fact(says`Slope`, `${Math.round(found.slope)}°`);
  parts.push(facts);
  if (found.line?.profile.length > 1) parts.push(profile(found.line.profile));
  parts.push(coordinateList(found));
  const line = element("p", undefined, { class: "buttons" });
  if (found.event) line.append(element("a", says`New event here`, { class: "button", href: found.event }));
  if (found.places) line.append(element("a", says`Places around here`, { class: "button", href: found.places }));
  if (line.childNodes.length) parts.push(line);
  return parts;
}

function profile(samples) {
  const heights = samples.map(([, height]) => height);
  const [low, high, length] = [Math.min(...heights), Math.max(...heights), samples.at(-1)[0] || 1];
  const room = Math.max(high - low, 20);
  const line = samples.map(
    ([distance, height]) => `${(distance / length * 300).toFixed(1)} ${(75 - (height - low) / room * 65).toFixed(1)}`
  ).join("L");
  const picture = make(
    "svg",
    {
      viewBox: "0 0 300 80", class: "profile", role: "img",
      "aria-label": says`Elevation profile, ${Math.round(low)} to ${Math.round(high)} metres`
    }
  );
  picture.append(
    make("path", { class: "profile-ground", d: `M${line}V80H0Z` }),
    make("path", { class: "profile-line", d: `M${line}` })
  );
  return picture;
}
