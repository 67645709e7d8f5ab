// Pages that only need to know when the roster changed.
import { subscribe, showState, offerReload } from "./live.js";

subscribe({
  state: showState,
  roster: ({ version }) => offerReload(version ? `The roster changed to v${version}.` : "The roster changed."),
  reread: () => offerReload("Something may have changed meanwhile."),
});
