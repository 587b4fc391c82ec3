/** The letters of a chosen file; of a list, what all programs before UTF-8 read alike (see event/letters.py). */

const SAME_EVERYWHERE = /^[\0-\x7fÄÉÖÜßäéöü]*$/;
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

/** `letters`; or, where a name might be read wrongly, the `line` that is not in UTF-8. */
export function lettersOf(bytes) {
  const letters = inUnicode(bytes);
  if (letters !== null) return { letters };
  const western = new TextDecoder("windows-1252").decode(bytes);
  return SAME_EVERYWHERE.test(western) ? { letters: western } : { line: lineNotInUtf8(bytes) };
}

function lineNotInUtf8(bytes) {
  const [before] = new TextDecoder("utf-8").decode(bytes).split("\ufffd", 1);
  return before.split(LINE_END).length;
}
