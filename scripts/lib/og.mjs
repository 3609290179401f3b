import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { builtInBrand as brand } from '../../src/config/brand.ts';
import { localeFacts } from '../../src/lib/i18n/locales.ts';

/* The share image (Open Graph): 1200 × 630, in the dark theme, in the script and direction of its page. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 76;
/** The text ends here; the wind starts. */
const COLUMN = 690;
const FONTS = 'node_modules/.cache/nasim/fonts';
const WIND = ['public/art/hero.svg', 'public/art/hero-gusts.svg'];
const SIGN = 'public/favicon.svg';
const sources = {
  Inter: 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2',
  Vazirmatn: 'node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
};
const ink = { title: '#f2f7f8', text: '#a9bcc2' };

/** A hash of everything that is on each image: the template, the art, the logo, the brand. */
export const ogSource = () =>
  [fileURLToPath(import.meta.url), ...WIND, SIGN]
    .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256').update(JSON.stringify([brand.name, brand.colors.dark])))
    .digest('hex');

/** Pango reads TrueType, not WOFF2: the fonts are converted once. @returns the file of each family */
async function unpacked() {
  mkdirSync(FONTS, { recursive: true });
  const files = {};
  for (const [family, source] of Object.entries(sources)) {
    const packed = readFileSync(source);
    const file = resolve(FONTS, `${createHash('sha256').update(packed).digest('hex').slice(0, 16)}.ttf`);
    if (!existsSync(file)) writeFileSync(file, await subsetFont(packed, undefined, { keepAllGlyphs: true, targetFormat: 'truetype' }));
    files[family] = file;
  }
  return files;
}

/** Pango takes the direction of a line from its first letter: without this mark, «CDN ابری» reads as "ابری CDN". */
const RTL = '\u200f';

const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Creates the renderer: `draw({ locale, title, section, description })` resolves with the bytes of a JPEG. */
export async function drawer() {
  const files = await unpacked();
  const write = (words, { rtl, size, weight = 400, color, width = COLUMN, spacing = 0 }) =>
    sharp({
      text: {
        text: `<span foreground="${color}" weight="${weight}"${rtl ? '' : ` letter_spacing="${Math.round(-size * 12)}"`}>${rtl ? RTL : ''}${quoted(words)}</span>`,
        font: rtl ? `Vazirmatn, Inter ${size}` : `Inter ${size}`,
        fontfile: rtl ? files.Vazirmatn : files.Inter,
        width,
        rgba: true,
        dpi: 72,
        spacing,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  // Pango knows a font once it has been used: Latin words within Persian then use Inter instead of a system font.
  for (const rtl of [false, true]) await write('x', { rtl, size: 10, color: '#fff' });

  const backgrounds = { ltr: await background(false), rtl: await background(true) };

  return async ({ locale, title, section, description }) => {
    const { direction } = localeFacts[locale];
    const rtl = direction === 'rtl';
    const layers = [];
    const place = ({ data, info }, top, inset = MARGIN) =>
      layers.push({ input: data, top: Math.round(top), left: Math.round(rtl ? WIDTH - inset - info.width : inset) });

    const sign = await sharp(readFileSync(SIGN), { density: 72 * 3 })
      .resize(52)
      .png()
      .toBuffer({ resolveWithObject: true });
    place(sign, MARGIN - 6);
    const name = await write(brand.name[locale], { rtl, size: 34, weight: 650, color: ink.title });
    place(name, MARGIN - 6 + (52 - name.info.height) / 2, MARGIN + 68);

    // As large as fits into three lines, aligned to the bottom.
    let head;
    for (const size of rtl ? [62, 54, 46] : [66, 58, 50]) {
      head = await write(title, { rtl, size, weight: 680, color: ink.title, spacing: rtl ? -10 : 2 });
      if (head.info.height <= 236) break;
    }
    const text = description && (await write(shorten(description, 130), { rtl, size: 27, color: ink.text, spacing: rtl ? 0 : 8 }));
    const textTop = HEIGHT - MARGIN - (text ? text.info.height : 0);
    if (text) place(text, textTop);
    const headTop = textTop - (text ? (rtl ? 28 : 38) : 0) - head.info.height;
    place(head, headTop);
    if (section) {
      const label = await write(section, { rtl, size: 26, weight: 600, color: brand.colors.dark.brandText });
      place(label, headTop - 22 - label.info.height);
    }
    return sharp(backgrounds[direction]).composite(layers).jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();
  };
}

/** Cuts at the end of a sentence in the second half, else at a word. */
function shorten(text, max) {
  if (text.length <= max) return text;
  const sentences = /^.*[.؟?](?=\s)/s.exec(text.slice(0, max))?.[0] ?? '';
  return sentences.length > max / 2 ? sentences : `${text.slice(0, text.lastIndexOf(' ', max)).replace(/[\s,،:;؛.]+$/, '')}…`;
}

/** The wind of the landing page at the end of the image, faded towards the text; its disc has the logo. */
async function background(rtl) {
  const scale = 0.86;
  const at = { left: 462, top: -58 };
  const disc = { x: at.left + 585 * scale, y: at.top + 352 * scale };
  const art = await Promise.all(
    WIND.map((file) =>
      sharp(readFileSync(file), { density: 72 * scale * 2 })
        .resize(Math.round(1280 * scale))
        .png()
        .toBuffer(),
    ),
  );
  const sheet = (input) =>
    sharp({ create: { width: WIDTH + 600, height: HEIGHT + 200, channels: 4, background: '#0000' } })
      .composite([{ input, left: at.left, top: at.top + 100 }])
      .png()
      .toBuffer()
      .then((data) => sharp(data).extract({ left: 0, top: 100, width: WIDTH, height: HEIGHT }).png().toBuffer());
  const veil = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="v"><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset=".72" stop-color="#fff"/></linearGradient><rect width="100%" height="100%" fill="url(#v)"/></svg>`,
  );
  const wind = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: '#0000' } })
    .composite([...(await Promise.all(art.map(sheet))).map((input) => ({ input })), { input: veil, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const turned = rtl ? await sharp(wind).flop().png().toBuffer() : wind;
  const size = 84;
  const sign = await sharp(readFileSync(SIGN), { density: 72 * 4 })
    .resize(size)
    .png()
    .toBuffer();
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#070e11' } })
    .composite([
      { input: turned },
      { input: sign, left: Math.round((rtl ? WIDTH - disc.x : disc.x) - size / 2), top: Math.round(disc.y - size / 2) },
    ])
    .png()
    .toBuffer();
}
