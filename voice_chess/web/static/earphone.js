/** On which loudspeaker or earphone this page is heard: two players at one computer have one each. */

import { canSend, sendTo } from "./audio.js";
import { make, show } from "./elements.js";
import { text } from "./texts.js";

export class Earphone {
  #select;
  #settings;
  #tell;
  /** Where the sound goes now; the usual one is nothing. */
  #now = "";

  /** `tell` says something that cannot wait. The names of devices wait for the microphone's leave. */
  constructor(select, settings, tell) {
    this.#select = select;
    this.#settings = settings;
    this.#tell = tell;
    const devices = navigator.mediaDevices;
    const canChoose = canSend() && devices?.enumerateDevices !== undefined;
    show(select.closest("p"), canChoose);
    if (!canChoose) return;
    select.addEventListener("change", () => this.#choose());
    select.closest("details").addEventListener("toggle", () => this.list());
    devices.addEventListener("devicechange", () => this.list());
    this.list();
  }

  #choose() {
    this.#now = "";
    this.#use(this.#select.value);
  }

  /** What there is now; one that was chosen and has gone is told of, and the usual one takes over. */
  async list() {
    const all = await navigator.mediaDevices.enumerateDevices();
    const found = all.filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId);
    const wanted = this.#settings.earphone;
    const isThere = wanted === "" || found.some(({ deviceId }) => deviceId === wanted);
    this.#offer([
      ["", text("earphone-usual")],
      ...found.map(({ deviceId, label }, index) => [
        deviceId,
        label || text("earphone-number", { number: index + 1 }),
      ]),
    ]);
    this.#select.value = isThere ? wanted : "";
    await this.#use(this.#select.value);
  }

  /**
   * These devices, as [value, words].
   *
   * Chromium leaves a part folded for good, whatever is pressed, if a list in it is filled after it
   * was opened and before it was laid out, and anything asks for a style then, as screen readers do.
   */
  #offer(devices) {
    const known = [...this.#select.options].map(({ value, text: words }) => [value, words]);
    if (JSON.stringify(known) === JSON.stringify(devices)) return;
    this.#select.getBoundingClientRect();
    this.#select.replaceChildren(...devices.map(([value, words]) => make("option", { value }, words)));
  }

  async #use(device) {
    const isLost = device === "" && this.#now !== "" && this.#settings.earphone === this.#now;
    const isSent = await sendTo(device);
    if (!isSent) {
      this.#select.value = "";
      await sendTo("");
    }
    if (isLost || !isSent) this.#tell(text("earphone-lost"));
    this.#now = isSent ? device : "";
  }
}
