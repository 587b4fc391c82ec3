/** The pieces taken from each side, and who is ahead; a promoted pawn is not taken. */

import { fill, make, pictureOf, show } from "./elements.js";
import { isWhite, placementAfter, placementOf } from "./placement.js";
import { hasText, listed, text } from "./texts.js";

const KINDS = "QRBNP";
const WORTH = { K: 0, Q: 9, R: 5, B: 3, N: 3, P: 1 };

/** The pieces taken by these moves from this position, in order. */
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

/** The piece that a move took; en passant, it is not on the target square. */
function takenBy(before, after, uci) {
  const to = uci.slice(2, 4);
  return before.get(to) ?? before.get([...before.keys()].find((square) => square !== uci.slice(0, 2) && !after.has(square)));
}

/** White's lead in material, in pawns; negative if Black leads. */
export function aheadOf(placement) {
  return [...placement.values()].reduce(
    (sum, piece) => sum + (isWhite(piece) ? 1 : -1) * WORTH[piece.toUpperCase()],
    0,
  );
}

/** Show the pieces beside the name of the side that took them. */
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
