/** What an address answers; null where it cannot be had, or leads elsewhere, as to signing in. */
export async function getJSON(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" }, redirect: "manual" });
    return response.ok ? await response.json() : null;
  } catch { return null; }
}
