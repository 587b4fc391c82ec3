/**
 * The socket of a seat: it reconnects by itself, repeats open requests, asks for missed messages.
 *
 * Handlers are called by the type of the message; besides these there are `lost`, `back`, `ended`, and
 * `moved` if another page has the desk that this one had.
 */

import { OwnDesk } from "./own-desk.js";
import { patience, socketTo } from "./sending.js";

const PROTOCOL = 1;
const WAITS_MS = [300, 1_000, 2_000, 4_000, 8_000];
const ANSWERS_WITHIN_MS = 15_000; // after that the line is dead, even if still open
const SILENT_MS = 10_000; // the server sends at least a beat every few seconds
const MOST_COUNTS = 16;
const FINAL = { 4403: "revoked", 4429: "too-many" };
const NOT_ENTERED = 403;

export class Connection {
  #seat;
  /** This page's desk at the seat: its number, and this page's name there; empty before the first welcome. */
  #desk = {};
  #ownDesk;
  #handlers;
  #socket = null;
  #since = {};
  /** The number of the last reply, by the server's count. */
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
  #ended = null;

  constructor(seat, handlers) {
    this.#seat = seat;
    this.#ownDesk = new OwnDesk(seat);
    this.#handlers = handlers;
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#giveUp());
    document.addEventListener("visibilitychange", () => this.#hurry());
  }

  get isOpen() {
    return this.#isWelcome;
  }

  /** Why the connection has ended for good; null while it has not. */
  get ended() {
    return this.#ended;
  }

  /** Bytes that the browser holds and has not sent yet. */
  get backlog() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  /** Connect; events up to these numbers are known already. Null: nobody responded to the page just now. */
  async open(since) {
    if (since === null) this.#tellLost();
    this.#since = { ...since };
    this.#desk = await this.#ownDesk.before();
    this.#connect();
  }

  /**
   * Send a request; return its key, with which it is repeated until answered. `shownPly` returns how
   * many half-moves, made or announced, the page shows; null if it does not know.
   */
  ask(message, shownPly) {
    this.#number += 1;
    const request = { ...message, key: `${this.#prefix}-${this.#number}` };
    this.#unanswered.set(request.key, { request, shownPly, seenPly: shownPly() });
    if (this.tell(request)) this.#awaitAnswer();
    return request.key;
  }

  /** Send a message without an answer; false if there is no connection. */
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
    const socket = socketTo(`/seats/${this.#seat}/socket`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      const heard = Object.fromEntries(this.#heard);
      const hello = { type: "hello", protocol: PROTOCOL, since: this.#since, heard, ...this.#desk };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = (event) => this.#closed(event.code);
    this.#awaitAnswer();
  }

  #awaitAnswer() {
    this.#watch ??= setTimeout(() => this.#giveUp(), ANSWERS_WITHIN_MS);
  }

  /** A player who waits for the opponent sends nothing, and must notice a dead line too. */
  #awaitBeat() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(), SILENT_MS);
  }

  #answered() {
    clearTimeout(this.#watch);
    this.#watch = null;
    if (this.#unanswered.size > 0) this.#awaitAnswer();
  }

  /** Leave a socket that may never report its end. */
  #giveUp() {
    if (this.#socket === null || this.#timer !== null || this.#ended) return;
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
      message.request = this.#unanswered.get(message.key)?.request;
      this.#unanswered.delete(message.key);
    }
    this.#answered();
    this.#awaitBeat();
    if (message.now_ms !== undefined) this.#handlers.time?.(message.now_ms);
    this.#handlers[message.type]?.(message);
    if (message.type === "welcome") this.#repeat();
  }

  /** Each server process has its own count; keep those of the last few. */
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

  /** Replies up to `n` are not sent to this page, now or after a reconnection. */
  #welcome({ count, n, desk, holder }) {
    this.#hear({ count, n });
    if ((this.#desk.holder ?? holder) !== holder) this.#handlers.moved?.();
    this.#desk = { desk, holder };
    this.#ownDesk.keep(this.#desk);
    const wasLost = this.#isLostTold;
    this.#failures = 0;
    this.#isLostTold = false;
    this.#isWelcome = true;
    if (wasLost) this.#handlers.back?.();
  }

  /** A request that was meant for another position is sent all the same: it may have been done. */
  #repeat() {
    for (const { request, shownPly, seenPly } of this.#unanswered.values()) {
      this.tell(shownPly() === seenPly ? request : { ...request, seen_ply: seenPly });
    }
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
    // One that is refused at first may be let in at once; who was given up has waited long enough.
    if (wasWelcome || code === null || this.#failures > 1) this.#tellLost();
    if (this.#failures > 2) this.#checkEntry();
    const wait = WAITS_MS[Math.min(this.#failures, WAITS_MS.length) - 1];
    if (!this.#ended) this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #tellLost() {
    if (this.#isLostTold) return;
    this.#isLostTold = true;
    this.#handlers.lost?.();
  }

  /** A refused socket doesn't say why; the seat's address does. */
  async #checkEntry() {
    const answer = await fetch(`/seats/${this.#seat}/view`, { signal: patience() }).catch(() => null);
    if (answer?.status === NOT_ENTERED) this.#end("not-entered");
  }

  #end(why) {
    clearTimeout(this.#timer);
    this.#ended = why;
    this.#handlers.ended?.(why);
  }

  #hurry() {
    if (this.#timer === null || this.#ended || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}
