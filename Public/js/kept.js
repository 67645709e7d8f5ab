// Lists that this browser keeps.

export function readKept(key) {
  try { return JSON.parse(localStorage.getItem(key) ?? "[]"); } catch { return []; }
}

/** False where nothing is kept. */
export function writeKept(key, items) {
  try {
    localStorage.setItem(key, JSON.stringify(items));
    return true;
  } catch { return false; }
}
