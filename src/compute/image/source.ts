import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { hashFile } from './manifest.ts';
import { ImageError } from './programs.ts';

/**
 * The local path of an image from a file or a URL.
 * @param target where a download is written
 * @param sha256 expected, in hex; a URL without TLS needs it
 * @throws {ImageError} when it can't be read or is another file than expected
 */
export async function loadSource(source: string, target: string, sha256: string | undefined): Promise<string> {
  const isUrl = /^https?:\/\//i.test(source);
  if (/^http:/i.test(source) && !sha256) throw new ImageError('An address without TLS needs the checksum of the image: --sha256.');
  if (isUrl) await download(source, target);
  const path = isUrl ? target : source;
  if (sha256) {
    const actual = await hashFile(path).catch((error: Error) => {
      throw new ImageError(`${source} can’t be read: ${error.message}`);
    });
    if (actual !== sha256.toLowerCase()) throw new ImageError(`The SHA-256 of ${source} is ${actual}, another one than expected.`);
  }
  return path;
}

async function download(url: string, target: string): Promise<void> {
  const response = await fetch(url).catch((error: Error) => {
    throw new ImageError(`${url} can’t be reached: ${error.cause instanceof Error ? error.cause.message : error.message}`);
  });
  if (!response.ok || !response.body) throw new ImageError(`${url} answers with ${response.status}.`);
  if (/^https:/i.test(url) && !/^https:/i.test(response.url)) throw new ImageError(`${url} leads to an address without TLS.`);
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(target, { mode: 0o600 }));
}
