/**
 * The microphone: from the browser to the server in numbered frames of 40 ms.
 *
 * A frame that can't be sent still uses up a number, and page and server are told: no gap goes
 * unnoticed.
 */

const RATE = 16_000;
const MOST_BACKLOG = 64_000;
const HEADER = 4;
const TELLS_EVERY_MS = 1_000;
/** Seconds without any samples after which it is woken, and then given up as lost. */
const WAKES_AFTER = 2;
const LOST_AFTER = 5;

export class Microphone {
  #connection;
  #told;
  #context = null;
  #stream = null;
  #number = 0;
  #dropped = 0;
  #untold = 0;
  #timer = null;
  /** Seconds without samples: a call, another program or a sleep may have stopped it. */
  #still = 0;
  #wanted = 0;
  #wish = {};
  /** Whether the server has confirmed that it listens. */
  #isHeard = false;
  state = "off";

  /** Calls `told.state(state)` and `told.dropped(count)`. */
  constructor(connection, told) {
    this.#connection = connection;
    this.#told = told;
  }

  get isOpen() {
    return this.#stream !== null;
  }

  /**
   * Ask for it and begin to send; `close` works while it opens, too. `voice` is the key of the
   * player's own voice, `reads` the kind of words read for it, `game` one of several games.
   */
  async open({ processing = false, voice = null, reads = null, game = null } = {}) {
    if (this.isOpen || this.state === "opening") return;
    const wish = (this.#wanted += 1);
    this.#wish = { processing, voice, reads, game };
    this.#become("opening");
    try {
      const opened = await openMicrophone(processing, (frame) => this.#take(frame));
      if (wish !== this.#wanted) {
        release(opened);
        return;
      }
      [this.#stream, this.#context] = [opened.stream, opened.context];
    } catch (error) {
      if (wish === this.#wanted) this.#become(error.name === "NotAllowedError" ? "denied" : "missing");
      return;
    }
    this.#stream.getAudioTracks()[0].addEventListener("ended", () => this.#lose());
    this.#still = 0;
    this.#timer = setInterval(() => this.#look(), TELLS_EVERY_MS);
    this.begin(false);
  }

  /** Tell the server and count frames from 0; also after a reconnection. */
  begin(isResumed = true) {
    if (!this.isOpen) return;
    this.#number = 0;
    this.#isHeard = false;
    this.#become("opening");
    const opened = { type: "microphone", is_open: true, rate: RATE, ...this.#wish };
    this.#connection.tell({ ...opened, is_resumed: isResumed });
  }

  /** Speech from now on is for this game; earlier speech stays with the other. */
  turnTo(game) {
    if (this.#wish.game === game) return;
    this.#wish = { ...this.#wish, game };
    this.begin(false);
  }

  close() {
    this.#leave("off", { isLost: false });
  }

  /** `isLost`: it was not closed on purpose; the last words may be half a move. */
  #leave(state, { isLost }) {
    this.#wanted += 1;
    if (this.isOpen) {
      this.#tell();
      this.#connection.tell({ type: "microphone", is_open: false, is_lost: isLost });
    }
    this.#stop(state);
  }

  /** Take the state that the server's recogniser reports. */
  hears(hearing) {
    if (!this.isOpen) return;
    if (["deaf", "failed"].includes(hearing.state)) this.#stop(hearing.state);
    else if (hearing.state !== "off") this.#hear(hearing.state);
    else if (this.state !== "opening") this.#stop("elsewhere");
  }

  #lose() {
    this.#leave("lost", { isLost: true });
  }

  #take(pcm) {
    this.#still = 0;
    this.#send(pcm);
  }

  /** Even silence gives samples: a microphone that gives none has stopped. */
  #look() {
    this.#tell();
    this.#still += 1;
    // If it helps, samples come again.
    if (this.#still === WAKES_AFTER) this.#context.resume().catch(() => {});
    if (this.#still === LOST_AFTER) this.#lose();
  }

  #hear(state) {
    this.#isHeard = true;
    this.#become(state);
  }

  #stop(state) {
    this.#isHeard = false;
    if (this.isOpen) release({ stream: this.#stream, context: this.#context });
    clearInterval(this.#timer);
    [this.#stream, this.#context] = [null, null];
    this.#become(state);
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.#told.state(state);
  }

  /** Speech before the server listens is no gap: the page does not say yet that it listens. */
  #send(pcm) {
    if (!this.#isHeard && this.#connection.isOpen) return;
    const number = this.#number;
    this.#number += 1;
    const message = new Uint8Array(HEADER + pcm.byteLength);
    new DataView(message.buffer).setUint32(0, number, true);
    message.set(new Uint8Array(pcm), HEADER);
    const isSent = this.#connection.backlog < MOST_BACKLOG && this.#connection.sendBytes(message);
    if (isSent) return;
    this.#dropped += 1;
    this.#untold += 1;
  }

  #tell() {
    if (this.#untold === 0) return;
    this.#told.dropped(this.#dropped);
    if (this.#connection.tell({ type: "frames-dropped", count: this.#untold })) this.#untold = 0;
  }
}

/** Raises the browser's errors: NotAllowedError, NotFoundError ... */
async function openMicrophone(processing, take) {
  if (navigator.mediaDevices === undefined) throw new DOMException("", "NotFoundError");
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: processing,
      noiseSuppression: processing,
      autoGainControl: processing,
    },
  });
  let context = null;
  try {
    const connected = connect(stream);
    context = connected.context;
    if (context.state !== "running") await context.resume();
    await context.audioWorklet.addModule(new URL("./microphone-worklet.js", import.meta.url));
    const node = new AudioWorkletNode(context, "microphone", {
      numberOfOutputs: 1,
      channelCount: 1,
      channelCountMode: "explicit",
    });
    node.port.onmessage = (event) => take(event.data);
    connected.source.connect(node);
    node.connect(context.destination);
    return { stream, context };
  } catch (error) {
    release({ stream, context });
    throw error;
  }
}

/** Use 16 kHz or, in browsers that refuse that, the microphone's own rate. */
function connect(stream) {
  let context = null;
  try {
    context = new AudioContext({ sampleRate: RATE });
    return { context, source: context.createMediaStreamSource(stream) };
  } catch {
    context?.close();
    context = new AudioContext();
    return { context, source: context.createMediaStreamSource(stream) };
  }
}

function release({ stream, context }) {
  for (const track of stream.getTracks()) track.stop();
  context?.close();
}
