/** What the pages of all seats share: the socket, the games, speech, and requests. */

import { unlock } from "./audio.js";
import { Connection } from "./connection.js";
import { Earphone } from "./earphone.js";
import { find, show, write } from "./elements.js";
import { ServerTime, unpressed, updated } from "./game.js";
import { fetched, onSending } from "./sending.js";
import { Settings } from "./settings.js";
import { SameNotices } from "./same-notices.js";
import { SeatsHere } from "./seats-here.js";
import { keepSaid, showSaidBefore } from "./sheet.js";
import { hasText, tagOf, text } from "./texts.js";
import { Voice } from "./voice.js";

const PAST_TOLD_AFTER_MS = 200;
/** Signals that come without a sentence. */
const WITHOUT_WORDS = ["your-turn", "low-time", "mark", "two-marks"];
/** Kinds of replies that leave an open question open: nobody asked for them, or for something else. */
const ASIDE = ["notice", "unheeded", "beside"];
/** Kinds of replies that are outdated once a request is accepted. */
const SETTLED = ["refusal", "question"];
/** Requests that can make moves; spoken moves are always read back. */
const MOVING = ["line", "move"];
const ANSWERS = ["yes", "no"];
const MOVED = ["move-announced", "slip-corrected"];
/** Events after which they are outdated, too: "The clock is stopped", "Really resign?" answered by voice. */
const TURNED = ["clocks-started", "clocks-stopped", "game-resumed", "game-ended"];
/** Problems of single sound frames; `hearing` reports how many were lost. */
const OF_SOUND = ["too-fast", "bad-frame", "microphone-closed"];

