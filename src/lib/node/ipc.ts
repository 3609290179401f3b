type Method = (...args: never[]) => unknown;
type Methods<T> = { [K in keyof T]: Method };

/** A process at the other end of an IPC channel: `process` in a worker, a `ChildProcess` in the main process. */
interface Endpoint {
  send?: ((message: unknown[], sent: (error: Error | null) => void) => boolean) | undefined;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

interface Call {
  call: string;
  id: number;
  args: unknown[];
}
type Message =
  | Call
  /** JSON has no undefined: `result` is absent for it. */
  | { id: number; result?: unknown }
  | { id: number; error: string };

/**
 * Calls between the main process and a worker, in both directions, in the order in which they were made. The calls of one turn of the
 * event loop are one message. Arguments and results are JSON.
 */
export class Channel<Remote extends Methods<Remote>, Local extends Methods<Local>> {
  readonly #endpoint: Endpoint;
  readonly #local: Local;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #outbox: Message[] = [];
  #last = 0;
  #isOpen = true;

  /** @param local what the other end may call */
  constructor(endpoint: Endpoint, local: Local) {
    this.#endpoint = endpoint;
    this.#local = local;
    // Both ends are this class.
    endpoint.on('message', (messages) => {
      for (const message of messages as Message[]) this.#receive(message);
    });
    endpoint.once('disconnect', () => this.#close());
  }

  /** @throws what the other end throws, or an error when it is gone */
  call<K extends keyof Remote & string>(name: K, ...args: Parameters<Remote[K]>): Promise<Awaited<ReturnType<Remote[K]>>> {
    if (!this.#isOpen) return Promise.reject(new Error('the other process has ended'));
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#post({ call: name, id, args });
    return promise as Promise<Awaited<ReturnType<Remote[K]>>>; // the other end has this method
  }

  /** A call whose result doesn't matter. */
  notify<K extends keyof Remote & string>(name: K, ...args: Parameters<Remote[K]>): void {
    this.call(name, ...args).catch(() => {});
  }

  #post(message: Message): void {
    if (this.#outbox.push(message) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const messages = this.#outbox;
    this.#outbox = [];
    // An error is followed by `disconnect`.
    if (this.#isOpen) this.#endpoint.send?.(messages, () => {});
  }

  #receive(message: Message): void {
    if ('call' in message) {
      this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.result);
  }

  #answer({ call, id, args }: Call): void {
    const fail = (error: unknown) => this.#post({ id, error: error instanceof Error ? error.message : String(error) });
    try {
      const result = this.#local[call as keyof Local](...(args as never[])); // the other end calls by the types
      if (result instanceof Promise) result.then((value: unknown) => this.#post({ id, result: value }), fail);
      else this.#post({ id, result });
    } catch (error) {
      fail(error);
    }
  }

  #close(): void {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.values()) reject(new Error('the other process has ended'));
    this.#waiting.clear();
  }
}

/** The result of a call, or of `fallback` if there is none in time. @param ms time to wait */
export function within<T>(ms: number, call: Promise<T>, fallback: () => T): Promise<T> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(fallback()), ms);
    call.then(done, () => done(fallback())).finally(() => clearTimeout(timer));
  });
}
