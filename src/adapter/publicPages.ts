import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { BUILT_ORIGIN } from '../lib/rules/core/builtOrigin.ts';
import { fillPlaceholders, type Values } from '../lib/rules/core/placeholders.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'text/xml; charset=utf-8',
};
/** Brotli's quality of the first response, and of later ones: 2 and 40 ms for a page of 60 KB, which then has 9 % fewer bytes. */
const FIRST_QUALITY = 5;
const LATER_QUALITY = 10;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

type Encoding = 'br' | 'gzip' | 'identity';
interface Copy {
  body: Buffer;
  etag: string;
}

const kinds = { '.html': 'html', '.json': 'json', '.xml': 'xml' } as const;
const isMarkup = (extension: string): extension is keyof typeof kinds => extension in kinds;

/**
 * The pages that the build has written, and their Markdown, sitemap and robots.txt. They get the addresses and the values of this
 * installation when they are sent: one build serves any origin and brand.
 */
export class PublicPages {
  readonly #folder: string;
  readonly #origin: string;
  readonly #current: () => Promise<Values>;
  #values: Values | null = null;
  readonly #files: ReadonlySet<string>;
  /** Of the values; others make them again. */
  #copies = new Map<string, Promise<Copy>>();
  #improving: Promise<unknown> = Promise.resolve();

  /** @param folder of the built pages @param origin of this installation, as in `https://panel.example.com` @param values for placeholders, now: the same object until one changes */
  constructor(folder: string, origin: string, values: () => Promise<Values>) {
    this.#folder = folder;
    this.#origin = origin;
    this.#current = values;
    this.#files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll(sep, '/')));
  }

  /** The file of an address; null: it has none. @param path canonical, and still percent-encoded */
  find(path: string): string | null {
    const name = decodeURIComponent(path).replace(/^\/|\/$/g, '');
    const candidates = extname(name) in types ? [name] : [name === '' ? 'index.html' : `${name}/index.html`, `${name}.html`];
    return candidates.find((file) => this.#files.has(file)) ?? null;
  }

  /** The text of a page. */
  async read(file: string): Promise<string> {
    return this.#fill(file, await this.#current());
  }

  async #fill(file: string, values: Values): Promise<string> {
    const built = await readFile(join(this.#folder, file), 'utf8');
    const extension = extname(file);
    return fillPlaceholders(built, isMarkup(extension) ? kinds[extension] : 'plain', values).replaceAll(BUILT_ORIGIN, this.#origin);
  }

  /** Sends a file that `find` has returned, compressed if the client accepts that. The caller has set the other headers. */
  async send(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const values = await this.#current();
    if (values !== this.#values) {
      this.#values = values;
      this.#copies = new Map();
    }
    const { body, etag } = await this.#copy(file, encoding, values);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.setHeader('vary', 'Accept-Encoding');
    response.setHeader('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) {
      response.statusCode = 304;
      return void response.end();
    }
    if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
    response.setHeader('content-length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Compressed copies stay in memory, 20 MB for all pages; plain ones, which hardly any client wants, are read again. */
  #copy(file: string, encoding: Encoding, values: Values): Promise<Copy> {
    const key = `${encoding} ${file}`;
    // A change meanwhile begins another map.
    const copies = this.#copies;
    const known = copies.get(key);
    if (known) return known;
    const making = this.#make(file, encoding, values);
    if (encoding === 'identity') return making;
    copies.set(key, making);
    if (encoding === 'br') making.then(() => this.#improve(file, values, (copy) => copies.set(key, Promise.resolve(copy)))).catch(() => {});
    making.catch(() => copies.delete(key));
    return making;
  }

  async #make(file: string, encoding: Encoding, values: Values, quality = FIRST_QUALITY): Promise<Copy> {
    const text = Buffer.from(await this.#fill(file, values));
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    if (encoding === 'identity') return { body: text, etag };
    return { body: await (encoding === 'br' ? brotli(text, brotliParams(quality, text.length)) : gzip(text)), etag };
  }

  /** Replaces a copy by a smaller one. One after the other, so that visits don't wait for it. */
  #improve(file: string, values: Values, replace: (copy: Copy) => void): void {
    this.#improving = this.#improving.then(async () => {
      if (values !== this.#values) return;
      const copy = await this.#make(file, 'br', values, LATER_QUALITY).catch(() => null);
      if (copy) replace(copy);
    });
  }
}

const brotliParams = (quality: number, size: number) => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size },
});

/** RFC 9110, section 12.5.3; an encoding with a weight of 0 is refused. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.replace(/;.*/, '').trim().toLowerCase());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}
