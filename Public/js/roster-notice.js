// Pages that only need to know when the roster changed.
import { subscribe, showState, offerReload } from "./live.js";
import { says } from "./texts.js";

// What this page changes itself is on it already: the stream may tell of it before the answer is here.
const own = new Set();
let saving = Promise.resolve();

/** While a change of this page's own is on its way; it ends with the version that it made. */
export function expect(change) {
  saving = change.then((version) => own.add(version), () => {});
}

subscribe({
  state: showState,
  async roster({ version }) {
    await saving;
    if (own.has(version)) return;
    offerReload(version ? says`The roster changed to v${version}.` : says`The roster changed.`);
  },
  reread: () => offerReload(says`Something may have changed meanwhile.`),
});
