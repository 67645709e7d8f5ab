// A page is for the account for which it was drawn. Whatever its scripts ask for, and its forms send, says which that
// is: somebody else may have signed in since in another tab. The server refuses it then, and what is shown goes.
import { script } from "./later.js";
import "./outbox-core.js";

const { account } = document.body.dataset;
const NAME = "Sotravel-Account";

/** Asks whether the page is still its reader's. */
export const look = () => fetch(document.getElementById("alerts").dataset.address).catch(() => { /* asked later */ });

function bind() {
  const ask = fetch;
  globalThis.fetch = async (address, options) => {
    const headers = new Headers(options?.headers);
    // What waits in this browser says it itself, and what became of it.
    if (headers.has(NAME)) return ask(address, options);
    headers.set(NAME, account);
    const response = await ask(address, { ...options, headers });
    const why = response.headers.get("Sotravel-Ended");
    // Whoever has just sent something reads there why it was not taken, and what they typed stays.
    if (why && !options?.method) script("ended").then(({ end }) => end(why), () => {});
    return response;
  };
  addEventListener("formdata", ({ target, formData }) => {
    if (target.getAttribute("method") === "post") formData.set(NAME, account);
  });
  // The other tabs of this browser hear whose page was opened, and look.
  const { hear, tell } = globalThis.outboxCore;
  hear((event) => { if ((event.reader ?? account) !== account) look(); });
  tell({ reader: account });
}
if (account) bind();
