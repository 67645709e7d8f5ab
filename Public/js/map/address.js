// Who is chosen stands in the page's address: it can be sent, and the browser's Back closes the card.
const OTHERS = ["member", "alert", "lat", "lon", "z", "q"];

const named = () => new URLSearchParams(location.search).get("member");

function about(id) {
  const address = new URL(location.href);
  for (const name of OTHERS) address.searchParams.delete(name);
  if (id) address.searchParams.set("member", id);
  return address;
}

export class Address {
  /** @param follow called with the id that the address names after Back or Forward, or null. */
  constructor(follow) { addEventListener("popstate", () => follow(named())); }

  /** @param before who was chosen until now: the next one takes their place, and Back closes the card. */
  name(id, before) {
    if (named() === id) return;
    if (before) history.replaceState(history.state, "", about(id));
    else history.pushState({ isCard: true }, "", about(id));
  }

  leave() {
    if (history.state?.isCard) history.back();
    else if (named()) history.replaceState(null, "", about(null));
  }
}
