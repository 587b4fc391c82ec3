/** The settings that the browser stores for a seat: read by its page, and by that of its review. */

/** What holds on either page until something is chosen. */
export const STANDARD = {
  pieces: "words",
  files: "plain",
  place: "before",
  letters: "own",
  notifies: true,
  earphone: "",
  theme: "wood",
};

/** Like `Settings` for a board, for a page without settings of its own. */
export function reviewSettings(seat, flipped) {
  const kept = { ...STANDARD, flipped, ...stored(seat) };
  document.body.dataset.board = kept.theme;
  return {
    board: { pieces: kept.pieces, files: kept.files, place: kept.place },
    letters: kept.letters,
    notifies: kept.notifies,
    earphone: kept.earphone,
    isFlipped: kept.flipped,
    onChange: () => {},
    /** Turn the board round, on this page only. */
    turn() {
      this.isFlipped = !this.isFlipped;
      this.onChange();
    },
  };
}

/** Return what was stored for a seat; nothing if the browser stores nothing. */
export function stored(seat) {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(seat))) ?? {};
    // Once there was one layout of letters, on or off.
    if (typeof kept.letters === "boolean") kept.letters = kept.letters ? "own" : "none";
    return kept;
  } catch {
    return {};
  }
}

export function store(seat, kept) {
  try {
    localStorage.setItem(nameOf(seat), JSON.stringify(kept));
  } catch {
    // The browser stores nothing: the choice lasts as long as the page.
  }
}

function nameOf(seat) {
  return `voice-chess-${seat}`;
}
