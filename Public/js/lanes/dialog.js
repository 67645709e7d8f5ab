// The form of a group or a room opens above the page that it is about. It is sent as on a page of its own.
import { parsePage } from "../live.js";
import { element } from "../dom.js";

async function open(address) {
  const response = await fetch(address, { redirect: "manual" });
  const sheet = response.ok ? parsePage(await response.text()).getElementById("lane-form") : null;
  if (!sheet) throw new Error("no form");
  const heading = sheet.querySelector("h1").textContent.trim();
  const dialog = element("dialog", undefined, { class: "lane-dialog", "aria-label": heading });
  dialog.append(document.importNode(sheet, true));
  dialog.querySelector(".lane-cancel").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("input:not([type=hidden])");
  first?.focus();
  first?.select();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-dialog]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open(link.href).catch(() => { location.href = link.href; });
});
