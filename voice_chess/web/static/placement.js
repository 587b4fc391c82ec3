/** Where the pieces stand: read from a FEN, or worked out after further moves. */

export const FILES = "abcdefgh";
export const RANKS = "12345678";
export const SQUARES = [...RANKS].flatMap((rank) => [...FILES].map((file) => file + rank));

/** A map from square to piece, as in FEN. */
export function placementOf(fen) {
  const placement = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) {
        file += Number(sign);
      } else {
        placement.set(FILES[file] + RANKS[7 - index], sign);
        file += 1;
      }
    }
  });
  return placement;
}

export function isWhite(piece) {
  return piece === piece.toUpperCase();
}

/** The placement after a move; castling moves the rook, and en passant takes the pawn. */
export function placementAfter(placement, uci) {
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const piece = placement.get(from);
  const after = new Map(placement);
  if (piece === undefined) return after;
  const kind = piece.toUpperCase();
  const rook = kind === "K" ? castlingRook(placement, from, to, piece) : null;
  after.delete(from);
  if (rook !== null) {
    const isShort = FILES.indexOf(rook[0]) > FILES.indexOf(from[0]);
    const rank = from[1];
    const rookPiece = placement.get(rook);
    after.delete(rook);
    after.set((isShort ? "g" : "c") + rank, piece);
    after.set((isShort ? "f" : "d") + rank, rookPiece);
    return after;
  }
  if (kind === "P" && from[0] !== to[0] && !placement.has(to)) after.delete(to[0] + from[1]);
  after.set(to, promotion ? (isWhite(piece) ? promotion.toUpperCase() : promotion) : piece);
  return after;
}

/** The rook's square if the king castles: by two files, or, in Chess960, onto his own rook. */
function castlingRook(placement, from, to, king) {
  const own = isWhite(king) ? "R" : "r";
  if (placement.get(to) === own) return to;
  const way = FILES.indexOf(to[0]) - FILES.indexOf(from[0]);
  if (Math.abs(way) !== 2) return null;
  return (way > 0 ? "h" : "a") + from[1];
}
