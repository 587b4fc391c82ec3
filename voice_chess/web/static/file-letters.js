/** The letters of a chosen list: UTF-8, or what all programs of before it read alike (see event/letters.py). */

const SAME_EVERYWHERE = /^[\0-\x7fÄÉÖÜßäéöü]*$/;
const LINE_END = /\r\n|\r|\n/;

/** `letters`; or, where a name might be read wrongly, the `line` that is not in UTF-8. */
export function lettersOf(bytes) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { letters: new TextDecoder("utf-16le").decode(bytes) };
  if (first === 0xfe && second === 0xff) return { letters: new TextDecoder("utf-16be").decode(bytes) };
  try {
    return { letters: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const letters = new TextDecoder("windows-1252").decode(bytes);
    return SAME_EVERYWHERE.test(letters) ? { letters } : { line: lineNotInUtf8(bytes) };
  }
}

function lineNotInUtf8(bytes) {
  const [before] = new TextDecoder("utf-8").decode(bytes).split("\ufffd", 1);
  return before.split(LINE_END).length;
}
