/** Names of squares and pieces on this page, in the user's chosen style. */

import { FILES, isWhite } from "./placement.js";
import { hasText, text } from "./texts.js";

const KINDS = "KQRBNP";

/** "e2", "eva 2" or "echo 2". */
function squareName(square, files) {
  if (files === "plain") return square;
  const names = text(`names:${files}`).split(" ");
  return `${names[FILES.indexOf(square[0])]} ${square[1]}`;
}

/** "white pawn", or its letter: a capital for White. */
function pieceName(piece, manner) {
  if (manner !== "letters") return text(`on:${piece}`);
  const letter = text(`letter:${piece.toUpperCase()}`);
  return isWhite(piece) ? letter.toUpperCase() : letter.toLowerCase();
}

/** "e2, white pawn", or as set; an empty square is always named. */
export function cellName(square, piece, { pieces, files, place }) {
  const name = squareName(square, files);
  if (piece === undefined) return place === "none" ? name : `${name}, ${text("empty")}`;
  const parts = [name, pieceName(piece, pieces)];
  if (place === "none") return parts[1];
  return (place === "before" ? parts : parts.reverse()).join(", ");
}

/** The short form for a braille line: "Pe2", a capital for White; "+" a king in check, "*" a possible target. */
export function brailleName(square, piece, { isChecked, isTarget }) {
  const letter = piece === undefined ? "" : pieceName(piece, "letters");
  return `${letter}${square}${isChecked ? "+" : ""}${isTarget ? "*" : ""}`;
}

/** All pieces of one side by kind: [kind, squares]. */
function piecesOf(placement, white) {
  return [...KINDS]
    .map((kind) => {
      const squares = [...placement].filter(
        ([, piece]) => piece.toUpperCase() === kind && isWhite(piece) === white,
      );
      return [kind, squares.map(([square]) => square).sort()];
    })
    .filter(([, squares]) => squares.length > 0);
}

/** "King e1, pawns a2, b2": one side in words. */
export function sideInWords(placement, white, { files }) {
  return piecesOf(placement, white)
    .map(([kind, squares]) => {
      const many = `pieces:${kind}`;
      const name = text(squares.length > 1 && hasText(many) ? many : `piece:${kind}`);
      return `${name} ${squares.map((square) => squareName(square, files)).join(", ")}`;
    })
    .join("; ");
}
