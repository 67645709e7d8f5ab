// What may be otherwise by now, as who sees one, what is going on and how a call stands: on a page that was kept, it is
// said of when that is.
import { ifKept } from "./kept-page.js";
import { says } from "./texts.js";

const TODAY = 12 * 3600e3;

ifKept((madeAt) => {
  const day = Date.now() - madeAt > TODAY ? { weekday: "short" } : {};
  const { zone: timeZone } = document.body.dataset;
  const clock = new Intl.DateTimeFormat("en-GB", { ...day, hour: "2-digit", minute: "2-digit", timeZone });
  for (const part of document.querySelectorAll("[data-as-of]")) {
    part.prepend(`${says`As of`} ${clock.format(madeAt)}: `);
    part.removeAttribute("data-as-of");
  }
});
