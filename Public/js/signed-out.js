// A page for nobody who is signed in: the tabs that are open in this browser look whether they are still somebody's.
if (globalThis.BroadcastChannel) new BroadcastChannel("Sotravel-Account").postMessage("");
