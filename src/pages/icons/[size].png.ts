import { readFileSync } from 'node:fs';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';

export const prerender = true;

/** The provider's own (lib/brand.ts). */
const SIGN = 'public/favicon.svg';
/** The dark theme's `--canvas` (styles/tokens.css): a phone's home screen would lay black under a sign without a ground. */
const GROUND = '#070e11';

/** Side of the icon and of the sign in it, in px. */
const icons = {
  /** For tabs; search engines ask for a multiple of 48. */
  '96': { side: 96, sign: 96, ground: '#0000' },
  /** For home screens (apple-touch-icon), which cut round corners. */
  '180': { side: 180, sign: 124, ground: GROUND },
} as const;

export const getStaticPaths = (() => Object.keys(icons).map((size) => ({ params: { size } }))) satisfies GetStaticPaths;

/**
 * The sign as a picture of points. Safari before 26 draws no SVG as an icon, and Chromium draws the icon anew with each change of the
 * address: an SVG takes 4 to 5 ms of the page's main thread.
 */
export const GET: APIRoute<Record<string, unknown>, { size: keyof typeof icons }> = async ({ params: { size } }) => {
  const { side, sign, ground } = icons[size];
  const drawn = await sharp(readFileSync(SIGN), { density: 72 * 6 })
    // A provider's sign may be wider than high.
    .resize(sign, sign, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: side, height: side, channels: 4, background: ground } })
    .composite([{ input: drawn }])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
};
