// Groups and rooms side by side: people are dragged, moved by keys, or ticked and moved by the bar. The server answers
// with the page, from which what is shown is drawn anew; so it is when somebody else changes the roster.
import { showState, subscribe } from "./live.js";
import { arrange } from "./lanes/keys.js";
import { refresh, settle, isOwn } from "./lanes/moves.js";
import "./lanes/drag.js";
import "./lanes/dialog.js";

const lanes = document.getElementById("lanes");

if (matchMedia("(max-width: 40rem)").matches) {
  for (const folded of lanes.querySelectorAll("details")) {
    folded.open = folded.querySelector(":checked") !== null;
  }
}
lanes.classList.add("is-ready");
arrange();

let timer;
subscribe({
  state: showState,
  async roster({ version }) {
    await settle();
    if (version && isOwn(version)) return;
    clearTimeout(timer);
    timer = setTimeout(refresh, 200);
  },
  reread: refresh,
});
