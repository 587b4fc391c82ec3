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
  const reader = port.readable.getReader();
  let isClosed = false;
  read(reader, take).then(() => {
    if (!isClosed) lose();
  });
  return {
    async write(bytes) {
      const writer = port.writable.getWriter();
      await writer.write(bytes);
      writer.releaseLock();
    },
    async close() {
      isClosed = true;
      await reader.cancel();
      reader.releaseLock();
      await port.close();
    },
  };
}

/** Until the line ends, in whichever way. */
async function read(reader, take) {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      take(value);
    }
  } catch {
    // Unplugged: the browser tells it as an error of reading.
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
