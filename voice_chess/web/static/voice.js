/**
 * How this page speaks: with the server's voice, through the screen reader, or, if asked, not at all.
 *
 * A sentence that the server's voice can't bring to the ear goes to the screen reader. Words of the
 * page itself always go there: the server has no voice for them.
 */

import { announce } from "./live.js";
import * as audio from "./audio.js";
import { tagOf } from "./texts.js";

export class Voice {
  #settings;
  #language = null;
  /** Called when sound is wanted and the browser still withholds it. */
  onLocked = () => {};

  constructor(settings) {
    this.#settings = settings;
  }

  set language(id) {
    this.#language = tagOf(id);
  }

  get lang() {
    return this.#language;
  }

  /** Something that the server has said, in the language of the seat unless told otherwise; of a move, what a braille line has, too. */
  async say(words, clip, { isUrgent = false, braille = null, lang = this.#language } = {}) {
    const { output, notifies } = this.#settings;
    if (output === "silent") return;
    if (output === "server" && clip !== null) {
      if (!audio.isUnlocked()) this.onLocked();
      const played = audio.play(clip, { isUrgent });
      // A voice is not felt: who reads on a braille line finds the move there.
      if (braille !== null) announce(braille, { lang, notifies });
      if (await played) return;
    }
    announce(words, { lang, isUrgent, notifies });
  }

  /** Something that the page itself has to say, in its own language. */
  tell(words, { isUrgent = false } = {}) {
    announce(words, { isUrgent, notifies: this.#settings.notifies });
  }

  /** Whether signals are heard; where they are not, words tell what they mean. */
  get hasSounds() {
    return this.#settings.sounds && !audio.isShut();
  }

  signal(name) {
    if (this.hasSounds) audio.signal(name);
  }

  hush() {
    audio.hush();
  }
}
