/** Which piece a pawn becomes, where a move on the board leaves that open. */

import { answerIn } from "./dialogs.js";
import { all, find } from "./elements.js";

/** The move that is meant of those between two squares; null where it was given up. */
export async function chosenOf(moves) {
  if (moves.length === 1) return moves[0];
  const piece = await answerIn(find("promotion"));
  return moves.find((uci) => uci.endsWith(piece || "-")) ?? null;
}

for (const button of all("button", find("promotion"))) {
  button.addEventListener("click", () => find("promotion").close(button.value));
}
