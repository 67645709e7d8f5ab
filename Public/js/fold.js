// The form in which people are searched, the same as the server's (`searchable`): no case, no accents, plain letters
// for those that Unicode does not take apart.
const LETTERS = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ŧ: "t", ı: "i", ς: "σ",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

export const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
  .replace(SPECIAL, (letter) => LETTERS[letter]).normalize("NFC");

// How somebody fits what was typed, as the server decides it (`TypedWords`).
const NONE = 0, WORDS = 1, NAME = 2, GROUP = 3;

/** A word begins a word of the text; one or two digits are a whole number, more may stand anywhere. */
function tester(word) {
  if (/^\d{1,2}$/.test(word)) return new RegExp(`(?:^|\\D)${word}(?!\\d)`);
  // Where letters have no case, words stand without blanks between them in many languages.
  const isAnywhere = /^(?:\d+$|\p{Lo})/u.test(word);
  const exact = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(isAnywhere ? exact : `(?:^|[^\\p{Alphabetic}\\p{N}])${exact}`, "u");
}

class TypedWords {
  #tests;
  #phrase;
  #digits;

  constructor(typed) {
    const words = fold(typed).split(/\s+/).filter(Boolean);
    this.#tests = words.map(tester);
    this.#phrase = words.join(" ");
    const digits = this.#phrase.replace(/\D/g, "");
    // A part of a phone number, typed with blanks in it.
    this.#digits = digits.length > 2 && /^[\d +()/.-]+$/.test(this.#phrase) ? digits : "";
  }

  areAll(text) {
    return this.#tests.every((test) => test.test(text)) || (this.#digits !== "" && text.includes(this.#digits));
  }

  /** `text`: a line each for the name, the groups, the room, and whatever else. */
  fit(text) {
    if (!this.#phrase) return WORDS;
    const [name, groups = "", room = ""] = text.split("\n", 3);
    const isGroup = groups.split(";").some((group) => group.trimStart() === this.#phrase);
    if (isGroup || (room && [room, room.slice("room ".length)].includes(this.#phrase))) return GROUP;
    if (!this.areAll(text)) return NONE;
    return this.areAll(name) ? NAME : WORDS;
  }
}

/** Whether a folded text has every word of what was typed. */
export const hasWords = (folded, typed) => new TypedWords(typed).areAll(folded);

/**
 * Of each text, whether it is found. Where a group or a room is called so, its people and whoever has the words in
 * their name are; else everybody who has them.
 */
export function found(texts, typed) {
  const words = new TypedWords(typed);
  const fits = texts.map((text) => words.fit(text));
  const isGroup = fits.includes(GROUP);
  return fits.map((fit) => fit === GROUP || fit === NAME || (fit === WORDS && !isGroup));
}
