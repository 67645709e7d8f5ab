// The place through which scripts say their sentences. Only English ships. A script of another language runs before
// the page's own and sets `globalThis.sotravelTexts`, which gets the words of a sentence and its values apart; a test
// does so for languages that nobody speaks.

/** A sentence with its values: says`${name} wrote to you.` */
export const says = (words, ...values) => globalThis.sotravelTexts?.(words, values)
  ?? words.reduce((text, part, index) => `${text}${values[index - 1]}${part}`);

/** A text that was chosen elsewhere. */
says.text = (text) => says([text]);
