/** Lines from this browser to boards that feel their pieces: bytes out, bytes in, and their end. */

const RATE = 9_600;
const CHESSNUT = { vendorId: 0x2d80, usagePage: 0xff00 };

/**
 * Kinds of boards by name: whether this browser reaches them, and how their line is opened, with
 * the person's leave. `take` gets what the board sends, `lose` is called once if it leaves by itself.
 * Raises what the browser raises: NotFoundError where none was chosen.
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

  /** A byte that came damaged ends its stream, and the line has another; one unplugged has none. */
  async function read() {
    for (let ended = null; !isClosed && port.readable !== null && port.readable !== ended; ) {
      ended = port.readable;
      reader = ended.getReader();
      await readAll(reader, take);
      reader.releaseLock();
    }
    if (isClosed) return;
    lose();
    // It could not be opened again otherwise; what is gone need not be closed.
    await port.close().catch(() => {});
  }
}

/** Until the stream ends, in whichever way. */
async function readAll(reader, take) {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      take(value);
    }
  } catch {
    // Damaged or unplugged: the browser tells it as an error of reading.
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
    /** The first byte is the number of the report, as on a line of a system. */
    write: ([report, ...rest]) => device.sendReport(report, Uint8Array.from(rest)),
    async close() {
      stop();
      await device.close();
    },
  };
}
