import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { connectUnix } from '../../lib/node/unixSocket.ts';
import type { MachineFiles } from '../folders.ts';

/** Bytes that a new reader gets. */
const REPLAY = 65_536;
/** Bytes of the log on the disk, in two files. */
const MAX_LOG = 1_048_576;
/** Bytes of the log in one reply: several boots. */
const MAX_REPLY = 262_144;

/** The serial port of a machine: what it writes is logged, and passed to any number of readers. */
export class SerialLog {
  readonly #socket: Socket;
  readonly #files: MachineFiles;
  readonly #readers = new Set<(bytes: Buffer) => void>();
  readonly #closed = new Set<() => void>();
  #replay: Buffer;
  #logged: number;

  constructor(files: MachineFiles) {
    this.#files = files;
    this.#replay = readTail(files.log);
    this.#logged = this.#replay.length === 0 ? 0 : statSync(files.log).size;
    this.#socket = connectUnix(files.serial);
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      for (const onClose of this.#closed) onClose();
      this.#closed.clear();
      this.#readers.clear();
    });
  }

  /**
   * Passes the latest output, then all that follows.
   * @param onClose called when the machine ends
   * @returns a function that ends it
   */
  read(onData: (bytes: Buffer) => void, onClose: () => void): () => void {
    if (this.#replay.length > 0) onData(this.#replay);
    this.#readers.add(onData);
    this.#closed.add(onClose);
    return () => {
      this.#readers.delete(onData);
      this.#closed.delete(onClose);
    };
  }

  /** Whether the latest output matches, without control sequences. */
  endsWith(pattern: RegExp): boolean {
    return pattern.test(stripVTControlCharacters(this.#replay.subarray(-200).toString('latin1')));
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#replay = Buffer.concat([this.#replay, bytes]).subarray(-REPLAY);
    this.#log(bytes);
    for (const read of this.#readers) read(bytes);
  }

  /** A log that can't be written doesn't stop the console. */
  #log(bytes: Buffer): void {
    const { log } = this.#files;
    try {
      if (this.#logged >= MAX_LOG / 2) {
        renameSync(log, `${log}.old`);
        this.#logged = 0;
      }
      appendFileSync(log, bytes, { mode: 0o600 });
      this.#logged += bytes.length;
    } catch {
      // The disk is full, or the server is being removed.
    }
  }
}

function readTail(path: string): Buffer {
  try {
    return readFileSync(path).subarray(-REPLAY);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The latest output of a serial port, as the machine wrote it: also of one that is off. Empty: it has written nothing. */
export async function readSerialLog({ log }: Pick<MachineFiles, 'log'>): Promise<string> {
  const read = (path: string) => readFile(path).catch(() => Buffer.alloc(0));
  return Buffer.concat([await read(`${log}.old`), await read(log)])
    .subarray(-MAX_REPLY)
    .toString('utf8');
}
