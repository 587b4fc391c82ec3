/** The letters of a chosen file; of a list, what all programs before UTF-8 read alike (see event/letters.py). */

const SAME_EVERYWHERE = /^[\0-\x7fÄÉÖÜßäéöü]*$/;
const WORD = /[A-Za-z\u0080-\uffff]+/g;
const ASCII = /[a-z]/;
const MARKS = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];
/** Bytes that Windows has no letter for; browsers read them as these signs. */
const UNUSED = /[\x80-\x9f]/;
const LINE_END = /\r\n|\r|\n/;

/** UTF-16 with a mark at its head, as programs for Windows write it, or UTF-8; null where it is neither. */
export function inUnicode(bytes) {
  const marked = markedEncoding(bytes);
  return marked ? new TextDecoder(marked).decode(bytes) : whole(bytes, "utf-8");
}

function markedEncoding(bytes) {
  return MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
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
 * `letters`, in that encoding where one is named; or, where a name might be read wrongly, the `line`
 * that is not in it, or not in UTF-8. No list has a NUL; UTF-16 without a mark has many.
 */
export function lettersOf(bytes, encoding) {
  const named = encoding || markedEncoding(bytes);
  const letters = whole(bytes, named || "utf-8");
  if (letters !== null) return letters.includes("\0") ? { line: lineAfter(letters, "\0") } : { letters };
  const western = new TextDecoder("windows-1252").decode(bytes);
  if (!named && SAME_EVERYWHERE.test(western)) return { letters: western };
  return { line: lineAfter(new TextDecoder(named || "utf-8").decode(bytes), /[\ufffd\x80-\x9f]/) };
}

/** All of it in this encoding; null where a part is not, as what its program has no letter for. */
function whole(bytes, encoding) {
  try {
    const letters = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding.startsWith("windows") && UNUSED.test(letters) ? null : letters;
  } catch {
    return null;
  }
}

function lineAfter(letters, wrong) {
  return letters.split(wrong, 1)[0].split(LINE_END).length;
}
