/** What an address answers; null where it cannot be had, or leads elsewhere, as to signing in. */
export async function getJSON(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, redirect: "manual" });
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}
