import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { apiKey } from '../../src/lib/contract/account/apiKey.ts';
import { cache } from '../../src/lib/contract/cdn/cache.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { version } from '../../src/lib/contract/cdn/version.ts';
import { provider } from '../../src/lib/contract/core/provider.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { Client } from '../support/client.ts';
import { type Guide, guideCommands } from '../support/guides.ts';
import { type RunningServer, startPortal } from '../support/server.ts';

/*
 * The commands of the guides, run as they are written by bash, curl, jq and dig against a portal with an edge and a name server. Only the
 * values at their start are those of the test, and dig queries another port.
 */
const DOMAIN = 'parvaz.example';
const { domainId } = demo;
let portal: RunningServer;
let client: Client;
let dnsPort = 0;
let token = '';

beforeAll(async () => {
  dnsPort = await freePort();
  portal = await startPortal({
    env: {
      DEMO: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
      EDGE_DRIVER: 'node',
      EDGE_PORT: '0',
      EDGE_TLS_PORT: '0',
      EDGE_ADDRESSES: '192.0.2.80,2001:db8::80',
      DNS_DRIVER: 'node',
      DNS_PORT: String(dnsPort),
    },
  });
  client = new Client(portal.url);
  await client.signIn();
  const access = { globalConfigs: 'write', caching: 'write', dns: 'write', servers: 'write' } as const;
  ({ token } = await client.ok(apiKey.add, { name: 'Guides', access }));
}, 200_000);
afterAll(() => portal[Symbol.asyncDispose]());

/** A folder for the files of a guide, removed with the test. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs blocks of commands as one script, which stops at the first that fails. @returns what they print */
function run(blocks: readonly string[], folder: string, values: Record<string, string> = {}): Promise<string> {
  const script = `set -euo pipefail\ndig() { command dig -p ${dnsPort} +tries=2 +timeout=5 "$@"; }\n${blocks.join('\n')}`;
  const env = { PATH: process.env.PATH, NASIM_URL: portal.url, NASIM_TOKEN: token, DOMAIN, ...values };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd: folder, env, timeout: 90_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
  });
}

const codeBlocks = (name: Guide, count: number): string[] => {
  const blocks = guideCommands(name);
  expect(blocks).toHaveLength(count);
  return blocks;
};
const recordsNamed = async (name: string) =>
  (await client.ok(dns.list, { domainId, filter: `name=${name}` })).records.map(({ content }) => content);

