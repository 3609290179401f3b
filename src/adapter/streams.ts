/** The streams that pass through this process, so that they can be ended when it stops. */
export class Streams {
  readonly #open = new Set<() => void>();
  #isDraining = false;

  /** Passes on a provider's stream as the client reads it. `line` signals the provider that the client has disconnected. */
  pass(body: ReadableStream<Uint8Array>, line: AbortController): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let end = () => {};
    const leave = () => {
      this.#open.delete(end);
      line.abort();
      // An in-process provider sees the signal, a remote one the closed connection; either may have ended before.
      reader.cancel().catch(() => {});
    };
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          end = () => {
            leave();
            controller.close();
          };
          this.#open.add(end);
        },
        pull: async (controller) => {
          const next = await reader.read().catch(() => ({ done: true, value: undefined }));
          if (!this.#open.has(end)) return;
          // A broken upstream connection ends the stream too: the client reconnects and catches up.
          if (next.done || !next.value) end();
          else controller.enqueue(next.value);
        },
        cancel: leave,
      },
      { highWaterMark: 0 },
    );
    if (this.#isDraining) end();
    return stream;
  }

  drain(): void {
    this.#isDraining = true;
    for (const end of [...this.#open]) end();
  }
}

/** `ReadableStream.from`, which is missing from the DOM types. An error of the source becomes an error of the stream. */
export const toStream = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  (ReadableStream as unknown as { from(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> }).from(chunks); // Node 20.6+
