import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { builtInCatalog, catalogValues } from '../../src/adapter/catalogValues.ts';
import { legalValues } from '../../src/adapter/legalValues.ts';
import { PublicPages } from '../../src/adapter/publicPages.ts';
import { type Brand, builtInBrand } from '../../src/config/brand.ts';
import { brandValues } from '../../src/config/brandValues.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { operatorBrand } from '../../src/lib/contract/operator/operatorBrand.ts';
import { joinValues } from '../../src/lib/rules/core/placeholders.ts';
import { Client } from '../support/client.ts';
import { makeOperator } from '../support/operator.ts';
import { startPortal } from '../support/server.ts';

const TIMEOUT = 120_000;
const colors = {
  light: { brand: '#7a1fa2', brandHover: '#6a1b8f', brandText: '#7a1fa2', onBrand: '#ffffff' },
  dark: { brand: '#d7a6f0', brandHover: '#e2bdf5', brandText: '#dfb5f4', onBrand: '#1d0626' },
};
const acme = {
  name: { en: 'Acme & Sons', fa: 'اکمی', ar: 'أكمي', es: 'Acme' },
  contact: { email: 'help@acme.example', phone: '+1 202 555 0100' },
  support: { aroundTheClock: false, officeHours: { from: '08:30', to: '20:00' }, replyHours: { included: 48, priority: 12, business: 1 } },
  invoices: {
    issuer: { name: 'Acme Ltd.', address: '1 High Street, London', taxId: 'GB123456789', email: 'billing@acme.example' },
    taxPercent: 7.7,
  },
  colors,
  logo: 'logo.svg',
  links: [{ label: { en: 'Jobs', fa: 'کار', ar: 'وظائف', es: 'Empleo' }, href: 'https://acme.example/jobs' }],
};

function folderWith(brand: object): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'nasim-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'site'));
  writeFileSync(join(dataDir, 'site/brand.json'), JSON.stringify(brand));
  mkdirSync(join(dataDir, 'site/legal/en'), { recursive: true });
  writeFileSync(
    join(dataDir, 'site/legal/en/terms.md'),
    '---\ntitle: Our terms\ndescription: What we agree on.\nupdated: 2026-12-01\n---\n## Payment\n',
  );
  writeFileSync(join(dataDir, 'site/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>');
  return dataDir;
}

test(
  'one build has the brand and the origin of the installation that sends it',
  async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    await using portal = await startPortal({
      dataDir: folderWith(acme),
      port,
      env: { ORIGIN: origin, NAME_SERVERS: 'a.acme.example,b.acme.example', DEMO: 'on' },
    });
    const send = (path: string, headers = {}) => fetch(portal.url + path, { headers: { host: `localhost:${port}`, ...headers } });
    const read = async (path: string) => (await send(path)).text();

    const home = await read('/');
    expect(home).toContain(' · Acme &amp; Sons</title>');
    expect(home).toContain(`<link rel="canonical" href="${origin}/">`);
    expect(home).toContain(`--brand:${colors.dark.brand}`);
    expect(home).toContain('a.acme.example');
    expect(home).not.toContain('og:image');
    expect(home).toContain('"telephone":"+1 202 555 0100"');
    const logo = /<img src="(\/brand\/[^"]+)"/.exec(home)?.[1] ?? '';
    expect((await send(logo)).headers.get('content-type')).toBe('image/svg+xml');
    const icon = await send('/icons/96.png');
    expect(icon.headers.get('content-type')).toBe('image/png');
    expect(home).toMatch(/<a href="https:\/\/acme\.example\/jobs"[^>]*>Jobs<\/a>/);
    expect(await read('/fa')).toContain(acme.name.fa);
    const contact = await read('/contact');
    expect(contact).toContain('href="tel:+1 202 555 0100"');
    expect(contact).toContain('08:30');
    expect(home).not.toContain('24/7');
    const guide = await read('/fa/docs/tickets');
    expect(guide).toContain('۸:۳۰ تا ۲۰:۰۰');
    expect(guide).toContain('۴۸ ساعت');
    expect(await read('/support-plans')).toContain('First reply within 48 hours');
    expect(await read('/privacy')).toContain('help@acme.example');
    const terms = await read('/terms');
    expect(terms).toContain('<title>Our terms · Acme &amp; Sons</title>');
    expect(terms).toContain('<h2 id="payment">Payment</h2>');
    expect(terms).not.toContain('This is an example');
    expect(await read('/llms.txt')).toMatch(/^# Acme & Sons\n/);
    expect(await read('/docs/changelog.xml')).toContain('Acme &amp; Sons');
    // Pages that are rendered per request, and what they give to their scripts.
    expect(await read('/status')).toContain(' · Acme &amp; Sons</title>');
    const signIn = await read('/public/login');
    expect(JSON.parse(/id="brand-data"[^>]*>(.*?)<\/script>/.exec(signIn)?.[1] ?? '')).toMatchObject({
      name: acme.name,
      contact: acme.contact,
    });
    expect(signIn).toContain(`<img src="${logo}"`);
    const client = new Client(portal.url, { host: `localhost:${port}`, origin });
    await client.signIn();
    const panel = await read('/dashboard')
      .then(() => send('/dashboard', { cookie: client.cookie }))
      .then((response) => response.text());
    expect(panel).toContain('aria-label="Acme &amp; Sons"');
    expect(panel).not.toMatch(/\{nasim:|nasim:\w+-->/);
  },
  TIMEOUT,
);

