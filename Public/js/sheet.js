// A stylesheet that a page has only once something needs it.

/** Resolves when the sheet is there, or cannot be had. */
export function sheet(name) {
  const href = new URL(`../css/${name}.css`, import.meta.url).href;
  const known = [...document.querySelectorAll("link[rel=stylesheet]")].find((link) => link.href === href);
  if (known) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
}
