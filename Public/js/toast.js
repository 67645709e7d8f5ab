// What was just done. What places and closes it is asked for when there is something.
import { script } from "./later.js";

export const letGo = (toast) => script("toasts").then((toasts) => toasts.letGo(toast), () => {});

for (const toast of document.querySelectorAll(".toast:not(.is-shown)")) letGo(toast);