describe('the commands of the guide', () => {
  test('add-dns-record add a record, which the name server answers', async () => {
    const blocks = codeBlocks('add-dns-record', 3);
    const folder = makeFolder();
    expect(JSON.parse(await run(blocks.slice(0, 2), folder))).toMatchObject({
      record: { name: 'files', content: '203.0.113.10' },
      warnings: [],
    });
    const answered = () => run(blocks.slice(2), folder, { NAME_SERVER: '127.0.0.1' });
    await expect.poll(answered, { timeout: 20_000, interval: 500 }).toBe('203.0.113.10\n');
    // As the guide says about a record that exists.
    await expect(run(blocks.slice(0, 2), folder)).rejects.toThrow('409');
  });

  test('visitor-addresses write the addresses of the edge for nginx', async () => {
    const folder = makeFolder();
    await run(codeBlocks('visitor-addresses', 1), folder);
    expect(readFileSync(join(folder, 'cdn-addresses.conf'), 'utf8')).toBe('set_real_ip_from 192.0.2.80;\nset_real_ip_from 2001:db8::80;\n');
  });

  test('allow-only-cdn write rules for exactly these addresses', async () => {
    const folder = makeFolder();
    await run(codeBlocks('allow-only-cdn', 1), folder);
    const rules = readFileSync(join(folder, 'cdn-only.nft'), 'utf8');
    const inside = rules
      .slice(rules.indexOf('chain input'))
      .split('\n')
      .map((line) => line.trim());
    expect(inside).toEqual([
      'chain input {',
      'type filter hook input priority 0; policy accept;',
      'ip saddr { 192.0.2.80 } tcp dport { 80, 443 } accept',
      'ip6 saddr { 2001:db8::80 } tcp dport { 80, 443 } accept',
      'tcp dport { 80, 443 } drop',
      '}',
      '}',
      '',
    ]);
  });

  test('blocked find the reason of a block page', async () => {
    // Where the edge beside the portal serves the domain, once it listens.
    const preview = async () => (await client.ok(provider.capabilities, {})).capabilities.preview;
    await expect.poll(preview, { timeout: 60_000, interval: 500 }).toContain('{domain}');
    const site = ((await preview()) ?? '').replace('{domain}', DOMAIN);
    const rule = { kind: 'ip', value: '127.0.0.1', mode: 'deny', confirmSelfBlock: true } as const;
    const { rule: made } = await client.ok(firewall.create, { domainId, deploy: true, ...rule });
    onTestFinished(async () => void (await client.ok(firewall.delete, { domainId, ruleId: made.id })));
    const folder = makeFolder();
    const visit = () => run(['curl -sS -o answer.html -w "%{http_code}" "$SITE/"'], folder, { SITE: site });
    await expect.poll(visit, { timeout: 40_000, interval: 500 }).toBe('403');
    const [layer, message] = (await run(codeBlocks('troubleshooting/blocked', 1), folder, { SITE: site })).split('\n');
    expect(layer).toBe('firewall');
    expect(message).toMatch(/block|deny|rule/i);
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    const [, id = ''] = /href="[^"]*\/why\/([^"]+)"/.exec(page) ?? [];
    const why = await fetch(`${portal.url}/why/${id}`);
    expect(why.status).toBe(200);
    expect(await why.text()).toContain(id);
  });

  test('cache clear one URL', async () => {
    expect(await run(codeBlocks('cache', 1), makeFolder())).toBe(`urls\nhttps://${DOMAIN}/assets/app.css\n`);
    const { items } = await client.ok(cache.deleteHistory, { domainId });
    expect(items[0]).toMatchObject({ scope: 'urls', items: [`https://${DOMAIN}/assets/app.css`] });
  });

  test('5xx errors find what the edge says about a server that doesn’t answer', async () => {
    const preview = async () => (await client.ok(provider.capabilities, {})).capabilities.preview;
    await expect.poll(preview, { timeout: 60_000, interval: 500 }).toContain('{domain}');
    // Nothing is set up under this name.
    const site = ((await preview()) ?? '').replace('{domain}', 'unknown.example');
    const output = await run(codeBlocks('troubleshooting/5xx', 1), makeFolder(), { SITE: site });
    expect(output).toMatch(/^HTTP\/1\.1 421/);
    expect(output).toMatch(/^proxy-status: Nasim; error=destination_not_found/im);
    expect(output).toMatch(/^x-request-id: /im);
  });

  test('undo-mistakes bring a deleted record back', async () => {
    const { record } = await client.ok(dns.create, {
      domainId,
      name: 'mistake',
      type: 'A',
      content: '203.0.113.77',
      ttl: 'auto',
      proxy: false,
    });
    const newest = async () => (await client.ok(version.list, { domainId })).versions[0];
    await expect.poll(async () => JSON.stringify((await newest())?.logs), { timeout: 60_000, interval: 500 }).toContain('mistake');
    const before = (await newest())?.id;
    await client.ok(dns.delete, { domainId, recordId: record.id });
    await expect.poll(async () => (await newest())?.id, { timeout: 60_000, interval: 500 }).not.toBe(before);
    const output = await run(codeBlocks('undo-mistakes', 3), makeFolder());
    expect(output).toContain('"dnsRecord"');
    expect(output).toMatch(/true\n1\n$/);
    expect(await recordsNamed('mistake')).toEqual(['203.0.113.77']);
  });

  test('move-from-another-cdn import a zone and compare both sides', async () => {
    const folder = makeFolder();
    const lines = ['$TTL 300', 'moved 300 IN A 203.0.113.44', 'alias 300 IN CNAME shop.elsewhere.example', 'wrong 300 IN A 999.0.0.1', ''];
    writeFileSync(join(folder, 'zone.txt'), lines.join('\n'));
    const output = await run(codeBlocks('move-from-another-cdn', 3), folder, { OLD: '127.0.0.1', NEW: '127.0.0.1' });
    expect(JSON.parse(output.slice(0, output.indexOf('}') + 1))).toMatchObject({ created: 2, refused: 1 });
    expect(output.match(/^same {5}/gm)).toHaveLength(10);
    expect(await recordsNamed('moved')).toEqual(['203.0.113.44']);
  });

  test('order-server order one and show its state', async () => {
    const output = await run(codeBlocks('order-server', 1), makeFolder());
    expect(output).toMatch(/^\d+\n\d+\ntrue\n\w+\n/);
  });

  test('api-keys call the API', async () => {
    const output = await run(codeBlocks('api-keys', 4), makeFolder());
    expect(output).toContain(DOMAIN);
    expect(output).not.toMatch(/"code":"(?:\w+:)?error/);
    // The guide uses the first domain of the account.
    expect(output).toMatch(/"record":\{[^}]*"name":"api"[^}]*"content":"203\.0\.113\.10"/);
  });
});
