/** The letter of a key, also on keyboards of another script. */

const LATIN = /^[a-z]$/;
const AT_A_LETTER = /^Key[A-Z]$/;

/** A key's letter; in another script, the Latin letter at its place. A sign is itself, wherever it is. */
export function latinKey({ key, code }) {
  const letter = key.toLowerCase();
  return LATIN.test(letter) || !AT_A_LETTER.test(code) ? letter : code.slice(-1).toLowerCase();
}
