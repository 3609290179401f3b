/** The streams that pass through this process, so that they can be ended when it stops. */
export class Streams {
  readonly #open = new Set<() => void>();
  #isDraining = false;

  /** Passes a provider's stream on, chunk by chunk as the client takes them. `line` tells the provider that nobody listens any more. */
  pass(body: ReadableStream<Uint8Array>, line: AbortController): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let end = () => {};
    const leave = () => {
      this.#open.delete(end);
      line.abort();
      // A provider in process sees the signal, one elsewhere the broken connection; either may have ended before.
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
          // A line that breaks ends here too: the client comes back for what it has missed.
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
