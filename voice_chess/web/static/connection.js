/**
 * The socket of a seat: comes back by itself, repeats what was not answered, asks for what was missed.
 *
 * Handlers are called by the type of the message; besides these by `time`, `lost`,
 * `back` and `ended`.
 */

const PROTOCOL = 1;
const WAITS_MS = [300, 1_000, 2_000, 4_000, 8_000];
const ANSWERS_WITHIN_MS = 15_000; // behind it the line is dead, though nobody has said so
const SILENT_MS = 10_000; // the server says something every few seconds, if only that it is there
const MOST_COUNTS = 16;
const FINAL = { 4403: "revoked", 4429: "too-many" };
const NOT_ENTERED = 403;

export class Connection {
  #seat;
  #handlers;
  #socket = null;
  #since = {};
  /** By count, the number of the last reply. */
  #heard = new Map();
  #unanswered = new Map();
  #number = 0;
  #prefix = crypto.getRandomValues(new Uint32Array(1))[0].toString(36).padStart(8, "0");
  #failures = 0;
  #timer = null;
  #watch = null;
  #silence = null;
  #isWelcome = false;
  #isLostTold = false;
  #isEnded = false;

  constructor(seat, handlers) {
    this.#seat = seat;
    this.#handlers = handlers;
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#giveUp());
    document.addEventListener("visibilitychange", () => this.#hurry());
  }

  get isOpen() {
    return this.#isWelcome;
  }

  /** Bytes that the browser has taken and could not send yet. */
  get backlog() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  /** Open it; events up to these numbers are known already. */
  open(since) {
    this.#since = { ...since };
    this.#connect();
  }

  /** Send a request; it is repeated with the same key until it is answered. */
  ask(message) {
    this.#number += 1;
    const request = { ...message, key: `${this.#prefix}-${this.#number}` };
    this.#unanswered.set(request.key, request);
    if (this.tell(request)) this.#awaitAnswer();
    return request.key;
  }

  /** Send what needs no answer; it is lost while there is no connection. */
  tell(message) {
    if (this.#isWelcome) this.#socket.send(JSON.stringify(message));
    return this.#isWelcome;
  }

  /** Send sound. */
  sendBytes(bytes) {
    if (this.#isWelcome) this.#socket.send(bytes);
    return this.#isWelcome;
  }

  #connect() {
    this.#timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/seats/${this.#seat}/socket`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      const heard = Object.fromEntries(this.#heard);
      const hello = { type: "hello", protocol: PROTOCOL, since: this.#since, heard };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = (event) => this.#closed(event.code);
    this.#awaitAnswer();
  }

  #awaitAnswer() {
    this.#watch ??= setTimeout(() => this.#giveUp(), ANSWERS_WITHIN_MS);
  }

  /** Whoever waits for their opponent asks for nothing, and must notice a dead line all the same. */
  #awaitBeat() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(), SILENT_MS);
  }

  #answered() {
    clearTimeout(this.#watch);
    this.#watch = null;
    if (this.#unanswered.size > 0) this.#awaitAnswer();
  }

  /** Leave a socket that may never tell that it is dead. */
  #giveUp() {
    if (this.#socket === null || this.#timer !== null || this.#isEnded) return;
    const socket = this.#socket;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#closed(null);
  }

  #take(message) {
    if (message.type === "welcome") this.#welcome(message);
    if (message.type === "happened" && !this.#isNew(message)) return;
    if (message.type === "said") this.#hear(message);
    if (message.type === "done" || message.type === "problem") {
      message.request = this.#unanswered.get(message.key);
      this.#unanswered.delete(message.key);
    }
    this.#answered();
    this.#awaitBeat();
    this.#handlers[message.type]?.(message);
    if (message.type === "welcome") this.#repeat();
  }

  /** The counts of the last few servers, or lives of one: more of them nobody comes back to. */
  #hear({ count, n }) {
    const before = this.#heard.get(count) ?? 0;
    this.#heard.delete(count);
    this.#heard.set(count, Math.max(before, n));
    if (this.#heard.size > MOST_COUNTS) this.#heard.delete(this.#heard.keys().next().value);
  }

  #isNew({ game, seq }) {
    if (seq <= (this.#since[game] ?? 0)) return false;
    this.#since[game] = seq;
    return true;
  }

  /** What this page need not hear, the server does not send it when its line comes back either. */
  #welcome({ count, n }) {
    this.#hear({ count, n });
    const wasLost = this.#isLostTold;
    this.#failures = 0;
    this.#isLostTold = false;
    this.#isWelcome = true;
    if (wasLost) this.#handlers.back?.();
  }

  #repeat() {
    for (const request of this.#unanswered.values()) this.tell(request);
  }

  #closed(code) {
    const wasWelcome = this.#isWelcome;
    this.#isWelcome = false;
    clearTimeout(this.#silence);
    clearTimeout(this.#watch);
    this.#watch = null;
    if (code in FINAL) {
      this.#end(FINAL[code]);
      return;
    }
    this.#failures += 1;
    if (!this.#isLostTold && (wasWelcome || this.#failures > 1)) {
      this.#isLostTold = true;
      this.#handlers.lost?.();
    }
    if (this.#failures > 2) this.#checkEntry();
    const wait = WAITS_MS[Math.min(this.#failures, WAITS_MS.length) - 1];
    if (!this.#isEnded) this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** A socket that is refused doesn't say why; the seat's own address does. */
  async #checkEntry() {
    const answer = await fetch(`/seats/${this.#seat}/view`).catch(() => null);
    if (answer?.status === NOT_ENTERED) this.#end("not-entered");
  }

  #end(why) {
    clearTimeout(this.#timer);
    this.#isEnded = true;
    this.#handlers.ended?.(why);
  }

  #hurry() {
    if (this.#timer === null || this.#isEnded || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}
