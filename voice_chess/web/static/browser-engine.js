/** The engine that plays against this seat: a worker that thinks when the server asks for a move. */

const WORKER = "/browser-engine/stockfish.js";
const BEST_SKILL = 20;
/** The score of a forced mate, and the limit of scores, in centipawns. */
const MATE = 100_000;
const LOADS_WITHIN_MS = 60_000;
/** Added to its thinking time: a busy computer is slow. */
const PATIENCE_MS = 20_000;
const TRIED_AGAIN_MS = [0, 1_000, 5_000, 30_000];

export class BrowserEngine {
  #tell;
  #onLost;
  #start;
  #worker = null;
  #isReady = false;
  /** The server's request: a position and limits for thinking; null if there is none. */
  #wanted = null;
  /** The request that the worker thinks about. */
  #thinking = null;
  #score = null;
  #watch = null;
  #failures = 0;

  /** `tell(message)` gets the move found; `onLost()` is called on failure; `start` makes the worker. */
  constructor(tell, onLost, start = () => new Worker(WORKER)) {
    this.#tell = tell;
    this.#onLost = onLost;
    this.#start = start;
  }

  /** Take the game as the server sends it; `engine_turn` asks for a move. */
  show({ game, start_fen: startFen, chess960, moves, engine_turn: turn }) {
    const wanted = turn && { game, startFen, chess960, moves: moves.map(({ uci }) => uci), turn };
    if (wanted && isSame(this.#wanted, wanted)) {
      // The move may have been lost with the connection.
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

/** Whether both ask about the same position; the time left may differ. */
function isSame(one, other) {
  return one?.game === other.game && one.moves.join(" ") === other.moves.join(" ");
}

/** Return the engine's score for its side, in centipawns; null if the line has none. */
function scoreIn(words) {
  const at = words.indexOf("score");
  if (at < 0) return null;
  const value = Number(words[at + 2]);
  if (words[at + 1] === "mate") return value > 0 ? MATE - value : -MATE - value;
  return Math.max(-MATE, Math.min(MATE, value));
}
