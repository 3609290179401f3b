import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import subsetFont from 'subset-font';

/** The texts of an invoice in the language of the printout. `invoice.typ` lays them out. */
export interface PrintedInvoice {
  lang: string;
  rtl: boolean;
  brand: string;
  title: string;
  number: string;
  footer: string;
  /** Label and value, at most three. */
  facts: [string, string][];
  fromLabel: string;
  toLabel: string;
  /** The name, and lines below it. */
  issuer: string[];
  buyer: string[];
  head: [string, string, string, string];
  /** Title, period or an empty text, quantity, unit price, amount. */
  rows: [string, string, string, string, string][];
  totals: [string, string][];
  sum: [string, string];
  /** What the total contains. */
  after: [string, string][];
  descriptionLabel: string;
  description: string;
}

const require = createRequire(import.meta.url);
const template = readFileSync(fileURLToPath(new URL('./invoice.typ', import.meta.url)), 'utf8');

/** The site's fonts. Typst can't read WOFF2 or variable fonts, and of two files with the same family it uses only one. */
const sources: [file: string, rename?: [string, string]][] = [
  ['inter/files/inter-latin-wght-normal.woff2'],
  ['inter/files/inter-latin-ext-wght-normal.woff2', ['Inter', 'IntEx']],
  ['vazirmatn/files/vazirmatn-arabic-wght-normal.woff2'],
];
const weights = [400, 600];

/** Replaces a family name with one of the same length, in both encodings of the name table. */
function renamed(font: Buffer, [from, to]: [string, string]): Buffer {
  const wide = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const pairs = [
    [Buffer.from(from, 'latin1'), Buffer.from(to, 'latin1')],
    [wide(from), wide(to)],
  ] as const;
  for (let entry = 12; entry < 12 + font.readUInt16BE(4) * 16; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) !== 'name') continue;
    const table = font.subarray(font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 8) + font.readUInt32BE(entry + 12));
    for (const [old, name] of pairs)
      for (let at = table.indexOf(old); at !== -1; at = table.indexOf(old, at + name.length)) name.copy(table, at);
  }
  return font;
}

async function makeCompiler(): Promise<NodeCompiler> {
  const fontBlobs: Buffer[] = [];
  for (const [file, rename] of sources) {
    const source = readFileSync(require.resolve(`@fontsource-variable/${file}`));
    for (const wght of weights) {
      const font = await subsetFont(source, undefined, { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght } });
      fontBlobs.push(rename ? renamed(font, rename) : font);
    }
  }
  // A folder that doesn't exist: templates can't read files.
  return NodeCompiler.create({ workspace: '/nonexistent', fontArgs: [{ fontBlobs }] });
}

/** One for each thread: preparing the fonts takes longer than an invoice. */
let compiler: Promise<NodeCompiler> | undefined;

/** Typesets invoices as tagged PDFs, in the order given. */
export async function run(invoices: readonly PrintedInvoice[]): Promise<Uint8Array[]> {
  compiler ??= makeCompiler();
  const ready = await compiler;
  return invoices.map((invoice) => {
    const pdf = ready.pdf({ mainFileContent: template, inputs: { invoice: JSON.stringify(invoice) } });
    // Memoized data of earlier invoices can't be reused.
    ready.evictCache(1);
    return new Uint8Array(pdf);
  });
}
