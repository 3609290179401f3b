/** A received server-sent event. */
export interface ReceivedEvent {
  name: string;
  id: string;
  data: Record<string, unknown>;
}

/** Timeout for a missing event; no test waits this long otherwise. */
const PATIENCE_MS = 15_000;

/** Reads a stream like a browser, but without reconnecting. */
export class EventReader implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  /** A pending read. */
  #coming: ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> | null = null;
  /** Heartbeats so far. */
  beats = 0;

  constructor(response: Response) {
    if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`);
    this.#reader = response.body.getReader();
  }

  /** The next event; null at the end of the stream. Rejects when none comes in time. */
  async next(patience = PATIENCE_MS): Promise<ReceivedEvent | null> {
    const end = performance.now() + patience;
    for (;;) {
      const at = this.#text.indexOf('\n\n');
      if (at >= 0) {
        const lines = this.#text.slice(0, at).split('\n');
        this.#text = this.#text.slice(at + 2);
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        if (field('event')) return { name: field('event'), id: field('id'), data: JSON.parse(field('data')) as ReceivedEvent['data'] };
        this.beats++;
        continue;
      }
      this.#coming ??= this.#reader.read();
      const part = await within(this.#coming, end - performance.now());
      this.#coming = null;
      if (part.done) return null;
      this.#text += this.#decoder.decode(part.value, { stream: true });
    }
  }

  /** Reads until an event with that name. */
  async until(name: string, patience = PATIENCE_MS): Promise<ReceivedEvent> {
    for (;;) {
      const event = await this.next(patience);
      if (!event) throw new Error(`the stream ended before ${name}`);
      if (event.name === name) return event;
    }
  }

  /** The groups of the next hints, sorted. */
  async groups(count: number): Promise<unknown[]> {
    const groups: unknown[] = [];
    while (groups.length < count) groups.push((await this.next())?.data.group);
    return groups.sort();
  }

  /** True when nothing arrives for this time. */
  async isQuiet(ms: number): Promise<boolean> {
    return this.next(ms).then(
      () => false,
      () => true,
    );
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.cancel().catch(() => {});
  }
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no event in time`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
