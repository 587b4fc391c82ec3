/** The letter of a key, also on keyboards of another script. */

const LATIN = /^[a-z]$/;

/** A key's letter; in another script, the Latin letter at its place. */
export function latinKey({ key, code }) {
  const letter = key.toLowerCase();
  return LATIN.test(letter) ? letter : code.replace(/^Key/, "").toLowerCase();
}
