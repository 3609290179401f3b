import { readFileSync } from 'node:fs';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';

export const prerender = true;

/** The provider's logo (config/brand.ts). */
const SIGN = 'public/favicon.svg';
/** The dark theme's `--canvas` (styles/tokens.css): home screens would show a transparent icon on black. */
const GROUND = '#070e11';

/** Size of the icon and of the logo in it, in px. */
const icons = {
  /** For tabs; search engines require a multiple of 48. */
  '96': { side: 96, sign: 96, ground: '#0000' },
  /** For home screens (apple-touch-icon), which round the corners. */
  '180': { side: 180, sign: 124, ground: GROUND },
} as const;

export const getStaticPaths = (() => Object.keys(icons).map((size) => ({ params: { size } }))) satisfies GetStaticPaths;

/**
 * The logo as a bitmap. Safari before 26 doesn't support SVG icons, and Chromium redraws the icon on each change of the
 * address: an SVG takes 4 to 5 ms of the page's main thread.
 */
export const GET: APIRoute<Record<string, unknown>, { size: keyof typeof icons }> = async ({ params: { size } }) => {
  const { side, sign, ground } = icons[size];
  const rendered = await sharp(readFileSync(SIGN), { density: 72 * 6 })
    // A provider's logo may be wider than high.
    .resize(sign, sign, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: side, height: side, channels: 4, background: ground } })
    .composite([{ input: rendered }])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
};
