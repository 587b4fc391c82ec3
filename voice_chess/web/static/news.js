/**
 * A page of an event asks for what it shows again and again, and at once when the server tells it of news.
 *
 * Where no socket can be had, as behind a proxy that does not let it through, asking again and again is enough.
 */

import { socketTo } from "./sending.js";

const WAITS_MS = [1_000, 4_000, 15_000, 60_000];
const SILENT_MS = 15_000; // the server sends a beat every few seconds
const SPREAD_MS = 1_000; // all pages of an event hear of news in the same moment, and go to their boards together
const TOO_MANY = 4429;

/** Call `look` now and every `eachMs`, or every `liveMs` while the socket at `path` is open, and whenever that has news. */
export function lookForNews(path, look, { eachMs, liveMs = eachMs }) {
  let isLive = false;
  let failures = 0;
  let next = null;
  let soon = null;
  let silence = null;

  function ask() {
    clearTimeout(next);
    next = setTimeout(ask, isLive ? liveMs : eachMs);
    look();
  }

  function askSoon() {
    soon ??= setTimeout(() => {
      soon = null;
      ask();
    }, Math.random() * SPREAD_MS);
  }

  function connect() {
    const socket = socketTo(path);
    const awaitBeat = () => {
      clearTimeout(silence);
      silence = setTimeout(() => leave(socket, null), SILENT_MS);
    };
    socket.onopen = () => {
      isLive = true;
      awaitBeat();
      askSoon(); // for what was new before
    };
    socket.onmessage = ({ data }) => {
      failures = 0;
      awaitBeat();
      if (JSON.parse(data).type === "news") askSoon();
    };
    socket.onclose = ({ code }) => leave(socket, code);
    awaitBeat();
  }

  /** Leave a socket, which may never report its end, and try another one later. */
  function leave(socket, code) {
    clearTimeout(silence);
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    if (isLive) askSoon();
    isLive = false;
    failures += 1;
    if (code !== TOO_MANY) setTimeout(connect, WAITS_MS[Math.min(failures, WAITS_MS.length) - 1]);
  }

  ask();
  connect();
}
