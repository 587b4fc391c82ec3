/** The envelope of an adjourned game: its label, and the passphrase that seals it. */

import { find, make, show } from "./elements.js";
import { onSending } from "./sending.js";

/** Show the label, which tells nothing of the sealed move. */
export function showEnvelope(game, lang) {
  const fields = game.envelope;
  const parts = fields.flatMap(({ label, text: words }) => [
    make("dt", { lang }, label),
    make("dd", { lang }, words),
  ]);
  find("envelope").replaceChildren(...parts);
  show(find("envelope"), fields.length > 0);
  show(find("envelope-none"), fields.length === 0);
}

/** Send the passphrase to the server, and empty its field. */
export function hearPassphrase(page) {
  const form = find("passphrase");
  if (!form) return;
  onSending(form, () => {
    const field = find("passphrase-text");
    const forAll = find("passphrase-all")?.checked ?? false;
    page.request({ type: "passphrase", text: field.value, for_all: forAll });
    field.value = "";
  });
}
