import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const hasPoppler = !spawnSync('pdftotext', ['-v']).error;

let p: TestProvider;
let token: string;
let end = async () => {};
const folder = mkdtempSync(join(tmpdir(), 'invoice-pdf-'));
beforeAll(async () => {
  p = await startProvider({
    onEnd: (stop) => {
      end = stop;
    },
  });
  token = await p.signIn();
});
afterAll(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

async function renderPdf(invoiceId: string, language: Locale): Promise<string> {
  const { file } = await p.ok(invoice.download, { invoiceId, format: 'pdf', language }, { token });
  expect(file.mime).toBe('application/pdf');
  const path = join(folder, `${language}-${file.name}`);
  writeFileSync(path, Buffer.from(file.content, 'base64'));
  return path;
}

/**
 * The words of a text in order, without invisible characters: joiners and direction marks. pdftotext reverses the letters of a
 * ligature such as «لا», which is one glyph, and puts a mark before its letter; these letters are therefore normalized.
 */
const splitWords = (text: string): string[] =>
  text
    .replace(/[\u0654\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00a0]/gu, '')
    .replace(/[لاأإآ]{2,}/gu, (letters) => [...letters].sort().join(''))
    .split(/\s+/u)
    .filter(Boolean);

test('customer input is printed as text, not as markup', async () => {
  const description = '#panic("x") *bold* $x^2$ \\ "quoted" ] #read("/etc/passwd")';
  const { invoice: made } = await p.ok(invoice.createProforma, { amount: 10_000, description }, { token });
  const path = await renderPdf(made.id, 'en');
  if (hasPoppler) expect(splitWords(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).join(' ')).toContain(description);
});

test('a long word and direction marks stay in their column', async () => {
  const word = 'W'.repeat(180);
  const { invoice: made } = await p.ok(invoice.createProforma, { amount: 10_000, description: `${word} \u202edesrever` }, { token });
  const path = await renderPdf(made.id, 'en');
  if (!hasPoppler) return;
  const boxes = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' });
  const words = [...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g)];
  const width = Number(/page width="([\d.]+)"/.exec(boxes)?.[1]);
  const wide = words.filter(([, , , xMax]) => Number(xMax) > width - 50).map(([, , , , , text]) => text);
  expect(wide).toEqual([]);
  // Without the marks between its letters where it may be broken.
  expect(words.map(([, , , , , text]) => text?.replaceAll('\u200b', '')).join('')).toContain(word);
});

test('the ZIP file of a year has a PDF for each closed invoice, and a year without any is refused', async () => {
  const { file } = await p.ok(invoice.year, { year: 2026 }, { token });
  const files = unzipSync(new Uint8Array(Buffer.from(file.content, 'base64')));
  expect(Object.keys(files).sort()).toEqual([1, 2, 3, 4, 5].map((place) => `2026-00000${place}.pdf`));
  for (const bytes of Object.values(files)) expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  const empty = await p.try(invoice.year, { year: 2020 }, { token });
  expect([empty.status, empty.body.code]).toEqual([409, 'invoice:error.emptyYear']);
});

// Skipped where poppler-utils isn't installed.
test.skipIf(!hasPoppler).each(locales)('the words of an invoice can be extracted from its PDF in logical order: %s', async (language) => {
  const t = translator(language);
  const path = await renderPdf(demo.invoiceId, language);
  const words = splitWords(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).join(' ');
  const { invoice: detail } = await p.ok(invoice.get, { invoiceId: demo.invoiceId }, { token });
  const expected = [
    t('invoice:print.invoice'),
    detail.number ?? '',
    t('invoice:party.to'),
    detail.buyer.email ?? '',
    t('invoice:total.items'),
    t('invoice:total.net'),
    t('invoice:total.total'),
    // Without the domain, which may have the other direction.
    t('plan:ledger.month', { domain: '' }).replace(/^\P{L}+|\P{L}+$/gu, ''),
    'ketabnama.example',
  ];
  for (const text of expected) expect(words).toContain(splitWords(text).join(' '));
  const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
  expect(info).toMatch(/Tagged:\s+yes/);
  expect(info).toMatch(/Pages:\s+1\n/);
  // Every font is embedded, and its text can be searched.
  const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/(Inter|IntEx|Vazirmatn)\S*\s.*yes yes yes/);
});
