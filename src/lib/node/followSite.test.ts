import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInBrand } from '../../config/builtInBrand.ts';
import { followSite } from './followSite.ts';
import { makeLogger } from './log.ts';

const acme = (fields: object = {}) =>
  JSON.stringify({
    name: { en: 'Acme', fa: 'اکمی', ar: 'أكمي', es: 'Acme' },
    contact: { email: 'help@acme.example' },
    invoices: {
      issuer: { name: 'Acme Ltd.', address: '1 High Street, London', taxId: 'GB123456789', email: 'billing@acme.example' },
      taxPercent: 7.7,
    },
    ...fields,
  });

function followed() {
  const folder = join(mkdtempSync(join(tmpdir(), 'site-')), 'site');
  const lines: { level: string; msg: string; err?: { message: string } }[] = [];
  const stop = followSite(folder, makeLogger('site', 'info', { write: (line) => void lines.push(JSON.parse(line)) }), 10);
  const site = globalThis.nasimSite;
  onTestFinished(() => {
    stop();
    globalThis.nasimSite = undefined;
    rmSync(join(folder, '..'), { recursive: true });
  });
  if (!site) throw new Error('the brand was not read');
  return { folder, lines, site };
}

test('a brand that is written later, changed and removed again is used without a restart', async () => {
  const { folder, site, lines } = followed();
  const { brand } = site;
  expect(site).toMatchObject({ isBuiltIn: true, version: 0 });
  expect(brand).toEqual(builtInBrand);

  mkdirSync(folder);
  writeFileSync(join(folder, 'brand.json'), acme());
  await vi.waitFor(() => expect(site.version).toBe(1));
  // Modules have this object.
  expect(brand).toMatchObject({ name: { en: 'Acme' }, invoices: { taxRate: 770 } });
  expect(site.isBuiltIn).toBe(false);

  writeFileSync(join(folder, 'brand.json'), acme({ contact: { email: 'hello@acme.example' } }));
  await vi.waitFor(() => expect(brand.contact.email).toBe('hello@acme.example'));
  rmSync(join(folder, 'brand.json'));
  await vi.waitFor(() => expect(site.isBuiltIn).toBe(true));
  expect(brand).toEqual(builtInBrand);
  expect(lines.map(({ level }) => level)).toEqual(['info', 'info', 'info']);
});

test('a change that isn’t valid is reported once, and the former brand stays', async () => {
  const { folder, site, lines } = followed();
  mkdirSync(folder);
  writeFileSync(join(folder, 'brand.json'), acme());
  await vi.waitFor(() => expect(site.version).toBe(1));
  writeFileSync(join(folder, 'brand.json'), acme({ contact: { email: 'nobody' } }));
  await vi.waitFor(() => expect(lines.at(-1)?.err?.message).toContain('contact.email'));
  await new Promise((done) => setTimeout(done, 100));
  expect(lines).toHaveLength(2);
  expect(site.brand.contact.email).toBe('help@acme.example');
  expect(site.version).toBe(1);
});

test('the currency stays until the next start', async () => {
  const { folder, site, lines } = followed();
  mkdirSync(folder);
  writeFileSync(join(folder, 'brand.json'), acme({ currency: { code: 'EUR', divisor: 10, minorDigits: 2 } }));
  await vi.waitFor(() => expect(site.version).toBe(1));
  expect(site.brand.currency).toEqual(builtInBrand.currency);
  expect(lines.map((line) => line.msg)).toContain('the currency of brand.json takes effect after a restart');
});
