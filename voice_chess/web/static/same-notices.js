/** Notices that many boards have at about the same time: after the machine has slept, or the storage failed. */

const WAIT_MS = 1_000;

export class SameNotices {
  #tell;
  #tellTogether;
  /** By language and words, those that still wait. */
  #waiting = new Map();

  /** `tell(message)` tells one notice; `tellTogether(messages)` tells in one sentence what is the same at several boards. */
  constructor(tell, tellTogether) {
    this.#tell = tell;
    this.#tellTogether = tellTogether;
  }

  /** Tell this notice, together with those that come within a moment from other boards. */
  take(message) {
    const key = `${message.language} ${message.text}`;
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#waiting.set(key, [message]);
      setTimeout(() => this.#flush(key), WAIT_MS);
    } else if (!waiting.some(({ game }) => game === message.game)) {
      waiting.push(message);
    }
  }

  #flush(key) {
    const messages = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (messages.length === 1) this.#tell(messages[0]);
    else this.#tellTogether(messages);
  }
}
