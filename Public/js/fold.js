// The form in which people are searched, the same as the server's (`searchable`): no case, no accents, plain letters
// for those that Unicode does not take apart.
const LETTERS = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ŧ: "t", ı: "i", ς: "σ",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

export const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
  .replace(SPECIAL, (letter) => LETTERS[letter]).normalize("NFC");

/** Whether a folded text has every word of what was typed. */
export const hasWords = (folded, typed) => fold(typed).split(/\s+/).every((word) => folded.includes(word));
