// Tells of a call for help that was not sent, on every page but its own, which says more, and on the sign-in page: the
// call is sent only under the account that made it.
import { foreign, loaded, waiting, watch } from "./outbox.js";
import { says } from "./texts.js";

// A call that is this young in milliseconds may be on its way.
const GRACE = 1500;

const pageOf = ({ page, url }) => page ?? url;

function banner(words, call) {
  const [section, text] = ["section", "p"].map((name) => document.createElement(name));
  section.id = "unsent";
  section.className = "alert";
  section.setAttribute("role", "alert");
  text.textContent = words;
  section.append(text);
  if (call) {
    const link = Object.assign(
      document.createElement("a"), { className: "button", href: pageOf(call), textContent: says`Look, and phone` }
    );
    section.append(link);
  }
  return section;
}

function show() {
  const [own, other] = [waiting("sos")[0], foreign("sos")[0]];
  document.getElementById("unsent")?.remove();
  const place = document.getElementById("alerts");
  if (own && Math.abs(Date.now() - own.at) < GRACE) { setTimeout(show, GRACE); return; }
  if (own && pageOf(own) !== location.pathname) place.after(banner(says`Your call for help is not sent yet.`, own));
  if (own || !other) return;
  place.after(banner(`${says`A call for help that was made in this browser is not sent yet.`} ${
    says`It goes out when whoever made it signs in here. If it is you: sign in, and phone.`}`));
}
watch(show);
loaded.then(show);
