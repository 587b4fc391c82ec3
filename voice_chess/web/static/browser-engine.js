/** The engine that plays against this page's own seat: a worker that thinks when the server wants a move. */

const WORKER = "/browser-engine/stockfish.js";
const BEST_SKILL = 20;
/** A forced mate, and the worst that a position can be, in hundredths of a pawn. */
const MATE = 100_000;
const LOADS_WITHIN_MS = 60_000;
/** Beyond what it may think: a computer that does much else is slow. */
const PATIENCE_MS = 20_000;
const TRIED_AGAIN_MS = [0, 1_000, 5_000, 30_000];

export class BrowserEngine {
  #tell;
  #onLost;
  #start;
  #worker = null;
  #isReady = false;
  /** What the server wants: a position and how to think; null while it wants nothing. */
  #wanted = null;
  /** What the worker thinks about. */
  #thinking = null;
  #score = null;
  #watch = null;
  #failures = 0;

  /** `tell(message)` takes what was found; `onLost()` hears that it fails. `start` makes the worker. */
  constructor(tell, onLost, start = () => new Worker(WORKER)) {
    this.#tell = tell;
    this.#onLost = onLost;
    this.#start = start;
  }

  /** The game as the server shows it, which says whether a move is wanted. */
  show({ game, start_fen: startFen, chess960, moves, engine_turn: turn }) {
    const wanted = turn && { game, startFen, chess960, moves: moves.map(({ uci }) => uci), turn };
    if (wanted && isSame(this.#wanted, wanted)) {
      // After a lost connection the server may not know yet what was found.
      if (this.#wanted.found) this.#tell(this.#wanted.found);
      return;
    }
    this.#wanted = wanted;
    if (this.#thinking !== null) this.#worker.postMessage("stop");
    else this.#think();
  }

  #think() {
    if (!this.#wanted || this.#wanted.found) return;
    if (this.#worker === null) this.#load();
    if (!this.#isReady) return;
    const { startFen, chess960, moves, turn } = this.#wanted;
    const { skill, depth, move_ms: moveMs } = turn;
    this.#thinking = this.#wanted;
    this.#score = null;
    for (const line of [
      `setoption name Skill Level value ${skill ?? BEST_SKILL}`,
      `setoption name UCI_Chess960 value ${chess960}`,
      `position fen ${startFen} moves ${moves.join(" ")}`,
      `go movetime ${moveMs}${depth === null ? "" : ` depth ${depth}`}`,
    ]) {
      this.#worker.postMessage(line);
    }
    this.#expectWithin(moveMs + PATIENCE_MS);
  }

  #load() {
    this.#worker = this.#start();
    this.#worker.onmessage = ({ data }) => this.#take(String(data));
    this.#worker.onerror = () => this.#fail();
    this.#worker.postMessage("uci");
    this.#expectWithin(LOADS_WITHIN_MS);
  }

  #take(line) {
    const [name, ...rest] = line.split(" ");
    if (name === "uciok") {
      clearTimeout(this.#watch);
      this.#isReady = true;
      this.#think();
    } else if (name === "info") {
      this.#score = scoreIn(rest) ?? this.#score;
    } else if (name === "bestmove" && this.#thinking !== null) {
      this.#found(rest[0]);
    }
  }

  #found(uci) {
    clearTimeout(this.#watch);
    this.#failures = 0;
    const about = this.#thinking;
    this.#thinking = null;
    if (about === this.#wanted) {
      about.found = { type: "engine-move", game: about.game, ply: about.moves.length, uci, score: this.#score };
      this.#tell(about.found);
    }
    this.#think();
  }

  #expectWithin(ms) {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#fail(), ms);
  }

  #fail() {
    clearTimeout(this.#watch);
    this.#worker.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#thinking = null;
    this.#onLost();
    const wait = TRIED_AGAIN_MS[Math.min(this.#failures, TRIED_AGAIN_MS.length - 1)];
    this.#failures += 1;
    this.#watch = setTimeout(() => this.#think(), wait);
  }
}

/** The same position of the same game; what is left to think with may have changed. */
function isSame(one, other) {
  return one?.game === other.game && one.moves.join(" ") === other.moves.join(" ");
}

/** How the engine judges its position, in hundredths of a pawn; null where the line says nothing of it. */
function scoreIn(words) {
  const at = words.indexOf("score");
  if (at < 0) return null;
  const value = Number(words[at + 2]);
  if (words[at + 1] === "mate") return value > 0 ? MATE - value : -MATE - value;
  return Math.max(-MATE, Math.min(MATE, value));
}
