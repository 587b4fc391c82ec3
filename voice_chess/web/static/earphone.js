/**
 * The loudspeaker or earphone of this page: two players at one computer have one each.
 *
 * Words for one of them must not come out of a loudspeaker that both hear. So if the chosen
 * earphone is gone and another seat is open in this browser, sound is shut off until the earphone
 * is back or the player chooses another device; the screen reader says everything.
 */

import { canSend, hold, open, sendTo, shut } from "./audio.js";
import { make, show } from "./elements.js";
import { text } from "./texts.js";

/** Stands for no device. */
const NOWHERE = null;

export class Earphone {
  #select;
  #settings;
  #seats;
  #tell;
  /** The device in use; "" is the default one. */
  #now = "";

  /**
   * `seats` are the seats open in this browser. `tell` says something urgent. Browsers name the
   * devices only once the microphone is permitted.
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

  /** Mute until it is known whether the chosen device is still there. */
  #changed() {
    if (this.#settings.earphone !== "") hold();
    this.list();
  }

  /** List the devices, use the chosen one, and report if it is gone. */
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
      // Else the default would be shown as selected, and couldn't be selected.
      ...(isApart ? [[wanted, text("earphone-gone")]] : []),
    ]);
    this.#select.value = isThere || isApart ? wanted : "";
    await this.#use(isApart ? NOWHERE : this.#select.value);
  }

  /**
   * Offer these devices, as [value, words].
   *
   * In Chromium a `details` stays folded for good if a list in it is filled after it was opened and
   * before it was laid out, and a screen reader asks for a style then. So force the layout first.
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
