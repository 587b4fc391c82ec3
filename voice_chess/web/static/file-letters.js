/** Decodes a chosen file; for lists of players the rules are those of event/letters.py. */

const SAME_EVERYWHERE = /^[\0-\x7fÄÉÖÜßäéöü]*$/;
const WORD = /[A-Za-z\u0080-\uffff]+/g;
const ASCII = /[a-z]/;
const MARKS = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];
/** What browsers decode from bytes without a letter in Windows. */
const UNUSED = /[\x80-\x9f]/;
const LINE_END = /\r\n|\r|\n/;

/** Decode UTF-16 with a byte order mark, as Windows programs write it, or UTF-8; null if it is neither. */
function inUnicode(bytes) {
  const marked = markedEncoding(bytes);
  return marked ? new TextDecoder(marked).decode(bytes) : whole(bytes, "utf-8");
}

function markedEncoding(bytes) {
  return MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

/** Decode a game: as Unicode, or in the first older encoding in which the most words can be names. */
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

/** Whether a word has letters beyond ASCII, all of one language. */
function fits(word, encoding, written) {
  const own = [...word].filter((letter) => letter > "\x7f");
  if (!own.length || (encoding === "windows-1251" && ASCII.test(word))) return false;
  return written.some((alphabet) => own.every((letter) => alphabet.includes(letter)));
}

const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether the file is a workbook (.xlsx, .ods, .xls) instead of the list in it. */
export function isWorkbook(bytes) {
  return WORKBOOKS.some((mark) => mark.every((byte, index) => bytes[index] === byte));
}

/**
 * Decode a list: `letters`, in the named encoding if any; or the first `line` that is not in it, or
 * not in UTF-8, if a name might be misread. A NUL is wrong too: UTF-16 without a mark has many.
 */
export function lettersOf(bytes, encoding) {
  const named = encoding || markedEncoding(bytes);
  const letters = whole(bytes, named || "utf-8");
  if (letters !== null) return letters.includes("\0") ? { line: lineAfter(letters, "\0") } : { letters };
  const western = new TextDecoder("windows-1252").decode(bytes);
  if (!named && SAME_EVERYWHERE.test(western)) return { letters: western };
  return { line: lineAfter(new TextDecoder(named || "utf-8").decode(bytes), /[\ufffd\x80-\x9f]/) };
}

/** Decode all bytes; null if some are no letters of this encoding. */
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
