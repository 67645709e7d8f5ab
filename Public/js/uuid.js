/** Random ids also where pages come without TLS, as on a ship's own network. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes]
    .map((byte, index) => ([4, 6, 8, 10].includes(index) ? "-" : "") + byte.toString(16).padStart(2, "0"))
    .join("");
}
