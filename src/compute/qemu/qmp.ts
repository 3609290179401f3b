import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connectUnix } from '../../lib/node/unixSocket.ts';
import { readRows } from './rows.ts';

/** QEMU refused a command. `class`: `GenericError`, `DeviceNotFound`, `CommandNotFound` … */
export class QmpError extends Error {
  readonly class: string;
  constructor(command: string, error: { class: string; desc: string }) {
    super(`${command}: ${error.desc}`);
    this.class = error.class;
  }
}
/** The connection ended, or QEMU doesn't respond: nobody knows whether the command was executed. */
export class QmpLost extends Error {}
/** There was no response or event in time. */
export class QmpTimeout extends QmpLost {}

export interface QmpEvent {
  event: string;
  data: Record<string, unknown>;
}

interface Message {
  QMP?: object;
  id?: number;
  return?: unknown;
  error?: { class: string; desc: string };
  event?: string;
  data?: Record<string, unknown>;
}
interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
  command: string;
}

const CONNECT_MS = 5_000;
const COMMAND_MS = 20_000;

/** A connection to the QEMU Machine Protocol of one process. QEMU serves one connection at a time; others wait for the greeting. */
export class Qmp {
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: QmpEvent) => void>();
  readonly #greeted = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#greeted.promise.catch(() => {});
    readRows(socket, (text) => this.#receive(text));
    socket.on('error', () => {});
    socket.on('close', () => {
      const error = new QmpLost('the connection to QEMU ended');
      this.#greeted.reject(error);
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
      this.#closed.resolve();
    });
  }

  /** @throws QmpLost when nothing listens, or QEMU doesn't greet in time */
  static async connect(path: string, timeoutMs = CONNECT_MS): Promise<Qmp> {
    const qmp = new Qmp(connectUnix(path));
    try {
      await withTimeout(qmp.#greeted.promise, timeoutMs, 'QEMU does not greet');
      await qmp.execute('qmp_capabilities', {}, timeoutMs);
    } catch (error) {
      qmp.close();
      throw error;
    }
    return qmp;
  }

  /** Resolves when the connection has ended, for whatever reason. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /**
   * @returns what the command returns, by its documentation
   * @throws QmpError when QEMU refuses it, QmpLost when it doesn't respond
   */
  execute<T = unknown>(command: string, args: object = {}, timeoutMs = COMMAND_MS): Promise<T> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject, command });
    if (this.#socket.destroyed) reject(new QmpLost('the connection to QEMU ended'));
    else this.#socket.write(`${JSON.stringify({ execute: command, arguments: args, id })}\n`);
    return withTimeout(promise, timeoutMs, `${command}: QEMU does not respond`).finally(() => this.#pending.delete(id)) as Promise<T>;
  }

  /** A command of the human monitor, for what QMP doesn't have. @returns its output */
  human(command: string): Promise<string> {
    return this.execute<string>('human-monitor-command', { 'command-line': command });
  }

  /** @returns a function that removes the listener */
  onEvent(listener: (event: QmpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The next event that matches; call it before the command that causes the event.
   * @throws QmpTimeout when it doesn't come in time, QmpLost when the connection ends
   */
  next(matches: (event: QmpEvent) => boolean, timeoutMs: number): Promise<QmpEvent> {
    const { promise, resolve, reject } = Promise.withResolvers<QmpEvent>();
    const remove = this.onEvent((event) => matches(event) && resolve(event));
    void this.closed.then(() => reject(new QmpLost('the connection to QEMU ended')));
    const event = withTimeout(promise, timeoutMs, 'QEMU does not report the event').finally(remove);
    // A command that fails first leaves nobody to wait.
    event.catch(() => {});
    return event;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text);
    } catch {
      this.close();
      return;
    }
    if (message.QMP) this.#greeted.resolve();
    else if (message.event !== undefined) {
      const event = { event: message.event, data: message.data ?? {} };
      for (const listener of [...this.#listeners]) listener(event);
    } else if (message.id !== undefined) {
      const pending = this.#pending.get(message.id);
      if (message.error) pending?.reject(new QmpError(pending.command, message.error));
      else pending?.resolve(message.return);
    }
  }
}

async function withTimeout<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QmpTimeout(message)), ms);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Connects to a process that is starting.
 * @param isOver whether it has ended
 * @throws QmpLost when it ends, or isn't ready in time
 */
export async function connectSoon(path: string, timeoutMs: number, isOver: () => boolean): Promise<Qmp> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await Qmp.connect(path);
    } catch (error) {
      if (isOver() || performance.now() > until) throw error;
    }
    await wait(10);
  }
}
