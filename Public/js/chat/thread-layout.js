// Which day's name stands above a message, and which messages join the one before them: as the server draws the page
// (`ThreadRow`).
import { says } from "../texts.js";
const PAUSE = 10 * 60 * 1000;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The calendar of a trip's time zone: days since 1970 by milliseconds. */
function calendar(zone) {
  const format = new Intl.DateTimeFormat("en-GB-u-ca-gregory-nu-latn", {
    timeZone: zone, year: "numeric", month: "numeric", day: "numeric",
  });
  return (time) => {
    const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)]);
    const { year, month, day } = Object.fromEntries(parts);
    return Date.UTC(year, month - 1, day) / 864e5;
  };
}

/** "Today", "Yesterday", "Mon 5 Jan 2026". */
function name(day, today) {
  if (day === today) return says`Today`;
  if (day === today - 1) return says`Yesterday`;
  const date = new Date(day * 864e5);
  const weekday = WEEKDAYS[(((day + 3) % 7) + 7) % 7];
  return says.text(`${weekday} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`);
}

/**
 * For each message (`author` and `time` in milliseconds), in their order: the name of its day where that begins with
 * it, else null; and whether it joins the one before: of the same author and day, after at most ten minutes.
 */
export function layout(messages, now, zone) {
  const dayOf = calendar(zone);
  const today = dayOf(now);
  let previous = null;
  return messages.map(({ author, time }) => {
    const day = dayOf(time);
    const isNewDay = day !== previous?.day;
    const isClose = !isNewDay && author === previous.author && time - previous.time <= PAUSE;
    previous = { author, time, day };
    return { day: isNewDay ? name(day, today) : null, isClose };
  });
}
