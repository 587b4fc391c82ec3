/** Lines from this browser to electronic boards: bytes out, bytes in, and disconnection. */

const RATE = 9_600;
const CHESSNUT = { vendorId: 0x2d80, usagePage: 0xff00 };

/**
 * By kind of board: `isThere` says whether the browser can reach it, `open` asks the user and opens
 * a line. `take` gets the bytes it sends; `lose` is called once if it disconnects by itself.
 * Raises the browser's errors: NotFoundError if no board was chosen.
 */
export const LINES = {
  dgt: { isThere: () => "serial" in navigator, open: openSerial },
  chessnut: { isThere: () => "hid" in navigator, open: openHid },
};

async function openSerial(take, lose) {
  const port = await navigator.serial.requestPort();
  await port.open({ baudRate: RATE });
  let reader = null;
  let isClosed = false;
  const reading = read();
  return {
    async write(bytes) {
      const writer = port.writable.getWriter();
      await writer.write(bytes);
      writer.releaseLock();
    },
    async close() {
      isClosed = true;
      await reader.cancel();
      await reading;
      await port.close();
    },
  };

  /** A damaged byte ends the stream, and the port opens another; an unplugged port has none. */
  async function read() {
    for (let ended = null; !isClosed && port.readable !== null && port.readable !== ended; ) {
      ended = port.readable;
      reader = ended.getReader();
      await readAll(reader, take);
      reader.releaseLock();
    }
    if (isClosed) return;
    lose();
    // Else it could not be opened again. Closing fails if the port is gone.
    await port.close().catch(() => {});
  }
}

/** Read until the stream ends or fails. */
async function readAll(reader, take) {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      take(value);
    }
  } catch {
    // A damaged byte or an unplugged board is an error of `read`.
  }
}

async function openHid(take, lose) {
  const [device] = await navigator.hid.requestDevice({ filters: [CHESSNUT] });
  if (device === undefined) throw new DOMException("", "NotFoundError");
  if (!device.opened) await device.open();
  const hear = ({ reportId, data }) => {
    take(Uint8Array.of(reportId, ...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
  };
  const leave = ({ device: left }) => {
    if (left !== device) return;
    stop();
    lose();
  };
  const stop = () => {
    device.removeEventListener("inputreport", hear);
    navigator.hid.removeEventListener("disconnect", leave);
  };
  device.addEventListener("inputreport", hear);
  navigator.hid.addEventListener("disconnect", leave);
  return {
    /** The first byte is the report's number, as with the system's HID files. */
    write: ([report, ...rest]) => device.sendReport(report, Uint8Array.from(rest)),
    async close() {
      stop();
      await device.close();
    },
  };
}
