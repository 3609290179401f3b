// Subsets the web fonts (docs/decisions/0010): the weights that the styles use, and for each script a file with the characters of our
// four languages and one with the rest of the source. The same run writes the style sheet, so the ranges are only defined here.
//   node scripts/fonts.mjs     writes src/layouts/styles/fonts/*.woff2 and faces.css, unless they are up to date
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'src/layouts/styles/fonts');
const source = (name) => join(root, 'node_modules/@fontsource-variable', `${name}-normal.woff2`);

/** Characters of every language, and the invisible ones that control text direction. */
const common = 'U+0000-007E, U+00A0, U+00A9, U+00AB, U+00B0, U+00B5, U+00B7, U+00BB, U+00D7, U+00F1';
/** Additional Spanish characters. The ñ is above, because the language menu shows "Español" on every page. */
const spanish =
  'U+00A1, U+00AA, U+00BA, U+00BF, U+00C1, U+00C9, U+00CD, U+00D1, U+00D3, U+00DA, U+00DC, U+00E1, U+00E9, U+00ED, U+00F3, U+00FA, U+00FC';
const signs = 'U+20AC, U+2191, U+2193, U+2212';
/** Persian and Arabic with all marks, both sets of digits, and the joiners. */
const arabic =
  'U+060C, U+061B, U+061F, U+0621-063A, U+0640-0656, U+0660-066C, U+0670-0671, U+067E, U+0686, U+0698, U+06A9, U+06AF, U+06BE, U+06C0, U+06CC, U+06D5, U+06F0-06F9, U+200C-200E, U+2010-2011';

/**
 * @typedef {{
 *   family: string, source: string, weights: [number, number], features: string[],
 *   core: [file: string, range: string] | undefined, rest: [file: string, range: string]
 * }} Cut
 * `core`: the characters of our own texts; `rest`: all others of the source, for what customers write.
 */
/** @type {Cut[]} */
const cuts = [
  {
    family: 'Inter',
    source: 'inter/files/inter-latin-opsz',
    weights: [400, 700],
    features: ['calt', 'ccmp', 'locl', 'tnum', 'kern', 'mark', 'mkmk'],
    core: ['inter', `${common}, ${spanish}, U+2000-206F, ${signs}`],
    rest: [
      'inter-more',
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2122, U+2215, U+FEFF, U+FFFD',
    ],
  },
  {
    family: 'Inter',
    source: 'inter/files/inter-latin-ext-opsz',
    weights: [400, 700],
    features: ['ccmp', 'locl', 'tnum', 'kern', 'mark', 'mkmk'],
    core: undefined,
    rest: [
      'inter-ext',
      'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    ],
  },
  {
    family: 'Vazirmatn',
    source: 'vazirmatn/files/vazirmatn-latin-wght',
    weights: [400, 750],
    features: ['ccmp', 'liga', 'locl', 'kern', 'mark', 'mkmk'],
    core: ['vazirmatn-latin', `${common}, U+2000-200B, U+200F, U+2012-204E, U+2050-206F, ${signs}`],
    rest: ['vazirmatn-latin-more', 'U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DC, U+2122'],
  },
  {
    family: 'Vazirmatn',
    source: 'vazirmatn/files/vazirmatn-arabic-wght',
    weights: [400, 750],
    features: ['calt', 'ccmp', 'fina', 'init', 'liga', 'locl', 'medi', 'rlig', 'tnum', 'kern', 'mark', 'mkmk'],
    // With the space, which is between all words: letters and spaces change their widths together. It comes after the Latin cut, so it wins.
    core: ['vazirmatn', `U+0020, ${arabic}`],
    rest: ['vazirmatn-more', 'U+0600-06FF, U+0750-077F, U+204F, U+FB50-FDFF, U+FE70-FE74, U+FE76-FEFC'],
  },
  {
    family: 'Geist Mono',
    source: 'geist-mono/files/geist-mono-latin-wght',
    weights: [400, 600],
    features: ['ccmp', 'locl', 'mark', 'mkmk'],
    core: ['geist-mono', `${common}, U+2000-206F, ${signs}`],
    rest: ['geist-mono-more', 'U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DC, U+2122'],
  },
];

const digest = createHash('sha256');
for (const file of [fileURLToPath(import.meta.url), ...new Set(cuts.map((cut) => source(cut.source)))]) digest.update(readFileSync(file));
const stamp = join(folder, 'stamp');
const made = digest.digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== made) await make();

async function make() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const faces = [];
  for (const { family, source: name, weights, features, core, rest } of cuts) {
    const font = readFileSync(source(name));
    const [min, max] = weights;
    const own = new Set(core && characters(core[1]));
    const others = characters(rest[1]).filter((character) => !own.has(character));
    // The last rule with a character wins: the characters of our languages come from their own file.
    for (const [file, range, wanted] of [[...rest, others], ...(core ? [[...core, [...own]]] : [])]) {
      const options = { keepFeatures: features, variationAxes: { wght: { min, max } }, targetFormat: 'woff2' };
      writeFileSync(join(folder, `${file}.woff2`), await subsetFont(font, String.fromCodePoint(...wanted), options));
      faces.push(face(family, file, weights, range));
    }
  }
  writeFileSync(join(folder, 'faces.css'), `/* Written by scripts/fonts.mjs. */\n${faces.join('\n')}\n`);
  writeFileSync(stamp, made);
}

function face(family, file, weights, range) {
  return `@font-face {
  font-family: "${family}";
  font-style: normal;
  font-display: swap;
  font-weight: ${weights.join(' ')};
  src: url("./${file}.woff2") format("woff2");
  unicode-range: ${range};
}`;
}

/** @param {string} range as `unicode-range` of CSS has it: `U+0020-007E, U+20AC` */
function characters(range) {
  return range.split(', ').flatMap((part) => {
    const [from, to = from] = part
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  });
}
