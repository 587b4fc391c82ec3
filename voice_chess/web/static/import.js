/** Imports a game played elsewhere: sends its file or text to the server, which reads it. */

import { find, show, write } from "./elements.js";
import { likeliestLetters } from "./file-letters.js";
import { announce } from "./live.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { text } from "./texts.js";

/** The most bytes that the server takes of a game; only the first one of a file counts. */
const MOST_BYTES = 48_000;
/** The most characters of a file that are looked at here. */
const MOST_LOOKED_AT = 1_000_000;
const HEAD = /^\[Event .*$/gm;
const MOVES = /^[^\s[%]/m;
const PARTS = /^\[[^\n]*$|\{[^}]*\}|;[^\n]*|\((?:=|[QRBN])\)|[()]/gm;
const TAG_OR_COMMENT = /^\[[^\n]*$|\{[^}]*\}/gm;
const FOR_PROGRAMS = /\[(?:%[^\][]*|#)\]/g;
/** What the server reads in a comment as a part of the game; a draw offer only at its beginning. */
const OF_THE_GAME = /(?<=^\{(?:\s|\[[^\]]*\])*)\(=\)|\[%clk [^\]]*\]|An illegal move stood here: [^}]*/g;
/** Encodings older than Unicode, each with the alphabets written in it. */
const ALPHABETS = JSON.parse(find("alphabets").textContent);
const form = find("import");
const asked = new URLSearchParams(location.search);
asked.set("lang", document.body.dataset.interface);
const lasting = `?${asked}`;

/** Whether comments of the game in the field were left out to make it fit. */
let lacksComments = false;

find("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  // In a field, the megabytes of a collection freeze the page for many seconds.
  const found = fitting(likeliestLetters(new Uint8Array(await file.arrayBuffer()), ALPHABETS));
  find("pgn").value = found.pgn;
  lacksComments = found.lacksComments;
});

find("pgn").addEventListener("input", () => {
  lacksComments = false;
});

/** Make a file fit by leaving out what follows the first game, then its variations, its comments and its end. */
function fitting(file) {
  if (fits(file)) return { pgn: file, lacksComments: false };
  const first = firstGame(file.slice(0, MOST_LOOKED_AT));
  const pgn = fits(first) ? first : withoutVariations(first);
  if (fits(pgn)) return { pgn, lacksComments: false };
  const bare = pgn.replace(TAG_OR_COMMENT, withoutWords);
  return { pgn: fits(bare) ? bare : bare.slice(0, MOST_BYTES / 4), lacksComments: hasWords(pgn) };
}

function fits(pgn) {
  return pgn.length <= MOST_BYTES && new TextEncoder().encode(JSON.stringify(pgn)).length <= MOST_BYTES;
}

/** Return the text up to the head of its second game, by which the server sees that there are others. */
function firstGame(text) {
  const next = [...text.matchAll(HEAD)].find(({ index }) => MOVES.test(text.slice(0, index)));
  return next ? text.slice(0, next.index + next[0].length) : text;
}

/** Empty the brackets of variations, which the server only counts; the lines keep their numbers. */
function withoutVariations(pgn) {
  const kept = [];
  let depth = 0;
  let from = 0;
  const keep = (until) => {
    const part = pgn.slice(from, until);
    kept.push(depth ? part.replace(/[^\n]+/g, "") : part);
    from = until;
  };
  for (const { 0: part, index } of pgn.matchAll(PARTS)) {
    if (part !== "(" && part !== ")") continue;
    keep(index);
    if (part === ")") depth -= 1;
    if (depth <= 0) kept.push(part);
    if (part === "(") depth += 1;
    from = index + 1;
  }
  keep(pgn.length);
  return kept.join("");
}

/** Drop the words of a comment; the lines keep their numbers. */
function withoutWords(found) {
  if (!found.startsWith("{")) return found;
  const kept = (found.match(OF_THE_GAME) ?? []).join(" ");
  const lines = found.split("\n").length - kept.split("\n").length;
  return `{${kept}}${"\n".repeat(lines)}`;
}

/** Whether any comment has words for people. */
function hasWords(pgn) {
  const comments = (pgn.match(TAG_OR_COMMENT) ?? []).filter((found) => found.startsWith("{"));
  return comments.some((found) => found.replace(FOR_PROGRAMS, "").replace(OF_THE_GAME, "").trim() !== "{}");
}

onSending(form, async () => {
  forgive(form);
  show(find("partly"), false);
  const { pgn, lacksComments: areCut } = fitting(find("pgn").value);
  const { content, problem } = await send(`/import${lasting}`, { pgn });
  // The detail says where it is damaged; only the form shows details.
  if (problem) return complain(form, { ...problem, field: "" });
  const found = { ...content, lacksComments: areCut || lacksComments };
  if (isWhole(found)) location.assign(`${content.path}${lasting}`);
  else showPartly(found);
});

function isWhole({ left_out: leftOut, others_follow: othersFollow, lacksComments }) {
  return leftOut === "" && !othersFollow && !lacksComments;
}

/** Part of the file was left out, as it is damaged, too long, or holds more games: say so, with a link to the game. */
function showPartly({ path, left_out: leftOut, others_follow: othersFollow, lacksComments }) {
  const reasons = [];
  if (othersFollow) reasons.push(text("import-several"));
  if (leftOut !== "") reasons.push(text("import-partly"));
  if (lacksComments) reasons.push(text("import-comments"));
  write(find("partly-title"), reasons.join(" "));
  write(find("left-out"), leftOut);
  show(find("left-out"), leftOut !== "");
  find("partly").querySelector("a").setAttribute("href", `${path}${lasting}`);
  show(find("partly"), true);
  // A screen reader reads the title by itself, as it gets the focus.
  find("partly-title").focus();
  if (leftOut !== "") announce(leftOut);
}
