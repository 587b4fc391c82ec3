/** The peg board: hand movements for a move, and differences on the player's board. */

import { find, make, show, write } from "./elements.js";
import { unpressed } from "./game.js";
import { fetched, onSending } from "./sending.js";
import { text } from "./texts.js";

export class Hands {
  #page;
  #game = null;

  constructor(page) {
    this.#page = page;
    find("hands-steps").addEventListener("click", () => this.#tellSteps());
    onSending(find("hands-board"), () => this.#compare());
    onSending(find("hands-touched"), () => this.#touched());
    find("hands-differs").addEventListener("click", () => this.#tellBoard());
    find("hands-executed").addEventListener("click", () => {
      page.request({ type: "hands", did: "executed", squares: [] });
    });
  }

  show(game) {
    const { customs, state } = game;
    const squares = state.touched.join(", ");
    show(find("hands"), customs.boards === 2 || customs.execution === "reported");
    show(find("hands-executed"), customs.execution === "reported");
    write(find("touched"), squares === "" ? "" : text("touched", { squares }));
    const field = find("hands-placement");
    const before = this.#game?.fen.split(" ")[0] ?? "";
    if (field.value === before) [field.value] = game.fen.split(" ");
    this.#game = game;
  }

  /** List the steps for the move that was announced or made last. */
  async #tellSteps() {
    const { game, moves } = this.#game;
    const ply = moves.length + unpressed(this.#game).length;
    const steps = await this.#fetch(`${game}/steps/${ply}`, {});
    if (steps === null) this.#page.voice.tell(text("hands-none"), { isUrgent: true });
    else this.#tell(steps);
  }

  async #compare() {
    const placement = find("hands-placement").value.trim();
    const found = await this.#fetch(`${this.#game.game}/board`, { placement });
    show(find("hands-differs"), (found?.differences.length ?? 0) > 0);
    if (found === null) this.#page.voice.tell(text("problem:malformed"), { isUrgent: true });
    else if (found.differences.length === 0) this.#page.voice.tell(text("hands-same"));
    else this.#tell([...found.differences, ...found.steps]);
  }

  /** Play then stops until the arbiter has confirmed how to go on. */
  #tellBoard() {
    const placement = find("hands-placement").value.trim();
    const declaration = { declaration: "board-differs", placement };
    this.#page.request({ type: "declare", declaration });
    show(find("hands-differs"), false);
  }

  #touched() {
    const field = find("touched-squares");
    const squares = field.value.toLowerCase().match(/[a-h][1-8]/g) ?? [];
    if (squares.length === 0) return;
    this.#page.request({ type: "hands", did: "touched", squares });
    field.value = "";
  }

  #tell(lines) {
    const { lang } = this.#page.voice;
    find("hands-list").replaceChildren(...lines.map((line) => make("li", { lang }, line)));
    this.#page.voice.say(lines.join(" "), null);
  }

  async #fetch(rest, query) {
    const marked = find("hands-marked").value;
    const asked = new URLSearchParams({ ...query, ...(marked && { marked }) });
    const address = `/seats/${this.#page.seat}/games/${rest}?${asked}`;
    const { content = null } = await fetched(address);
    return content;
  }
}
