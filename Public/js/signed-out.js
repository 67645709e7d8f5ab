// A page for nobody who is signed in: the tabs that are open in this browser look whether they are still somebody's.
import "./outbox-core.js";

globalThis.outboxCore.tell({ reader: "" });
