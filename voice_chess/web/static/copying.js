/** Copies a position as FEN or in words, by a button, a typed line, or a key on the board. */

import { all } from "./elements.js";
import { text } from "./texts.js";

const TYPED = new Map([
  ["fen", "fen"],
  ["copy", "words"],
]);

export class Copying {
  #written;
  #tell;

  /** `written.fen()` and `written.words()` give the text, `tell(words)` reports the result. */
  constructor(board, written, tell) {
    this.#written = written;
    this.#tell = tell;
    board.onCopy = (what) => this.#copy(what);
    for (const button of all("[data-copy]")) {
      button.addEventListener("click", () => this.#copy(button.dataset.copy));
    }
  }

  /** Copy if the typed line asks for it; else return false. */
  line(typed) {
    const what = TYPED.get(typed.trim().toLowerCase());
    if (what !== undefined) this.#copy(what);
    return what !== undefined;
  }

  async #copy(what) {
    const written = this.#written[what]();
    const isCopied = copiedByEvent(written) || (await copiedByClipboard(written));
    this.#tell(text(isCopied ? `copied:${what}` : "copied-not"));
  }
}

/** The only way without a certificate, unless the server is this computer. */
function copiedByEvent(written) {
  let isTaken = false;
  const take = (event) => {
    event.clipboardData.setData("text/plain", written);
    event.preventDefault();
    isTaken = true;
  };
  const selection = getSelection();
  // Firefox copies only if something is selected; the focus stays.
  if (selection.isCollapsed) selection.selectAllChildren(document.body);
  document.addEventListener("copy", take, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", take, { capture: true });
  selection.removeAllRanges();
  return isTaken;
}

/** For browsers without that event. */
async function copiedByClipboard(written) {
  try {
    await navigator.clipboard.writeText(written);
    return true;
  } catch {
    return false;
  }
}
