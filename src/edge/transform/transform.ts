/*
 * Work on bodies, off the thread that answers requests: esbuild is a process of its own, sharp has threads, and HTML gets one here. They
 * are loaded when they are first needed.
 */

export type ImageFormat = 'jpeg' | 'png' | 'webp';

/** A picture with more pixels would need hundreds of megabytes. */
const maxPixels = 40_000_000;
const TIMEOUT_S = 10;
const atOnce = 4;
let running = 0;

/** Too much is being made already. */
export class Busy extends Error {}

/** @throws {Busy} */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) throw new Busy();
  running++;
  try {
    return await work();
  } finally {
    running--;
  }
}

/** Without comments and unnecessary whitespace; names and syntax stay. @throws if the text can't be parsed */
export const minify = (kind: 'html' | 'css' | 'js', body: Buffer): Promise<Buffer> =>
  inTurn(async () => {
    if (kind === 'html') return (await import('./htmlMinifier.ts')).minifyHtmlInThread(body);
    const { transform } = await import('esbuild');
    const options = {
      loader: kind,
      minifyWhitespace: true,
      charset: 'utf8',
      legalComments: 'inline',
      target: 'esnext',
      logLevel: 'silent',
    } as const;
    const { code } = await transform(body.toString(), options);
    return Buffer.from(code);
  });

/** @param width pixels; null: as it is. Never enlarges. @returns null also for animations, which stay as they are */
export const convertImage = (
  body: Buffer,
  { to, quality, width }: { to: ImageFormat; quality: number; width: number | null },
): Promise<Buffer | null> =>
  inTurn(async () => {
    const { default: sharp } = await import('sharp');
    const image = sharp(body, { limitInputPixels: maxPixels });
    if (((await image.metadata()).pages ?? 1) > 1) return null;
    const turned = image.timeout({ seconds: TIMEOUT_S }).autoOrient().keepIccProfile();
    const sized = width === null ? turned : turned.resize({ width, withoutEnlargement: true });
    return sized.toFormat(to, to === 'png' ? { compressionLevel: 9 } : { quality }).toBuffer();
  });
