/** A game as the server sends it: moves, positions, and clock times. */

import { placementAfter, placementOf } from "./placement.js";

/** Complete a view, which has only new moves, with those from before. */
export function updated(before, view) {
  const kept = (before?.moves ?? []).slice(0, view.moves_from);
  return { ...view, moves: [...kept, ...view.moves], moves_from: 0 };
}

/** The moves that are announced and not yet pressed: one, and perhaps the reply to it. */
export function unpressed({ state: { announced, answered } }) {
  return [announced, answered].filter(Boolean);
}

/** The pieces on the board, after the moves that are announced and not yet pressed. */
export function shownPlacement(game) {
  const placement = placementOf(game.fen);
  return unpressed(game).reduce((before, { uci }) => placementAfter(before, uci), placement);
}

/** The pieces on the board after `ply` half-moves. */
export function placementAt(game, ply) {
  const start = placementOf(game.start_fen);
  return game.moves.slice(0, ply).reduce((placement, { uci }) => placementAfter(placement, uci), start);
}

/** The move that was made or announced last. */
export function lastMove(game) {
  return unpressed(game).at(-1) ?? game.moves.at(-1) ?? null;
}

/** The square of the king in check; null while a move is announced, which may parry it. */
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

/** The server's time in ms, advanced by this machine's clock. */
export class ServerTime {
  #offset = 0;

  set(nowMs) {
    this.#offset = nowMs - performance.now();
  }

  /**
   * Take the time from a later message: this machine's clock may have stood still in a sleep. The
   * time of a message that was long on its way is earlier, and is ignored.
   */
  hear(nowMs) {
    this.#offset = Math.max(this.#offset, nowMs - performance.now());
  }

  get nowMs() {
    return performance.now() + this.#offset;
  }
}

/** The time left on a side's clock, in ms. */
export function leftMs(clock, colour, nowMs) {
  const shown = clock[`${colour}_ms`];
  const used = clock.runs === colour ? Math.max(0, nowMs - clock.at_ms) : 0;
  return Math.max(0, shown - used);
}
