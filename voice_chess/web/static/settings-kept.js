/** The board settings stored for a seat, for a page without settings of its own. */

const STANDARD = {
  pieces: "words",
  files: "plain",
  place: "before",
  letters: "own",
  notifies: true,
  earphone: "",
  theme: "wood",
};

/** Like `Settings` for a board; the defaults without a seat or stored values. */
export function reviewSettings(seat, flipped) {
  const kept = { ...STANDARD, flipped, ...stored(`voice-chess-${seat}`) };
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

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}