test(
  'a brand that an operator saves is on public pages and in the panel without a restart',
  async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const dataDir = folderWith(acme);
    await using portal = await startPortal({ dataDir, port, env: { ORIGIN: origin, DEMO: 'on' } });
    const client = new Client(portal.url, { host: `localhost:${port}`, origin });
    await makeOperator(dataDir, demo.email);
    await client.signIn();
    const { current } = await client.ok(operatorBrand.get, {});
    const name = { ...current.brand.name, en: 'Apex & Sons' };
    await client.ok(operatorBrand.save, { brand: { ...current.brand, name }, version: current.version });
    const read = async (path: string) =>
      (await fetch(portal.url + path, { headers: { host: `localhost:${port}`, cookie: client.cookie } })).text();
    await expect.poll(() => read('/'), { timeout: 10_000 }).toContain(' · Apex &amp; Sons</title>');
    expect(await read('/dashboard')).toContain('aria-label="Apex &amp; Sons"');
    expect(await read('/')).toContain('acme.example/jobs');
  },
  TIMEOUT,
);

test(
  'a brand that is not valid prevents the start and says why',
  async () => {
    const dataDir = folderWith({ ...acme, contact: { email: 'none' } });
    await expect(startPortal({ dataDir })).rejects.toThrow(/brand\.json is not valid\.\ncontact\.email: /);
  },
  TIMEOUT,
);

test('no page of the build has a placeholder that nothing fills', async () => {
  const brands: Brand[] = [
    builtInBrand,
    { ...builtInBrand, ...acme, invoices: builtInBrand.invoices, colors, logo: '/brand/logo.svg', shareImage: '/brand/share.png' },
  ];
  const offenders: string[] = [];
  for (const brand of brands) {
    const pages = new PublicPages('dist/pages', 'https://panel.example.com', async () =>
      joinValues(brandValues(brand, ['ns1.acme.example', 'ns2.acme.example']), catalogValues(builtInCatalog), legalValues({})),
    );
    for (const file of readdirSync('dist/pages', { recursive: true, encoding: 'utf8' })) {
      if (!/\.(html|json|md|txt|xml)$/.test(file)) continue;
      const [left] = /\{nasim:[^}]*\}|nasim:[\w.]+-->/.exec(await pages.read(file)) ?? [];
      if (left) offenders.push(`${file}: ${left}`);
    }
  }
  expect(offenders).toEqual([]);
  expect(readFileSync('dist/pages/index.html', 'utf8')).toContain('{nasim:name.en}');
});
