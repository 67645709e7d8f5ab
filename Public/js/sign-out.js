// What waits for a line goes with signing out, if whoever signs out wants that.
import { foreign, takeAllBack, waiting } from "./outbox.js";
import { says } from "./texts.js";

export async function ask(form) {
  const [{ length: count }, { length: others }] = [waiting(), foreign()];
  const own = count === 1 ? [says`One form is not sent yet.`] : count ? [says`${count} forms are not sent yet.`] : [];
  if (waiting("sos").length) own.unshift(says`Your call for help is not sent yet.`);
  if (others) own.push(says`What somebody else typed in this browser waits too.`);
  if (!confirm(`${own.join(" ")} ${
    others ? says`Sign out, and discard what was typed?` : says`Sign out, and discard what you typed?`
  }`)) return;
  await takeAllBack();
  form.submit();
}
