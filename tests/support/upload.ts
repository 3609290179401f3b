import { File as NodeFile } from 'node:buffer';
import { vi } from 'vitest';

/**
 * `XMLHttpRequest` for island tests: jsdom's would use the network, and its forms and files aren't those of `fetch`. This one
 * sends through `fetch`, which `withProvider` connects to the provider, and reports one step of progress.
 */
export function uploadsThroughFetch(): void {
  class Request {
    upload: { onprogress: ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    status = 0;
    responseText = '';
    #control = new AbortController();
    #method = '';
    #url = '';
    #headers: Record<string, string> = {};
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    abort() {
      this.#control.abort();
    }
    async send(form: FormData) {
      try {
        const boundary = `----test${Math.random().toString(36).slice(2)}`;
        const bodies: BlobPart[] = [];
        for (const [name, value] of form.entries()) {
          if (typeof value === 'string') bodies.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
          else
            bodies.push(
              `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${value.name}"\r\nContent-Type: text/plain\r\n\r\n`,
              new Uint8Array(await readBytes(value)),
              '\r\n',
            );
        }
        bodies.push(`--${boundary}--\r\n`);
        const body = Buffer.concat(bodies.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part as Uint8Array)))); // made above
        this.upload.onprogress?.({ lengthComputable: true, loaded: body.length, total: body.length });
        const answer = await asNode(() =>
          fetch(this.#url, {
            method: this.#method,
            headers: { ...this.#headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
            body,
          }),
        );
        if (this.#control.signal.aborted) return;
        this.status = answer.status;
        this.responseText = await answer.text();
        this.onload?.();
      } catch {
        if (!this.#control.signal.aborted) this.onerror?.();
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
}

const BrowserFile = globalThis.File;
let running = 0;
/** Node parses a form into its own `File` from the globals; in these tests the global is the browser's. Several uploads may overlap. */
async function asNode<T>(run: () => Promise<T>): Promise<T> {
  running++;
  globalThis.File = NodeFile as unknown as typeof File; // the same standard under two type names
  try {
    return await run();
  } finally {
    if (--running === 0) globalThis.File = BrowserFile;
  }
}

const readBytes = (file: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer); // asked for as one
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
