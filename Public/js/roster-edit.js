// The form over a cell of the roster, which roster-cells.js asks for. What may be chosen stands in the bar for the
// ticked already. The server answers with the page: the row comes from it.
import { element, make } from "./dom.js";
import { parsePage } from "./live.js";
import { sheet } from "./sheet.js";
import { letGo } from "./toast.js";

const options = (name) => [...document.querySelectorAll(`#bulkbar select[name=${name}] option`)]
  .filter(({ value }) => value).map(({ value, textContent }) => ({ value, label: textContent }));

/** Of an own column: what the list may be narrowed by, with nothing first. */
function choices(name) {
  const offered = [...document.querySelectorAll(`#filters select[name="${name}"] option`)].map(({ value }) => value);
  return ["", ...offered.filter((value) => !["", "-", "+"].includes(value))].map((value) => ({ value, label: value }));
}

/** What is typed or chosen, as the form takes it. */
function fieldFor(name, kind, cell) {
  if (name === "status" || kind === "choice") {
    const select = element("select");
    for (const { value, label } of name === "status" ? options("status_to") : choices(name)) {
      const option = element("option", label, { value });
      option.selected = label === cell.textContent.trim();
      select.append(option);
    }
    return { node: select, value: () => select.value };
  }
  if (name === "groups") {
    const has = [...cell.querySelectorAll("span")].map(({ textContent }) => textContent);
    const list = element("div", undefined, { class: "cell-groups" });
    for (const { value, label } of options("group_name")) {
      const line = element("label", undefined, { class: "tick" });
      const box = element("input", undefined, { type: "checkbox", value });
      box.checked = has.includes(label);
      line.append(box, label);
      list.append(line);
    }
    return { node: list, value: () => [...list.querySelectorAll(":checked")].map(({ value }) => value).join(";") };
  }
  const type = kind === "date" ? "date" : name === "phone" ? "tel" : "text";
  const input = element("input", undefined, { type, maxlength: kind ? 200 : 100, autocomplete: "off" });
  if (kind === "number") input.inputMode = "decimal";
  input.value = cell.dataset.value ?? cell.textContent.trim();
  return { node: input, value: () => input.value.trim() };
}

/** Returns what opens a cell. `changed(row)` is told of a new row, `expect(change)` of a change that is on its way. */
export async function cellEditor({ table, fields, kinds, changed, expect }) {
  // Its looks stand in the search dialog's sheet.
  await sheet("search");
  let open = null;

  function close(goesBack) {
    if (!open) return;
    const { box, cell } = open;
    open = null;
    box.remove();
    if (goesBack) cell.focus();
  }

  async function save({ cell, field, name, before, box }) {
    if (field.value() === before) { close(true); return; }
    const row = cell.parentElement;
    const id = row.querySelector("input[name=member]").value;
    const form = document.getElementById("bulk");
    const kept = [...form.querySelectorAll(":scope > input[type=hidden]")].map(({ name: key, value }) => [key, value]);
    const body = new URLSearchParams(kept);
    body.set("field", name);
    body.set("value", field.value());
    const address = `${form.action.replace(/roster\/bulk$/, "members")}/${id}/field`;
    const headers = { Accept: "application/json" };
    try {
      const asked = fetch(address, { method: "POST", headers, body, redirect: "manual" })
        .then(async (response) => ({ response, answer: await response.json() }));
      expect(asked.then(({ answer: { page } }) => Number(new URL(page, location).searchParams.get("changed"))));
      const { response, answer } = await asked;
      if (!response.ok) { fail(box, answer.detail); return; }
      const page = parsePage(await (await fetch(answer.page)).text());
      const fresh = page.querySelector(`#roster input[value="${id}"]`)?.closest("tr");
      close(false);
      if (fresh) row.replaceChildren(...document.importNode(fresh, true).childNodes); else row.hidden = true;
      changed(row);
      document.querySelector(".toast")?.remove();
      const toast = page.querySelector(".toast");
      const main = document.getElementById("main");
      if (toast) letGo(main.insertAdjacentElement("beforebegin", document.importNode(toast, true)));
      row.cells[fields.indexOf(name)]?.focus();
    } catch { location.href = address.replace(/field$/, "edit"); }
  }

  function fail(box, text) {
    box.querySelector(".error")?.remove();
    box.append(element("p", text, { class: "error", role: "alert" }));
  }

  /** `text` was typed while this script was on its way, and takes the place of what is there. */
  function edit(cell, { text = "", isSent = false } = {}) {
    close(false);
    const name = fields[cell.cellIndex];
    const field = fieldFor(name, kinds[cell.cellIndex], cell);
    // It takes the focus where its words are pressed: what has it outside closes it.
    const box = element("form", undefined, { class: "cell-edit", tabindex: "-1" });
    const label = table.tHead.rows[0].cells[cell.cellIndex].textContent.trim();
    field.node.setAttribute("aria-label", label);
    if (field.node.matches("div")) field.node.setAttribute("role", "group");
    const button = element("button", undefined, { class: "primary", "aria-label": label });
    const icon = make("svg", { class: "icon", "aria-hidden": "true" });
    icon.append(make("use", { href: "#i-check" }));
    button.append(icon);
    box.append(field.node, button);
    const place = cell.getBoundingClientRect();
    box.style.insetBlockStart = `${place.top + scrollY}px`;
    box.style.minInlineSize = `${place.width}px`;
    document.getElementById("main").append(box);
    // Over its cell, and within the window.
    const edge = document.documentElement.clientWidth - box.offsetWidth - 8;
    box.style.insetInlineStart = `${scrollX + Math.max(0, Math.min(place.left, edge))}px`;
    const now = { cell, field, name, before: field.value(), box };
    open = now;
    box.addEventListener("submit", (event) => { event.preventDefault(); save(now); });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close(true);
    });
    box.addEventListener("focusout", ({ relatedTarget }) => {
      if (open === now && relatedTarget && !box.contains(relatedTarget)) close(false);
    });
    const first = field.node.matches("div") ? field.node.querySelector("input") ?? button : field.node;
    first.focus();
    first.select?.();
    if (!text || !field.node.matches("input:not([type=date])")) return;
    field.node.value = text;
    if (isSent) box.requestSubmit();
  }

  document.addEventListener("pointerdown", ({ target }) => { if (open && !open.box.contains(target)) close(false); });
  return edit;
}
