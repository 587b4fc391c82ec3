/** The engine in this browser that evaluates the positions of a review, one at a time. */

const WORKER = "/browser-engine/stockfish.js";
const MOVE_MS = 300;
const LOADS_WITHIN_MS = 60_000;
/** Added to its thinking time: a busy computer is slow. */
const PATIENCE_MS = 20_000;
const LONGEST_LINE = 12;

export class ReviewEngine {
  #worker;
  #watch = null;
  #waits = null;
  #best = null;

  /** `start` makes the worker. */
  constructor(start = () => new Worker(WORKER)) {
    this.#worker = start();
    this.#worker.onmessage = ({ data }) => this.#take(String(data));
  }

  /** Raises an Error if it doesn't load or falls silent. */
  async open(chess960) {
    await this.#until(LOADS_WITHIN_MS, ["uci"]);
    this.#worker.postMessage(`setoption name UCI_Chess960 value ${chess960}`);
  }

  /** Evaluate a position for its side to move. Raises an Error on failure. */
  async evaluated(fen) {
    this.#best = null;
    await this.#until(MOVE_MS + PATIENCE_MS, [`position fen ${fen}`, `go movetime ${MOVE_MS}`]);
    if (this.#best === null) throw new Error(`Nothing was found of ${fen}.`);
    return this.#best;
  }

  close() {
    clearTimeout(this.#watch);
    this.#worker.terminate();
  }

  #until(withinMs, lines) {
    return new Promise((done, fail) => {
      this.#waits = done;
      this.#worker.onerror = () => fail(new Error("The engine failed."));
      this.#watch = setTimeout(() => fail(new Error("The engine is silent.")), withinMs);
      for (const line of lines) this.#worker.postMessage(line);
    });
  }

  #take(line) {
    const words = line.split(" ");
    if (words[0] === "info") this.#best = findingIn(words) ?? this.#best;
    else if (words[0] === "uciok" || words[0] === "bestmove") {
      clearTimeout(this.#watch);
      this.#waits();
    }
  }
}

/** Score, depth and moves in a line of output; null if it has no exact score. */
function findingIn(words) {
  const [score, line] = [words.indexOf("score"), words.indexOf("pv")];
  const isBound = words.includes("lowerbound") || words.includes("upperbound");
  if (score < 0 || line < 0 || isBound) return null;
  const [kind, value] = words.slice(score + 1);
  return {
    [kind === "mate" ? "mate" : "hundredths"]: Number(value),
    depth: Number(words[words.indexOf("depth") + 1]),
    line: words.slice(line + 1, line + 1 + LONGEST_LINE),
  };
}