export class SeatPage {
  seat = document.body.dataset.seat;
  role = document.body.dataset.role;
  games = new Map();
  people = new Map();
  time = new ServerTime();
  view = null;
  /** What is put behind the address of the same person's next seat: whether they go on by voice. */
  onward = "";
  #missed = [];
  #missedTimer = null;
  /** The last line sent, and its key; the field keeps it until it is accepted. */
  #typed = null;
  /** By key, the number of replies before the request, and the game that it is about. */
  #saidBefore = new Map();
  /** Keys of requests that can make a move, until they are done. */
  #moving = new Set();
  #saidCount = 0;
  #notices = new SameNotices(
    (message) => this.#said(message),
    (messages) => this.#saidAtBoards(messages),
  );

  /**
   * `shows.game(game)` draws; `shows.people(game, here)`, `shows.hearing(message)`, `shows.reading(message)`, `shows.ownVoice(message)`,
   * `shows.boardAsked(pieces)`, `shows.move(game, ply)`,
   * `shows.signal(name)`, `shows.happened(message)`, `shows.back()`, `shows.seat(view)`,
   * `shows.done(key, isAccepted)`,
   * `shows.asked(isAsked)` and `shows.line(words)`, true if the page itself did what was typed, are
   * optional. `shows.current()` returns the one of several games that requests are about and whose
   * events are spoken; `shows.title(game)` names a game where a reply is about another one.
   */
  constructor(shows) {
    this.shows = shows;
    this.settings = new Settings(this.seat, this.role.endsWith("black"));
    this.voice = new Voice(this.settings, this.seat);
    const tell = (words) => this.voice.tell(words, { isUrgent: true });
    new Earphone(find("set-earphone"), this.settings, new SeatsHere(this.seat), tell);
    this.connection = new Connection(this.seat, this.#handlers());
    this.settings.connection = this.connection;
    this.settings.onChange = () => this.redraw();
    this.voice.onLocked = () => show(find("unlock"), true);
    this.#listen();
  }

  async start() {
    showSaidBefore();
    this.#showConnection("opening");
    this.connection.open(await this.#known());
  }

  /** Send a command by its name; `stop` ends speech here, too. */
  ask(name, args = []) {
    if (name === "stop") this.voice.hush();
    return this.#request({ type: "ask", name, args });
  }

  /** Send a line as it was typed. */
  line(words) {
    return this.#request({ type: "line", text: words });
  }

  /** Send a ruling for this game, by default for the one that requests are about. */
  rule(ruling, reason = "", game = undefined) {
    return this.#request({ type: "rule", ruling, reason, game });
  }

  request(message) {
    return this.#request(message);
  }

  redraw() {
    for (const game of this.games.values()) this.shows.game(game);
  }

  /** The address of a part of a game. */
  addressOf(game, rest) {
    return `/seats/${this.seat}/games/${game}/${rest}`;
  }

  /** The game that the reply shown is about; by default the one that requests are about. */
  get #repliedIn() {
    return find("reply").dataset.game ?? this.shows.current?.() ?? null;
  }

  #request(message) {
    const answers = message.type === "ask" && ANSWERS.includes(message.name) && this.#isAsked;
    const game = message.game ?? (answers ? this.#repliedIn : (this.shows.current?.() ?? null));
    if (!this.connection.isOpen) this.#tellWaiting();
    const asked = game === null ? message : { ...message, game };
    const key = this.connection.ask(asked, () => this.#shownPly(game));
    this.#saidBefore.set(key, { count: this.#saidCount, game });
    if (MOVING.includes(message.type)) this.#moving.add(key);
    return key;
  }

  /** How many half-moves, made or announced, this game shows; without a name it is the only one. */
  #shownPly(name) {
    const only = this.games.size === 1 ? [...this.games.values()][0] : null;
    const game = this.games.get(name) ?? only;
    return game === null ? null : game.moves.length + unpressed(game).length;
  }

  #tellWaiting() {
    const { ended } = this.connection;
    this.voice.tell(text(ended ? `ended:${ended}` : "connection:waiting"), { isUrgent: true });
  }

  /** The last event of each game: a new page needs no history, only the present state. Null if nobody responds. */
  async #known() {
    const { content: seat, problem } = await fetched(`/seats/${this.seat}/view`);
    if (problem?.code === "no-server") return null;
    const games = await Promise.all(
      (seat?.games ?? []).map((game) => fetched(`/seats/${this.seat}/games/${game}`)),
    );
    const known = games.map(({ content }) => content).filter(Boolean);
    return Object.fromEntries(known.map(({ game, seq }) => [game, seq]));
  }

  #listen() {
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => this.#unlock(), { capture: true });
    }
    find("unlock")?.querySelector("button").addEventListener("click", () => this.#unlock());
    find("hush")?.addEventListener("click", () => this.voice.hush());
    onSending(find("line"), () => this.#submitted());
    document.addEventListener("click", ({ target }) => {
      const { ask, args = "" } = target.closest?.("[data-ask]")?.dataset ?? {};
      if (ask !== undefined) this.ask(ask, args.split(" ").filter(Boolean));
    });
  }

  async #unlock() {
    await unlock();
    // The button is about to be hidden, and would take the focus with it.
    if (find("unlock")?.contains(document.activeElement)) find("line-text").focus();
    show(find("unlock"), false);
  }

  get #isAsked() {
    const reply = find("reply");
    return reply.dataset.kind === "question" && !reply.hidden;
  }

  /** Show and say a reply of the page itself, in its language; beside an open question, if there is one. */
  reply(words) {
    this.#showOwn(words, "answer");
    this.voice.tell(words);
  }

  /** Show and say that the open question is none of this page's any more. */
  dropQuestion(words) {
    this.shows.asked?.(false);
    this.#forgetReply();
    this.reply(words);
  }

  #showOwn(words, kind) {
    const lang = document.documentElement.lang;
    this.#showReply(words, { kind: this.#isAsked ? "beside" : kind, lang, game: null, isAside: this.#isAsked });
  }

  #submitted() {
    const field = find("line-text");
    const words = field.value.trim();
    if (words === "") return;
    // While a question is open, a letter answers it.
    if (!this.#isAsked && this.shows.line?.(words)) {
      field.value = "";
      return;
    }
    // Who hears that it waits may press Enter again, which must not make the move twice.
    if (!this.connection.isOpen && field.value === this.#typed?.written) this.#tellWaiting();
    else this.#typed = { key: this.line(words), written: field.value };
    if (!this.connection.isOpen) this.#chooseTyped();
  }

  /** What waits for the connection is chosen, so that the next thing typed replaces it. */
  #chooseTyped() {
    const field = find("line-text");
    if (this.#typed !== null && field.value === this.#typed.written) field.select();
  }

  #handlers() {
    return {
      welcome: (message) => this.#welcome(message),
      game: ({ game }) => this.#take(game),
      happened: (message) => this.#happened(message),
      said: (message) => this.#reached(message),
      signal: ({ name }) => this.#signal(name),
      hush: () => this.voice.hush(),
      "show-move": ({ game, ply }) => this.shows.move?.(game, ply),
      done: (message) => this.#done(message),
      problem: (message) => this.#problem(message),
      hearing: (message) => this.shows.hearing?.(message),
      reading: (message) => this.shows.reading?.(message),
      "board-asked": ({ pieces }) => this.shows.boardAsked?.(pieces),
      "own-voice": (message) => this.shows.ownVoice?.(message),
      people: ({ game, here }) => {
        this.people.set(game, here);
        this.shows.people?.(game, here);
      },
      seat: ({ seat }) => this.#seated(seat),
      time: (nowMs) => this.time.hear(nowMs),
      lost: () => {
        this.#tellConnection("lost", true);
        this.#chooseTyped();
      },
      back: () => this.#tellConnection("back", false),
      moved: () => this.shows.moved?.(),
      ended: (why) => this.#ended(why),
    };
  }

  #welcome({ seat, games, now_ms: nowMs }) {
    this.time.set(nowMs);
    this.#seated(seat);
    for (const game of games) this.#take(game);
    this.#showConnection("open");
    if (this.role === "spectator") this.#wish();
    this.shows.back?.();
  }

  #wish() {
    const wish = this.settings.spectatorsWish;
    if (wish !== null) this.connection.tell({ type: "prefer", ...wish });
  }

  #seated(seat) {
    this.view = seat;
    this.voice.language = seat.language;
    this.settings.seat = seat;
    this.shows.seat?.(seat);
    this.redraw();
  }

  #take(view) {
    const game = updated(this.games.get(view.game), view);
    this.games.set(view.game, game);
    this.shows.game(game);
  }

  #happened(message) {
    this.shows.happened?.(message);
    if ((this.#repliedIn ?? message.game) === message.game) {
      const isSettled = SETTLED.includes(find("reply").dataset.kind) && TURNED.includes(message.name);
      if (isSettled || MOVED.includes(message.name)) {
        this.shows.asked?.(false);
        this.#forgetReply();
      }
    }
    if (message.text === null || this.#isElsewhere(message.game)) return;
    keepSaid(message.text, this.voice.lang);
    if (this.#isKnown(message)) return;
    if (message.is_past) {
      this.#miss(message);
    } else {
      this.#tellMissed();
      this.#tellEvent(message);
    }
  }

  #tellEvent({ name, move, text: words, clip }) {
    const braille = MOVED.includes(name) ? (move?.braille ?? null) : null;
    this.voice.say(words, clip, { braille });
  }

  /** Whether it is a move made here by hand, of a player who wants it unspoken. */
  #isKnown({ name, colour }) {
    const isMade = MOVED.includes(name) && colour === this.role && this.#moving.size > 0;
    return isMade && !this.settings.ownMoves;
  }

  /** Of missed events, speak only the last move and the last event; all of them can be read. */
  #miss(message) {
    this.#missed.push(message);
    clearTimeout(this.#missedTimer);
    this.#missedTimer = setTimeout(() => this.#tellMissed(), PAST_TOLD_AFTER_MS);
  }

  /** Tell what was missed, at the latest before what happens now: nobody is told the older last. */
  #tellMissed() {
    clearTimeout(this.#missedTimer);
    const missed = this.#missed.splice(0);
    const lastMove = missed.findLast(({ name }) => MOVED.includes(name));
    for (const each of new Set([lastMove, missed.at(-1)])) {
      if (each !== undefined) this.#tellEvent(each);
    }
  }

  #isElsewhere(game) {
    const { current } = this.shows;
    return current !== undefined && current() !== game;
  }

  #reached(message) {
    if (message.kind === "notice" && this.games.size > 1) this.#notices.take(message);
    else this.#said(message);
  }

  #saidAtBoards(messages) {
    const [{ text: said, language, is_urgent: isUrgent }] = messages;
    const words = text("at-boards", { count: messages.length, said });
    const lang = tagOf(language);
    keepSaid(words, lang);
    this.#saidCount += 1;
    this.#showReply(words, { kind: "notice", lang, game: null, isAside: true });
    this.voice.say(words, null, { isUrgent, lang });
  }

  #said({ game, text: said, language, clip, kind, is_urgent: isUrgent }) {
    // A missed reply may be in a language that the seat had before.
    const lang = tagOf(language);
    const isNamed = kind !== "unheeded" && this.#isElsewhere(game) && this.games.has(game);
    const words = isNamed ? `${this.shows.title(this.games.get(game))}. ${said}` : said;
    keepSaid(words, lang);
    this.#saidCount += 1;
    // Another page at this desk may be replied to about another board; that settles no question here.
    const isAside = ASIDE.includes(kind) || (kind !== "question" && this.#isAsked && this.#repliedIn !== game);
    this.#showReply(words, { kind, lang, game, isAside });
    // A signal has said so already, if signals are on.
    if (kind === "unheeded" && this.voice.hasSounds) return;
    if (!isAside) this.shows.asked?.(kind === "question");
    this.voice.say(words, isNamed ? null : clip, { isUrgent, lang });
  }

  #signal(name) {
    this.voice.signal(name);
    const words = text(`signal:${name}`);
    write(find("signal"), words);
    find("signal").dataset.signal = name;
    show(find("signal"), true);
    if (!this.voice.hasSounds && WITHOUT_WORDS.includes(name)) this.voice.tell(words);
    this.shows.signal?.(name);
  }

  /** A request that brought no reply has settled the open question about its game. */
  #done({ key, is_accepted: isAccepted }) {
    const before = this.#saidBefore.get(key);
    if (before?.count === this.#saidCount && (before.game ?? this.#repliedIn) === this.#repliedIn) {
      this.shows.asked?.(false);
      if (isAccepted && SETTLED.includes(find("reply").dataset.kind)) this.#forgetReply();
    }
    this.#saidBefore.delete(key);
    this.#moving.delete(key);
    this.shows.done?.(key, isAccepted);
    if (key !== this.#typed?.key) return;
    const { written } = this.#typed;
    const field = find("line-text");
    this.#typed = null;
    // Keep what was typed since the line was sent.
    if (field.value !== written) return;
    if (isAccepted) field.value = "";
    else field.select();
  }

  #problem({ code, key, request }) {
    // What was not done makes no move, and nothing more is said of it.
    this.#saidBefore.delete(key);
    this.#moving.delete(key);
    if (key) this.shows.done?.(key, false);
    // Typed once more, it is a new line, also while the connection is lost again.
    if (key && key === this.#typed?.key) this.#typed = null;
    if (OF_SOUND.includes(code) && request === undefined) return;
    const words = text(hasText(`problem:${code}`) ? `problem:${code}` : "problem:other");
    this.voice.tell(words, { isUrgent: true });
    this.#showOwn(words, "refusal");
    this.redraw();
  }

  /** Hide the reply and the signal: a move makes them outdated. */
  #forgetReply() {
    show(find("reply"), false);
    this.#showBeside(false);
    show(find("signal"), false);
  }

  /** Show a reply below the line; a question stays until it is answered, and other answers stand behind it. */
  #showReply(words, { kind, lang, game, isAside }) {
    const reply = find("reply");
    if (this.#isAsked && isAside) {
      if (kind === "beside") this.#showBeside(true, words, lang);
      return;
    }
    this.#showBeside(false);
    write(reply, words);
    reply.lang = lang;
    reply.dataset.kind = kind;
    if (game === null) delete reply.dataset.game;
    else reply.dataset.game = game;
    show(reply, true);
    show(find("signal"), false);
    if (kind === "question") bringIntoView(reply);
  }

  #showBeside(isShown, words = "", lang = "") {
    const beside = find("beside");
    if (beside === null) return;
    write(beside, words);
    beside.lang = lang;
    show(beside, isShown);
  }

  #showConnection(state) {
    write(find("connection"), text(`connection:${state}`));
    find("connection").dataset.state = state;
  }

  #tellConnection(state, isUrgent) {
    this.#showConnection(state);
    this.voice.tell(text(`connection:${state}`), { isUrgent });
  }

  #ended(why) {
    write(find("connection"), text(`ended:${why}`));
    this.voice.tell(text(`ended:${why}`), { isUrgent: true });
  }
}

/** On the board, the question and its buttons may be scrolled out of view. */
function bringIntoView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center" });
}
