/** Which piece a pawn becomes, where a move on the board leaves that open. */

import { all, find } from "./elements.js";

/** The move that is meant of those between two squares; null where it was given up. */
export function chosenOf(moves) {
  if (moves.length === 1) return Promise.resolve(moves[0]);
  const dialog = find("promotion");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => done(moves.find((uci) => uci.endsWith(dialog.returnValue || "-")) ?? null);
  });
}

for (const button of all("button", find("promotion"))) {
  button.addEventListener("click", () => find("promotion").close(button.value));
}
