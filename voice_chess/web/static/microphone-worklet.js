/** In the sound thread: turns microphone samples into blocks of 40 ms, 16-bit mono at 16 kHz. */

const RATE = 16_000;
const BLOCK = 640;
const LOBES = 12;

function divisor(a, b) {
  return b === 0 ? a : divisor(b, a % b);
}

/** Low-pass filter and resampler in one: a windowed sinc for each phase between two samples. */
class Resampler {
  constructor(from) {
    const common = divisor(from, RATE);
    this.up = RATE / common;
    this.down = from / common;
    const scale = Math.min(1, RATE / from);
    this.reach = Math.ceil(LOBES / scale);
    this.phases = Array.from({ length: this.up }, (_, phase) => this.#taps(phase / this.up, scale));
    this.held = new Float32Array(2 * this.reach);
    this.phase = 0;
    this.at = 0;
  }

  #taps(offset, scale) {
    const taps = new Float32Array(2 * this.reach);
    let sum = 0;
    for (let index = 0; index < taps.length; index += 1) {
      const x = index - this.reach + 1 - offset;
      const angle = Math.PI * x * scale * 0.95;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const window = Math.abs(x) < this.reach ? Math.cos((Math.PI * x) / (2 * this.reach)) ** 2 : 0;
      taps[index] = sinc * window;
      sum += taps[index];
    }
    return taps.map((tap) => tap / sum);
  }

  convert(samples) {
    const all = new Float32Array(this.held.length + samples.length);
    all.set(this.held);
    all.set(samples, this.held.length);
    const out = [];
    while (this.at + 2 * this.reach <= all.length) {
      const taps = this.phases[this.phase];
      let sum = 0;
      for (let index = 0; index < taps.length; index += 1) sum += taps[index] * all[this.at + index];
      out.push(sum);
      this.phase += this.down;
      this.at += Math.floor(this.phase / this.up);
      this.phase %= this.up;
    }
    const kept = Math.min(this.at, all.length);
    this.held = all.slice(kept);
    this.at -= kept;
    return out;
  }
}

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.resampler = sampleRate === RATE ? null : new Resampler(sampleRate);
    this.block = new Int16Array(BLOCK);
    this.filled = 0;
  }

  process([[samples]]) {
    if (samples === undefined) return true;
    const converted = this.resampler === null ? samples : this.resampler.convert(samples);
    for (const sample of converted) this.#add(sample);
    return true;
  }

  #add(sample) {
    this.block[this.filled] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    this.filled += 1;
    if (this.filled < BLOCK) return;
    this.port.postMessage(this.block.buffer, [this.block.buffer]);
    this.block = new Int16Array(BLOCK);
    this.filled = 0;
  }
}

registerProcessor("microphone", Microphone);
