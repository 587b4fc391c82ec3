/** A game as the server shows it, kept up to date; knows what time it is there. */

import { placementAfter, placementOf } from "./placement.js";

/** The view with its whole list of moves. */
export function updated(before, view) {
  const kept = (before?.moves ?? []).slice(0, view.moves_from);
  return { ...view, moves: [...kept, ...view.moves], moves_from: 0 };
}

/** What stands on the board, with a move that is announced and waits for the press. */
export function shownPlacement(game) {
  const placement = placementOf(game.fen);
  const { announced } = game.state;
  return announced === null ? placement : placementAfter(placement, announced.uci);
}

/** What stood on the board after so many half-moves. */
export function placementAt(game, ply) {
  const start = placementOf(game.start_fen);
  return game.moves.slice(0, ply).reduce((placement, { uci }) => placementAfter(placement, uci), start);
}

/** The move that was made or announced last. */
export function lastMove(game) {
  return game.state.announced ?? game.moves.at(-1) ?? null;
}

/** The square of the king that stands in check; null while a move is announced that may answer it. */
export function checkedKing(game) {
  if (!game.is_check || game.state.announced !== null) return null;
  const king = game.fen.split(" ")[1] === "b" ? "k" : "K";
  return [...placementOf(game.fen)].find(([, piece]) => piece === king)?.[0] ?? null;
}

/** Number of the first move, and whether White makes it. */
export function beginningOf(game) {
  const [, side, , , , number] = game.start_fen.split(" ");
  return { number: Number(number ?? 1), isWhite: side !== "b" };
}

/** The server's time, by this machine's clock since the server told it. */
export class ServerTime {
  #offset = 0;

  set(nowMs) {
    this.#offset = nowMs - performance.now();
  }

  /**
   * What a later message tells: while the computer slept, its own clock may have stood still. A
   * message that was long on its way tells an earlier time, and counts for nothing.
   */
  hear(nowMs) {
    this.#offset = Math.max(this.#offset, nowMs - performance.now());
  }

  get nowMs() {
    return performance.now() + this.#offset;
  }
}

/** What a side's display shows. */
export function leftMs(clock, colour, nowMs) {
  const shown = clock[`${colour}_ms`];
  const used = clock.runs === colour ? Math.max(0, nowMs - clock.at_ms) : 0;
  return Math.max(0, shown - used);
}
