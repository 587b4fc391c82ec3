/**
 * How this page speaks: with the server's voice, through the screen reader, or, if asked, not at all.
 *
 * A sentence that can't be played goes to the screen reader. The page's own words always go there:
 * the server has no recording of them.
 */

import { announce } from "./live.js";
import * as audio from "./audio.js";
import { OneVoice } from "./one-voice.js";
import { tagOf } from "./texts.js";

export class Voice {
  #settings;
  #one;
  #language = null;
  /** Called when the browser doesn't allow sound yet. */
  onLocked = () => {};

  constructor(settings, seat) {
    this.#settings = settings;
    this.#one = new OneVoice(seat);
  }

  set language(id) {
    this.#language = tagOf(id);
  }

  get lang() {
    return this.#language;
  }

  /** Say a sentence of the server, in the seat's language by default; `braille` is a move's text for a braille line. */
  async say(words, clip, { isUrgent = false, braille = null, lang = this.#language } = {}) {
    const { output, notifies } = this.#settings;
    if (output === "silent") return;
    if (output === "server" && clip !== null) {
      if (!this.#one.isHeard) return;
      if (!audio.isUnlocked()) this.onLocked();
      const played = audio.play(clip, { isUrgent });
      // A braille line shows nothing of a voice, so it gets the move.
      if (braille !== null) announce(braille, { lang, notifies });
      if (await played) return;
    }
    announce(words, { lang, isUrgent, notifies });
  }

  /** Say something of the page itself, in its language. */
  tell(words, { isUrgent = false } = {}) {
    announce(words, { isUrgent, notifies: this.#settings.notifies });
  }

  /** Whether signals can be heard; if not, words replace some. */
  get hasSounds() {
    return this.#settings.sounds && !audio.isShut();
  }

  signal(name) {
    if (this.hasSounds && this.#one.isHeard) audio.signal(name);
  }

  hush() {
    audio.hush();
  }
}
