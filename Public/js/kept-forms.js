// Forms marked `data-kept` go out through the outbox: a form that finds no line waits in this browser. A form that is
// answered at once leads on as if the browser had sent it.
import { loaded, put, takeBack, waiting, watch } from "./outbox.js";
import { showUnsent, tellOutcome } from "./unsent.js";
import { uuid } from "./uuid.js";

// For a photo that waits.
const LARGEST = 8 << 20;
const onTheirWay = new Map();

/** The label's own text, without the text of a control inside it, such as a choice. */
function nameOf(control) {
  const texts = [...control.labels?.[0]?.childNodes ?? []].filter((node) => node.nodeType === Node.TEXT_NODE);
  return texts.map((node) => node.data).join(" ").trim();
}
const legendOf = (control) => control.closest("fieldset")?.querySelector("legend")?.textContent.trim() ?? "";

/** What somebody typed and chose, in the words of the form. */
function typedIn(form, submitter) {
  if (submitter?.name) return [["", submitter.textContent.trim()]];
  return [...form.elements].flatMap((control) => {
    if (!control.name || ["hidden", "submit", "fieldset"].includes(control.type)) return [];
    if (control.type === "radio") return control.checked ? [[legendOf(control), nameOf(control)]] : [];
    if (control.type === "checkbox") return control.checked ? [["", nameOf(control)]] : [];
    if (control.type === "file") return [...control.files].map(({ name }) => [nameOf(control), name]);
    const chosen = [...control.selectedOptions ?? []].map(({ text }) => text);
    if (control.options) return chosen.length ? [[nameOf(control), chosen.join(", ")]] : [];
    return control.value.trim() ? [[nameOf(control), control.value.trim()]] : [];
  });
}

const addressOf = (form) => new URL(form.getAttribute("action"), location.href).pathname;

function fieldsOf(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return [...data].filter(([, value]) => !(value instanceof Blob) || value.size > 0);
}

const textOf = (fields) => JSON.stringify(fields.map(([name, value]) => [name, value.name ?? value]));

/** An answer that calls for help waits for no other form, gives way to none, and is shown where calls are. */
const isCall = (form, submitter) => form.dataset.kept === "sos" || Boolean(submitter?.matches(".hold"));

async function keep(form, submitter, fields) {
  if (fields.some(([, value]) => value.size > LARGEST)) { form.submit(); return; }
  const { calls, label } = form.dataset;
  const kept = isCall(form, submitter) ? "sos" : form.dataset.kept;
  const [url, page] = [addressOf(form), kept === "sos" ? calls : location.pathname];
  const client = uuid();
  onTheirWay.set(client, { form, submitter, text: textOf(fields) });
  await put(
    {
      client, kind: kept, label, url, fields, typed: typedIn(form, submitter), page,
      replaces: !["new", "sos"].includes(kept), again: form.dataset.again
    }
  );
}

/**
 * The server refused a form that was just sent: sent the usual way, it is answered with the form, and the reason beside
 * each field.
 */
async function showRefusal(client, form, submitter) {
  await takeBack(client);
  if (submitter?.name) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: submitter.name, value: submitter.value });
    form.append(input);
  }
  form.submit();
}

/**
 * If one form finds no line, the forms behind it wait too: they are reset on the page, unless somebody already types
 * the next one.
 */
function letWait() {
  for (const { form, submitter, text } of onTheirWay.values()) {
    if (form.dataset.kept === "new" && textOf(fieldsOf(form, submitter)) === text) form.reset();
  }
  onTheirWay.clear();
}

watch((event) => {
  if (!event?.outcome) { showUnsent(); return; }
  if (event.outcome === "later") letWait();
  const way = onTheirWay.get(event.client);
  onTheirWay.delete(event.client);
  if (event.outcome === "sent" && way) {
    // A result on the page that is open is loaded, not only scrolled to: then another address is left.
    history.replaceState(null, "", location.pathname);
    location.assign(event.page);
    return;
  }
  const isRefused = event.outcome === "refused" && !event.asksSignIn;
  if (isRefused && way?.form.isConnected && !isCall(way.form, way.submitter)) {
    showRefusal(event.client, way.form, way.submitter);
    return;
  }
  tellOutcome(event);
});

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.kept || form.method !== "post" || event.defaultPrevented) return;
  // What calls for help and was not held is asked about first.
  if (isCall(form, event.submitter) && !form.elements.sure) return;
  event.preventDefault();
  const [fields, url] = [fieldsOf(form, event.submitter), addressOf(form)];
  // A second tap on a form that is on its way, or on a call that waits, to which the page of calls may have added a
  // position.
  const own = (call) => call.fields.filter(([name]) => fields.some(([other]) => other === name));
  const isTwice = [...onTheirWay.values()].some((way) => way.form === form && way.text === textOf(fields))
    || waiting("sos").some((call) => call.url === url && !call.problem && textOf(own(call)) === textOf(fields));
  if (!isTwice) keep(form, event.submitter, fields);
});

// MARK: a form that was refused, filled in again

/** Hidden fields stay as the page has them: they say what it was made from. */
function fill(form, { client, fields, problem }) {
  form.dataset.again = client;
  const values = (name) => fields.filter(([other]) => other === name).map(([, value]) => value);
  for (const control of form.elements) {
    if (!control.name || ["hidden", "submit", "file"].includes(control.type)) continue;
    const found = values(control.name);
    if (["radio", "checkbox"].includes(control.type)) control.checked = found.includes(control.value);
    else if (control.multiple) for (const option of control.options) option.selected = found.includes(option.value);
    else if (found.length) control.value = found[0];
    // What is folded away and differs is seen.
    const fold = control.closest("details");
    if (fold && "defaultValue" in control && control.value !== control.defaultValue) fold.open = true;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const text = document.createElement("p");
  [text.className, text.textContent] = ["problem", problem];
  text.setAttribute("role", "alert");
  form.prepend(text);
}

function fillAgain() {
  const item = waiting().find(({ client, problem }) => problem && location.hash === `#again-${client}`);
  const form = item && [...document.querySelectorAll("form[data-kept]")].find((other) => addressOf(other) === item.url);
  if (form) fill(form, item);
}
loaded.then(() => { fillAgain(); showUnsent(); });
addEventListener("hashchange", fillAgain);
