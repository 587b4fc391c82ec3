/** A game that was played elsewhere: its file or its text goes to the server, which reads it. */

import { find, show, write } from "./elements.js";
import { announce } from "./live.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { text } from "./texts.js";

/** What the server takes at once; a longer file has more than one game, and the first counts. */
const MOST_LETTERS = 12_000;
const form = find("import");
const asked = new URLSearchParams(location.search);
asked.set("lang", document.body.dataset.interface);
const lasting = `?${asked}`;

find("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) find("pgn").value = written(new Uint8Array(await file.arrayBuffer()));
});

/** Programs for Windows write UTF-16 with a mark at its head, or one byte for each letter. */
function written(bytes) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

onSending(form, async () => {
  forgive(form);
  const { content, problem } = await send("/import", { pgn: find("pgn").value.slice(0, MOST_LETTERS) });
  // Where it is damaged stands in the detail, which is told at the form alone.
  if (problem) complain(form, { ...problem, field: "" });
  else if (content.left_out === "") location.assign(`${content.path}${lasting}`);
  else showPartly(content);
});

/** The file is damaged: why, and the way to what could be read. */
function showPartly({ path, left_out: leftOut }) {
  write(find("left-out"), leftOut);
  find("partly").querySelector("a").setAttribute("href", `${path}${lasting}`);
  show(find("partly"), true);
  find("partly-title").focus();
  announce(`${text("import-partly")} ${leftOut}`);
}
