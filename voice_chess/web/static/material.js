/** What has been taken from each side, and who is ahead in material; a promoted pawn is not taken. */

import { fill, make, pictureOf, show } from "./elements.js";
import { isWhite, placementAfter, placementOf } from "./placement.js";
import { hasText, listed, text } from "./texts.js";

const KINDS = "QRBNP";
const WORTH = { K: 0, Q: 9, R: 5, B: 3, N: 3, P: 1 };

/** The pieces taken in these moves from this position, in the order in which they were taken. */
export function takenIn(startFen, moves) {
  const taken = [];
  let placement = placementOf(startFen);
  for (const { uci } of moves) {
    const after = placementAfter(placement, uci);
    if (after.size < placement.size) taken.push(takenBy(placement, after, uci));
    placement = after;
  }
  return taken;
}

/** What a move took; in passing it stood beside the square that the pawn went to. */
function takenBy(before, after, uci) {
  const to = uci.slice(2, 4);
  return before.get(to) ?? before.get([...before.keys()].find((square) => square !== uci.slice(0, 2) && !after.has(square)));
}

/** By how much White is ahead, in pawns. */
export function aheadOf(placement) {
  return [...placement.values()].reduce(
    (sum, piece) => sum + (isWhite(piece) ? 1 : -1) * WORTH[piece.toUpperCase()],
    0,
  );
}

/** Beside the name of the side that took them. */
export function showTaken(element, { taken, ahead }) {
  const kinds = [...KINDS].map((kind) => taken.filter((piece) => piece.toUpperCase() === kind)).filter(({ length }) => length > 0);
  const images = kinds.flatMap((pieces) =>
    pieces.map((piece, index) =>
      pictureOf(piece, { class: index > 0 ? "again" : null }),
    ),
  );
  const words = text("taken", { pieces: listed(kinds.map(counted)) });
  const more = ahead > 0 ? make("span", {}, `+${ahead}`) : null;
  fill(element, ...[images.length > 0 ? make("span", { class: "taken", role: "img", "aria-label": words }, ...images) : null, more].filter(Boolean));
  show(element, images.length > 0 || more !== null);
}

/** "Queen", "Pawns 2". */
function counted(pieces) {
  const kind = pieces[0].toUpperCase();
  if (pieces.length === 1) return text(`piece:${kind}`);
  const many = `pieces:${kind}`;
  return `${text(hasText(many) ? many : `piece:${kind}`)} ${pieces.length}`;
}
