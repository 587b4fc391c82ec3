/** The letters of a chosen file; of a list, what all programs before UTF-8 read alike (see event/letters.py). */

const SAME_EVERYWHERE = /^[\0-\x7fÄÉÖÜßäéöü]*$/;
const WORD = /[A-Za-z\u0080-\uffff]+/g;
const ASCII = /[a-z]/;
const LINE_END = /\r\n|\r|\n/;

/** UTF-16 with a mark at its head, as programs for Windows write it, or UTF-8; null where it is neither. */
export function inUnicode(bytes) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Of a game: Unicode, or the older encoding in which the most words can be names; the first of several. */
export function likeliestLetters(bytes, alphabets) {
  const letters = inUnicode(bytes);
  if (letters !== null) return letters;
  const readings = alphabets.map(([encoding, written]) => {
    const text = new TextDecoder(encoding).decode(bytes);
    const words = new Set(text.match(WORD));
    return { text, fitting: [...words].filter((word) => fits(word.toLowerCase(), encoding, written)).length };
  });
  return readings.reduce((best, each) => (each.fitting > best.fitting ? each : best)).text;
}

/** It has letters beyond ASCII, and one language has them all. */
function fits(word, encoding, written) {
  const own = [...word].filter((letter) => letter > "\x7f");
  if (!own.length || (encoding === "windows-1251" && ASCII.test(word))) return false;
  return written.some((alphabet) => own.every((letter) => alphabet.includes(letter)));
}

/**
 * `letters`, in that encoding where one is named; or, where a name might be read wrongly, the
 * `line` that is not in UTF-8. No list has a NUL; UTF-16 without a mark has many.
 */
export function lettersOf(bytes, encoding) {
  const letters = encoding ? new TextDecoder(encoding).decode(bytes) : inUnicode(bytes);
  if (letters?.includes("\0")) return { line: letters.split("\0", 1)[0].split(LINE_END).length };
  if (letters !== null) return { letters };
  const western = new TextDecoder("windows-1252").decode(bytes);
  return SAME_EVERYWHERE.test(western) ? { letters: western } : { line: lineNotInUtf8(bytes) };
}

function lineNotInUtf8(bytes) {
  const [before] = new TextDecoder("utf-8").decode(bytes).split("\ufffd", 1);
  return before.split(LINE_END).length;
}
