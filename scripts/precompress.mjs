import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const TEXT = /\.(js|css|svg|json|webmanifest)$/;
const MIN_BYTES = 512;
/** Files compressed at once: zlib uses Node's four threads. */
const PARALLEL = 4;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes a `.br` and a `.gz` beside every text file of a folder; the server sends them as they are. */
export async function precompress(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file)).map((file) => join(folder, file));
  const work = async () => {
    for (let file = files.pop(); file; file = files.pop()) await compress(file);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function compress(file) {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const br = await brotli(content, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const gz = await gzip(content, { level: 9 });
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
