import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { builtInBrand } from './brand.ts';
import { readBrandOfEdge, readSite } from './brandFile.ts';

const root = mkdtempSync(join(tmpdir(), 'brand-'));
const folder = join(root, 'site');
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(root, { recursive: true }));

const own = {
  name: { en: 'Acme & Sons', fa: 'اکمی', ar: 'أكمي', es: 'Acme' },
  contact: { email: 'help@acme.example' },
  invoices: {
    issuer: { name: 'Acme Ltd.', address: '1 High Street, London', taxId: 'GB123456789', email: 'billing@acme.example' },
    taxPercent: 7.7,
  },
};
const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
const writeBrand = (fields: object) => write('brand.json', JSON.stringify({ ...own, ...fields }));
const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="url(#a)" d="M0 0h9"/></svg>';
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
const problems = () => {
  try {
    readSite(folder);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

test('without a file the brand is the built-in one', () => {
  expect(readSite(folder)).toBeNull();
});

test('a name in each language, an email address and what is printed on invoices are enough', () => {
  writeBrand({});
  const { brand, files } = readSite(folder) ?? {};
  expect(brand).toMatchObject({
    name: own.name,
    invoices: { issuer: own.invoices.issuer, taxRate: 770 },
    contact: { email: own.contact.email, phone: null },
    support: builtInBrand.support,
    legalName: own.name.en,
    motto: { en: '', fa: '', ar: '', es: '' },
    colors: builtInBrand.colors,
    links: [],
    logo: null,
    shareImage: null,
  });
  expect(files?.size).toBe(0);
});

test('files of the brand get a path with a hash of their content', async () => {
  write('logo.svg', square);
  write('share.png', await png(1200, 630));
  write('client.png', await png(120, 40));
  writeBrand({ logo: 'logo.svg', shareImage: 'share.png', logos: [{ file: 'client.png', name: 'Client' }] });
  const { brand, files } = readSite(folder) ?? {};
  expect(brand?.logo).toMatch(/^\/brand\/[\da-f]{12}-logo\.svg$/);
  expect(files?.get(brand?.logo ?? '')).toMatchObject({ type: 'image/svg+xml', body: Buffer.from(square) });
  expect(files?.get(brand?.shareImage ?? '')?.type).toBe('image/png');
  expect(brand?.logos).toEqual([{ name: 'Client', src: expect.stringMatching(/-client\.png$/), width: 120, height: 40 }]);
  // Edges have the file without what it names.
  rmSync(join(folder, 'logo.svg'));
  expect(readBrandOfEdge(join(folder, 'brand.json'))).toMatchObject({ name: own.name, logos: [] });
  expect(() => readBrandOfEdge(join(folder, 'other.json'))).toThrow('EDGE_BRAND: ');
});

test('the example of the operations guide is valid', () => {
  write('logo.svg', square);
  write('brand.json', /```json\n(\{\n {2}"name".*?)```/s.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '');
  expect(readSite(folder)?.brand.name.en).toBe('Acme');
});

test('every problem is named with its field', async () => {
  const light = { brand: '#4cd7d3', brandHover: 'teal', brandText: '#00676e', onBrand: '#ffffff' };
  writeBrand({
    name: { en: 'Acme', fa: 'اکمی', ar: 'أك\u202eمي' },
    contact: { email: 'acme', phone: 'by post' },
    support: { officeHours: { from: '9', to: '24:00' }, replyHours: { included: 2, priority: 4, business: 0 } },
    colors: { ...builtInBrand.colors, light },
    links: [{ label: own.name, href: 'javascript:alert(1)' }],
    invoices: { issuer: { ...own.invoices.issuer, taxId: '' }, taxPercent: 19.555 },
    currency: { code: 'euro', divisor: 10, minorDigits: 2 },
    color: {},
  });
  const text = problems();
  for (const field of [
    'name.ar',
    'name.es',
    'contact.email',
    'contact.phone',
    'support.officeHours.from',
    'support.officeHours.to',
    'support.replyHours.business',
    'colors.light.brandHover',
    'links.0.href',
    'currency.code',
    'invoices.issuer.taxId',
    'invoices.taxPercent',
  ])
    expect(text).toContain(`\n${field}: `);
  expect(text).toContain('"color"');
  writeBrand({ colors: { ...builtInBrand.colors, light: { ...light, brandHover: '#005f67' } } });
  expect(problems()).toMatch(
    /brand\.json is not valid\.\ncolors\.light\.onBrand: On the main color, its contrast is 1\.\d\d:1\. At least 4\.5:1 is required\.$/,
  );
  write('brand.json', '{ "name": ');
  expect(problems()).toMatch(/brand\.json is not valid\.\n.*JSON/);
  write('wide.png', await png(20, 10));
  write('fake.png', 'a text');
  writeBrand({
    logo: 'wide.png',
    shareImage: 'wide.png',
    logos: [
      { file: 'fake.png', name: 'F' },
      { file: 'none.svg', name: 'N' },
    ],
  });
  expect(problems()).toMatch(
    /logo: wide\.png isn’t square\.\nshareImage: wide\.png isn’t a PNG image of 1200 × 630 pixels\.\nlogos\.0\.file: fake\.png isn’t a PNG image\.\nlogos\.1\.file: none\.svg does not exist\.$/,
  );
  writeBrand({ logo: '../../secrets.svg' });
  expect(problems()).toContain('logo: Use the name of an SVG or PNG file');
});

test.each([
  ['a script', square.replace('<path', '<script>alert(1)</script><path')],
  ['an event handler', square.replace('<path', '<path onload="alert(1)"')],
  ['outside', square.replace('<path', '<use href="https://example.com/a.svg#b"/><path')],
  ['outside', square.replace('url(#a)', 'url(https://example.com/a)')],
  ['outside', square.replace('<path', '<style>@import "a.css";</style><path')],
  ['embedded content', square.replace('<path', '<foreignObject><p>a</p></foreignObject><path')],
  ['document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${square}`],
  ['character reference', square.replace('url(#a)', 'u&#114;l(https://example.com)')],
  ['well-formed', square.replace('</svg>', '')],
  ['viewBox', square.replace('viewBox', 'viewbox')],
  ['isn’t an SVG image', '<html viewBox="0 0 1 1"/>'],
])('an SVG file is refused: %s', (reason, svg) => {
  write('logo.svg', svg);
  writeBrand({ logo: 'logo.svg' });
  expect(problems()).toMatch(new RegExp(`\nlogo: logo\\.svg .*${reason}`));
});
