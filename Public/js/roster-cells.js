// A cell of the roster is changed in place: by a click beside its text, or with the arrows from the name and Enter. The
// form for it is asked for once a pointer or the focus is in the list.
import { script } from "./later.js";
import { expect } from "./roster-notice.js";

const EDITABLE = ["status", "groups", "room", "phone"];
// People are cards.
const PHONE = matchMedia("(max-width: 63.5rem)");

/** What is typed until the form is here is meant for it, and is no key of the list. Returns what ends this. */
function holdKeys() {
  const typed = { text: "", isSent: false };
  const take = (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Enter") typed.isSent = true; else typed.text += key;
  };
  addEventListener("keydown", take, true);
  return () => { removeEventListener("keydown", take, true); return typed; };
}

export function editCells(table, told) {
  const heads = [...table.tHead.rows[0].cells];
  const [fields, kinds] = [heads.map(({ dataset }) => dataset.field), heads.map(({ dataset }) => dataset.kind)];
  const isEditable = ({ cellIndex }) => EDITABLE.includes(fields[cellIndex]) || Boolean(kinds[cellIndex]);
  const cellsOf = (row) => [...row.cells].filter(isEditable);
  const makeReachable = (row) => { for (const cell of cellsOf(row)) cell.tabIndex = -1; };
  const changed = (row) => { told(row); makeReachable(row); };
  let [coming, open, wanted] = [null, null, null];

  function prepare() {
    coming ??= script("roster-edit").then(({ cellEditor }) => cellEditor({ table, fields, kinds, changed, expect }))
      .catch(() => { coming = null; });
    return coming;
  }

  async function edit(cell) {
    if (open) { open(cell); return; }
    const isFirst = !wanted;
    wanted = cell;
    if (!isFirst) return;
    const release = holdKeys();
    open = await prepare();
    const typed = release();
    open?.(wanted, typed);
    wanted = null;
  }

  for (const row of table.tBodies[0].rows) makeReachable(row);
  table.classList.add("is-editable");
  for (const sign of ["focusin", "pointerover"]) {
    table.addEventListener(sign, () => { if (!PHONE.matches) prepare(); }, { once: true });
  }
  table.tBodies[0].addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (!cell || event.target.closest("a, label, button") || PHONE.matches) return;
    if (isEditable(cell)) edit(cell);
  });
  table.addEventListener("keydown", (event) => {
    const row = event.target.closest("tbody tr");
    if (!row) return;
    const stops = [row.querySelector("th a"), ...cellsOf(row)];
    const here = stops.indexOf(event.target);
    if (here < 0) return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by && stops[here + by]) { event.preventDefault(); stops[here + by].focus(); }
    if (event.key === "Enter" && here > 0) { event.preventDefault(); edit(event.target); }
  });
}
