import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { expect, onTestFinished, test } from 'vitest';
import { provider } from '../../src/lib/contract/core/provider.ts';
import { type Capability, capabilities, type Engines, listCapabilities } from '../../src/lib/rules/core/capabilities.ts';
import { claimWords } from '../support/claims.ts';
import { Client } from '../support/client.ts';
import { writeMmdb } from '../support/mmdb.ts';
import { startPortal } from '../support/server.ts';

/*
 * Three installations, and what a visitor reads in each: `/capabilities.js` must agree with what the engines report, and every claim on
 * a public page or in a guide with that.
 */
/** Addresses of the English pages, from the sitemap. */
async function claimPages(url: string): Promise<string[]> {
  const xml = await (await fetch(`${url}/sitemap-0.xml`)).text();
  const paths = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  // The reference of the API and the changelog describe the product, not this installation.
  return paths.filter((path) => !/^\/(fa|ar|es)(\/|$)|^\/docs\/(api|changelog)/.test(path));
}

/** The visible marked texts of a page, as a browser with this `data-has` shows them, and the bare words of claims. */
function read(html: string, has: ReadonlySet<string>): { marked: string[]; bare: string[] } {
  const { document } = parseHTML(html);
  const main = document.querySelector('main') ?? document.body;
  for (const hidden of main.querySelectorAll('script, style, figure, code, [hidden]')) hidden.remove();
  for (const one of [...main.querySelectorAll('[data-needs], [data-unless]')]) {
    const { needs, unless } = claimMarks(one);
    if ((needs && !has.has(needs)) || (unless && has.has(unless))) one.remove();
  }
  const marks = [...main.querySelectorAll('[data-needs], [data-unless]')];
  const marked = marks.map((one) => `${claimMarks(one).needs ? `+${claimMarks(one).needs}` : `-${claimMarks(one).unless}`} ${text(one)}`);
  for (const one of marks) one.remove();
  return { marked, bare: text(main).match(new RegExp(`.{0,40}(?:${claimWords.source}).{0,40}`, 'gi')) ?? [] };
}
const claimMarks = (one: Element) => ({ needs: one.getAttribute('data-needs'), unless: one.getAttribute('data-unless') });
const text = ({ textContent }: { textContent: string | null }) => (textContent ?? '').replace(/\s+/g, ' ').trim();

async function installation(env: Record<string, string>) {
  const portal = await startPortal({
    env: { DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1', EDGE_DRIVER: 'node', EDGE_PORT: '0', EDGE_TLS_PORT: '0', DNS_DRIVER: 'node', ...env },
  });
  onTestFinished(() => portal[Symbol.asyncDispose]());
  const client = new Client(portal.url);
  const engines = async (): Promise<Engines> => (await client.ok(provider.capabilities, {})).capabilities;
  const isReady = async () => (await engines()).edge === (env.EDGE_DRIVER === 'none' ? 'none' : 'connected');
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  const reported = listCapabilities(await engines());
  const script = async () => (await fetch(`${portal.url}/capabilities.js`)).text();
  // The answer is used for ten seconds, and may be from before the edge connected.
  await expect
    .poll(script, { timeout: 60_000, interval: 2000 })
    .toBe(`document.documentElement.dataset.has=${JSON.stringify(reported.join(' '))}`);
  const has = new Set<string>(reported);
  const blocks = new Map<string, string[]>();
  const bare: string[] = [];
  for (const path of await claimPages(portal.url)) {
    const html = await (await fetch(portal.url + path)).text();
    const found = read(html, has);
    blocks.set(path, found.marked);
    bare.push(...found.bare.map((words) => `${path}: ${words}`));
  }
  return { reported, blocks, bare };
}

test('what a visitor reads agrees with what the engines of the installation report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const geo = join(folder, 'geo.mmdb');
  writeFileSync(geo, writeMmdb({ '127.0.0.0/8': { country: { iso_code: 'IR' }, autonomous_system_number: 64500 } }));
  const starts = {
    plain: await installation({}),
    bare: await installation({ EDGE_DRIVER: 'none', DNS_DRIVER: 'none', COMPUTE_DRIVER: 'none' }),
    full: await installation({ GEOIP_DB: geo, EDGE_ADDRESSES: '192.0.2.80' }),
  };
  for (const { bare } of Object.values(starts)) expect(bare).toEqual([]);
  expect(starts.bare.reported).not.toContain('edge');
  expect(starts.full.reported).toEqual(expect.arrayContaining(['edge', 'geo', 'edgeAddresses']));

  // Each capability that differs between two installations changes at least one block.
  const all = Object.values(starts);
  for (const name of capabilities) {
    const differ = all.filter(({ reported }) => reported.includes(name)).length;
    if (differ === 0 || differ === all.length) continue;
    expect(countTexts(name, all), name).toBeGreaterThan(1);
  }
  console.log(
    Object.entries(starts)
      .map(([name, { reported }]) => `${name}: ${reported.join(' ')}`)
      .join('\n'),
  );
}, 600_000);

/** How many different sets of blocks the installations show for a capability. */
const countTexts = (name: Capability, all: readonly { blocks: ReadonlyMap<string, readonly string[]> }[]) =>
  new Set(
    all.map(({ blocks }) =>
      [...blocks]
        .flatMap(([path, marked]) => marked.filter((one) => one.slice(1).startsWith(`${name} `)).map((one) => path + one))
        .join('\n'),
    ),
  ).size;
