/** Asks which piece a pawn becomes after a move on the board. */

import { answerIn } from "./dialogs.js";
import { all, find } from "./elements.js";

/** Resolves to the move meant among those between two squares; null if cancelled. */
export async function chosenOf(moves) {
  if (moves.length === 1) return moves[0];
  const piece = await answerIn(find("promotion"));
  return moves.find((uci) => uci.endsWith(piece || "-")) ?? null;
}

for (const button of all("button", find("promotion"))) {
  button.addEventListener("click", () => find("promotion").close(button.value));
}
