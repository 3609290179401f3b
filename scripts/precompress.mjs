import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|xml|txt|md|webmanifest)$/;
const MIN_BYTES = 512;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes a `.br` and a `.gz` beside every text file of a folder; the server sends them as they are. */
export async function precompress(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file));
  for (const file of files) {
    const path = join(folder, file);
    const content = await readFile(path);
    if (content.length < MIN_BYTES) continue;
    const [br, gz] = await Promise.all([brotli(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }), gzip(content, { level: 9 })]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }
}
