import { Duplex } from 'node:stream';
import { connectUnix } from '../lib/node/unixSocket.ts';
import type { ConsoleKind } from './backend.ts';
import type { Machines } from './machine/machines.ts';
import type { SerialLog } from './machine/serialLog.ts';

/** Bytes that a slow reader may be behind; a console isn't a file transfer. */
const MAX_BACKLOG = 4_194_304;

/** A console of a machine that runs; null: it doesn't. */
export async function openMachineConsole(machines: Machines, id: string, kind: ConsoleKind): Promise<Duplex | null> {
  const running = machines.get(id);
  if (!running) return null;
  if (kind === 'serial') return serialStream(running.serial);
  const display = connectUnix(running.machine.files.display);
  await new Promise<void>((resolve, reject) => display.once('error', reject).once('connect', resolve));
  return display;
}

function serialStream(serial: SerialLog): Duplex {
  let end = () => {};
  let isReading = false;
  const stream = new Duplex({
    read() {
      if (isReading) return;
      isReading = true;
      end = serial.read(
        (bytes) => {
          stream.push(bytes);
          if (stream.readableLength > MAX_BACKLOG) stream.destroy();
        },
        () => stream.push(null),
      );
    },
    write(bytes: Buffer, _, done) {
      serial.write(bytes);
      done();
    },
    destroy(error, done) {
      end();
      done(error);
    },
  });
  return stream;
}
