/** The JSON at an address; null if it cannot be had, or the address redirects, for instance to the sign-in. */
export async function getJSON(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" }, redirect: "manual" });
    return response.ok ? await response.json() : null;
  } catch { return null; }
}
