// A script that a page has only once something needs it.

const failures = {};

/** Resolves to what a page's script (`page` in `Public/bundles.txt`) exports; fails where it cannot be had. */
export async function script(name) {
  const address = new URL(`${name}.js`, import.meta.url);
  // Some browsers remember that an address failed, and would not ask again.
  if (failures[name]) address.search = failures[name];
  try { return await import(address.href); } catch (error) {
    failures[name] = (failures[name] ?? 0) + 1;
    throw error;
  }
}
