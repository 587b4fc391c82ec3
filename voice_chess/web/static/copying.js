/** A position taken along: by a button, a typed line, or a key on the board, as FEN or in words. */

import { all } from "./elements.js";
import { text } from "./texts.js";

const TYPED = new Map([
  ["fen", "fen"],
  ["copy", "words"],
]);

export class Copying {
  #written;
  #tell;

  /** `written.fen()` and `written.words()` give what is copied, `tell(words)` what came of it. */
  constructor(board, written, tell) {
    this.#written = written;
    this.#tell = tell;
    board.onCopy = (what) => this.#copy(what);
    for (const button of all("[data-copy]")) {
      button.addEventListener("click", () => this.#copy(button.dataset.copy));
    }
  }

  /** Do what was typed; false where it asks for something else. */
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

/** Pages of other computers have no other way without a certificate. */
function copiedByEvent(written) {
  let isTaken = false;
  const take = (event) => {
    event.clipboardData.setData("text/plain", written);
    event.preventDefault();
    isTaken = true;
  };
  const selection = getSelection();
  // Firefox copies only where something is marked; no focus is moved by that.
  if (selection.isCollapsed) selection.selectAllChildren(document.body);
  document.addEventListener("copy", take, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", take, { capture: true });
  selection.removeAllRanges();
  return isTaken;
}

/** Where a browser has given that event up. */
async function copiedByClipboard(written) {
  try {
    await navigator.clipboard.writeText(written);
    return true;
  } catch {
    return false;
  }
}
