/** A socket for the microphone alone, with the interface that `Microphone` needs. */

import { socketTo } from "./sending.js";

export class EarLine {
  #socket;

  /** Calls `told.opened`, `told.closed`, and `told.came` with each message. */
  constructor(path, told) {
    this.#socket = socketTo(path);
    this.#socket.onopen = () => told.opened();
    this.#socket.onmessage = ({ data }) => told.came(JSON.parse(data));
    this.#socket.onclose = () => told.closed();
  }

  get isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  get backlog() {
    return this.#socket.bufferedAmount;
  }

  tell(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
    return this.isOpen;
  }

  sendBytes(bytes) {
    if (this.isOpen) this.#socket.send(bytes);
    return this.isOpen;
  }

  close() {
    this.#socket.close();
  }
}
