/**
 * On which loudspeaker or earphone this page is heard: two players at one computer have one each.
 *
 * What is said to one of them alone must not come out of the loudspeaker that both hear. So where
 * the chosen earphone is gone and another seat is open in this browser, nothing is heard at all
 * until it is back or this player chooses another device; the screen reader tells everything.
 */

import { canSend, hold, open, sendTo, shut } from "./audio.js";
import { make, show } from "./elements.js";
import { text } from "./texts.js";

/** No device at all. */
const NOWHERE = null;

export class Earphone {
  #select;
  #settings;
  #seats;
  #tell;
  /** Where the sound goes now; the usual one is nothing. */
  #now = "";

  /**
   * `seats` are those that are open in this browser. `tell` says something that cannot wait. The
   * names of devices wait for the microphone's leave.
   */
  constructor(select, settings, seats, tell) {
    this.#select = select;
    this.#settings = settings;
    this.#seats = seats;
    this.#tell = tell;
    const devices = navigator.mediaDevices;
    const canChoose = canSend() && devices?.enumerateDevices !== undefined;
    show(select.closest("p"), canChoose);
    if (!canChoose) return;
    select.addEventListener("change", () => this.#choose());
    select.closest("details").addEventListener("toggle", () => this.list());
    devices.addEventListener("devicechange", () => this.#changed());
    seats.onAnother(() => this.list());
    this.#changed();
  }

  #choose() {
    this.#now = "";
    this.#use(this.#select.value);
  }

  /** Until it is known what is there now, nothing comes out of anything else. */
  #changed() {
    if (this.#settings.earphone !== "") hold();
    this.list();
  }

  /** What there is now; one that was chosen and has gone is told of. */
  async list() {
    const wanted = this.#settings.earphone;
    const all = await navigator.mediaDevices.enumerateDevices();
    const found = all.filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId);
    const isThere = wanted === "" || found.some(({ deviceId }) => deviceId === wanted);
    const isApart = !isThere && (await this.#seats.hasAnother());
    this.#offer([
      ["", text("earphone-usual")],
      ...found.map(({ deviceId, label }, index) => [
        deviceId,
        label || text("earphone-number", { number: index + 1 }),
      ]),
      // Else the usual one would stand there as chosen, and could not be chosen.
      ...(isApart ? [[wanted, text("earphone-gone")]] : []),
    ]);
    this.#select.value = isThere || isApart ? wanted : "";
    await this.#use(isApart ? NOWHERE : this.#select.value);
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
    const before = this.#now;
    const isLost = device === "" && before && this.#settings.earphone === before;
    const isSent = device !== NOWHERE && (await sendTo(device));
    if (isSent) {
      this.#now = device;
      open();
      if (isLost) this.#tell(text("earphone-lost"));
    } else if (device === NOWHERE || (await this.#seats.hasAnother())) {
      this.#now = NOWHERE;
      shut();
      if (before !== NOWHERE) this.#tell(text("earphone-apart"));
    } else {
      this.#select.value = "";
      this.#now = "";
      await sendTo("");
      open();
      this.#tell(text("earphone-lost"));
    }
  }
}
