/** A move as vibration: its squares in Morse code (ITU-R M.1677-1), as pulses and pauses. */

const UNIT_MS = 100;
const CODE = {
  a: ".-", b: "-...", c: "-.-.", d: "-..", e: ".", f: "..-.", g: "--.", h: "....",
  n: "-.", q: "--.-", r: ".-.",
  1: ".----", 2: "..---", 3: "...--", 4: "....-", 5: ".....", 6: "-....", 7: "--...", 8: "---..",
};

/** In ms, for `navigator.vibrate`: dot 1 unit, dash 3; pauses 1 within a sign, 3 between signs. */
export function pulsesOf(uci) {
  const signs = [...uci].map((sign) => [...CODE[sign]].map((mark) => (mark === "." ? 1 : 3)));
  const units = signs.flatMap((marks, place) => [
    ...(place === 0 ? [] : [3]),
    ...marks.flatMap((length, index) => (index === 0 ? [length] : [1, length])),
  ]);
  return units.map((length) => length * UNIT_MS);
}
