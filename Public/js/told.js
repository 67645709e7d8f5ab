// What a traveller is told of an event while a page is open, in a line that leads there.
import { offer } from "./live.js";
import { says } from "./texts.js";

const WORDS = {
  invited: (title) => [says`You are invited: ${title}`, says`Answer`],
  offered: (title) => [says`A place is held for you: ${title}`, says`Take it`],
  answered: (title) => [says`Your response was changed: ${title}`, says`Look`],
  moved: (title) => [says`Time or place changed: ${title}`, says`Look`],
  cancelled: (title) => [says`Cancelled: ${title}`, says`Look`],
  lapsed: (title) => [says`Your place was given on: ${title}`, says`Look`],
  answer_due: (title) => [says`Please answer: ${title}`, says`Answer`],
  reminder: (title) => [says`Reminder: ${title}`, says`Look`],
};

export function tell(why, title, address) {
  if (!WORDS[why]) return;
  const [words, label] = WORDS[why](title);
  offer(words, address, label);
}
