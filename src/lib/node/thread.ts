import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';

interface Request {
  id: number;
  message: unknown;
}
type Response = { id: number; output: unknown } | { id: number; error: unknown };

/** A worker thread whose module calls `respond`. Several requests may wait for it; it handles them in their order. */
export class Thread {
  readonly #worker: Worker;
  readonly #ended: (error: unknown) => void;
  readonly #waiting = new Map<number, { resolve(output: unknown): void; reject(error: unknown): void }>();
  #last = 0;
  #hasEnded = false;

  /** @param ended called when the thread crashes or exits, unless `end` did that */
  constructor(module: URL, options: WorkerOptions, ended: (error: unknown) => void) {
    this.#ended = ended;
    this.#worker = new Worker(module, options);
    this.#worker.unref();
    this.#worker.on('message', (response: Response) => this.#receive(response));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', (code) => this.#lose(new Error(`a worker thread exited with code ${code}`)));
  }

  /**
   * Pending requests keep the process alive; an idle thread doesn't keep it running.
   * @returns what the module returns for a message
   * @throws what it throws, or why the thread ended
   */
  request(message: unknown): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#worker.postMessage({ id, message } satisfies Request);
      this.#worker.ref();
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Terminates the thread; what waits for it fails with `error`. */
  async end(error: unknown): Promise<void> {
    this.#fail(error);
    await this.#worker.terminate();
  }

  #receive(response: Response): void {
    const request = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('error' in response) request?.reject(response.error);
    else request?.resolve(response.output);
  }

  #lose(error: unknown): void {
    if (this.#hasEnded) return;
    this.#ended(error);
    this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** In a thread: calls `handle` for each message. Its output, or what it throws, is the response. */
export function respond<Message>(handle: (message: Message) => unknown): void {
  parentPort?.on('message', async ({ id, message }: Request) => {
    const send = (response: Response) => parentPort?.postMessage(response);
    try {
      send({ id, output: await handle(message as Message) }); // the caller of `request` sends what the module handles
    } catch (error) {
      send({ id, error });
    }
  });
}
