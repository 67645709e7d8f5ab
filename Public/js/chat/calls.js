// Which messages are calls for help, and who is on them: for staff. The stream's rows are the same for everybody and do
// not say it.
import { subscribe } from "../live.js";
import { rowsIn } from "./thread.js";

const PAUSE = 500;

function mark(shown, fresh) {
  const [old, call] = [shown, fresh].map((row) => row.querySelector(".message-call"));
  shown.classList.toggle("calls-help", Boolean(call));
  if (!call) old?.remove();
  else if (old) old.replaceWith(call);
  else shown.querySelector(".bubble").append(call);
}

/** @param action where the messages are. */
export function followCalls(thread, action) {
  let timer = 0;
  const reread = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const response = await fetch(action, { redirect: "manual" }).catch(() => null);
      if (!response?.ok) return;
      for (const fresh of rowsIn(await response.text()).filter((row) => row.dataset.number)) {
        const shown = thread.find(fresh.dataset.number);
        if (shown) mark(shown, fresh);
      }
    }, PAUSE);
  };
  const here = ({ elsewhere }) => { if (!elsewhere) reread(); };
  subscribe({ alert: here, case: here, reread });
}
