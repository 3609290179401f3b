import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { demo } from '../../src/lib/contract/fields.ts';
import { addRecord, buildCli, countRecords, cuttingProxy, isImport, newKey, openCli } from '../support/cli.ts';
import { guideCommands } from '../support/guides.ts';
import { test } from '../support/portal.ts';

/* More tasks of a customer with the command line, and its package. */
const DOMAIN = 'parvaz.example';
const { domainId } = demo;
const splitRows = (text: string) => text.trimEnd().split('\n');

describe('the tasks of a customer', () => {
  test('clear the cache, import and export a zone', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    expect(await cli.ok('domain', 'cache', 'purge', DOMAIN, '--scope', 'all')).toMatch(/^scope +all$/m);
    writeFileSync(join(cli.folder, 'zone.txt'), '$TTL 300\ncli-zone 300 IN A 203.0.113.44\n');
    expect(await cli.ok('domain', 'dns', 'import', DOMAIN, '--file', 'zone.txt')).toMatch(/^created +1$/m);
    await cli.ok('domain', 'dns', 'export', DOMAIN, '--output', 'out.txt');
    expect(readFileSync(join(cli.folder, 'out.txt'), 'utf8')).toMatch(/^cli-zone\t300\tIN\tA\t203\.0\.113\.44$/m);
    expect(await cli.run(['domain', 'dns', 'import', DOMAIN])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--file is required'),
    });
  });

  test('create and delete an SSH key by its name', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA/b9ooH4NsQ35kgqOSk26E6OVMWEuwzZCiFq7Md3GBL';
    expect(await cli.ok('server', 'ssh-key', 'create', '--name', 'cli-laptop', '--public-key', publicKey)).toContain('SHA256:');
    expect((await cli.run(['server', 'ssh-key', 'create', '--name', 'cli-laptop', '--public-key', publicKey])).code).toBe(5);
    expect((await cli.run(['server', 'ssh-key', 'delete', 'cli-laptop'])).err).toBe('Done.\n');
    expect((await cli.run(['server', 'ssh-key', 'delete', 'cli-laptop'])).code).toBe(4);
  });

  test('order a server once, and wait for it', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    const order = ['server', 'create', '--plan', 'eco-2023', '--name-server', 'cli-web', '--idempotency-key', 'cli-order', '--json'];
    const first = JSON.parse(await cli.ok(...order, '--no-wait'));
    expect(JSON.parse(await cli.ok(...order, '--no-wait'))).toEqual(first);
    // Without --json, it ends when the server is ready.
    expect(await cli.ok(...order.slice(0, -1))).toMatch(/^state +ready$/m);
  });

  test('upload an object and download it', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    writeFileSync(join(cli.folder, 'notes.txt'), 'from the command line');
    expect(await cli.ok('server', 'space', 'object', 'upload', 'demo-archive', 'notes.txt', '--file', 'notes.txt')).toMatch(/^size +21$/m);
    expect(await cli.ok('server', 'space', 'object', 'download', 'demo-archive', 'notes.txt')).toBe('from the command line');
    await cli.ok('server', 'space', 'object', 'delete', 'demo-archive', '--keys', 'notes.txt');
    expect((await cli.run(['server', 'space', 'object', 'get', 'demo-archive', 'notes.txt'])).code).toBe(4);
  });

  test('call the API as it is', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    const found = JSON.parse(await cli.ok('api', 'GET', '/domain/list', '-f', `name=${DOMAIN}`));
    expect(found.domains).toHaveLength(1);
    expect(
      JSON.parse(
        await cli.ok(
          'api',
          'POST',
          '/domain/dns/create',
          '-f',
          `domainId=${domainId}`,
          '-f',
          'name=cli-api',
          '-f',
          'type=TXT',
          '-f',
          'content=a',
          '-F',
          'ttl=300',
        ),
      ).record.ttl,
    ).toBe(300);
  });

  test('upload a large object in parts', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    const content = Buffer.from(Array.from({ length: 20_000_000 }, (_none, index) => index % 251));
    writeFileSync(join(cli.folder, 'large.bin'), content);
    expect(await cli.ok('server', 'space', 'object', 'upload', 'demo-archive', 'large.bin', '--file', 'large.bin')).toMatch(
      /^size +20000000$/m,
    );
    await cli.ok('server', 'space', 'object', 'download', 'demo-archive', 'large.bin', '--output', 'again.bin');
    expect(readFileSync(join(cli.folder, 'again.bin')).equals(content)).toBe(true);
  });
});

describe('a connection that is lost during apply', () => {
  test('before the change was made: it is made with the second request', async ({ portal, demo: client }) => {
    let cuts = 0;
    const proxy = await cuttingProxy(portal.url, (path, body) => (isImport(path, body) && cuts++ === 0 ? 'before' : null));
    const cli = await openCli(proxy, await newKey(client));
    await cli.ok('domain', 'version', 'export', DOMAIN, '--output', 'shop.json');
    addRecord(cli.folder, 'cli-before');
    const applied = await cli.run(['apply', 'shop.json', '--yes']);
    expect(applied).toMatchObject({ code: 0, err: expect.stringContaining('It wasn’t: nothing was changed.') });
    expect([cuts, await countRecords(client, 'cli-before')]).toEqual([2, 1]);
  });

  test('for good: the next one says what is left', async ({ portal, demo: client }) => {
    let isLost = false;
    const proxy = await cuttingProxy(portal.url, (path, body) => {
      isLost ||= isImport(path, body);
      return isLost ? 'before' : null;
    });
    const cli = await openCli(proxy, await newKey(client));
    await cli.ok('domain', 'version', 'export', DOMAIN, '--output', 'shop.json');
    addRecord(cli.folder, 'cli-lost');
    expect(await cli.run(['apply', 'shop.json', '--yes'])).toMatchObject({
      code: 7,
      err: expect.stringContaining('either all of the changes or none'),
    });
    expect(await countRecords(client, 'cli-lost')).toBe(0);
    isLost = false;
    expect(await cli.run(['plan', 'shop.json'])).toMatchObject({ code: 0, out: expect.stringContaining('+ dnsRecord A cli-lost') });
  });
});

describe('completion', () => {
  test('knows commands, flags and values', async ({ portal }) => {
    const cli = await openCli(portal.url, '');
    const complete = async (...words: string[]) => splitRows(await cli.ok('__complete', ...words));
    expect(await complete('dom')).toEqual(['domain']);
    expect(await complete('domain', 'dns', 'cr')).toEqual(['create']);
    expect(await complete('domain', 'dns', 'create', 'x', '--ty')).toEqual(['--type']);
    expect(await complete('domain', 'dns', 'create', 'x', '--type', 'AA')).toEqual(['AAAA']);
    for (const shell of ['bash', 'zsh']) expect(await cli.ok('completion', shell)).toContain('nasim __complete');
  });
});

test('the commands of the guide work as they are written', async ({ portal, demo: client }) => {
  const cli = await openCli(portal.url, '');
  const blocks = guideCommands('command-line');
  expect(blocks).toHaveLength(4);
  const script = `set -euo pipefail\nnasim() { "${process.execPath}" "${await buildCli()}" "$@"; }\n${blocks.join('\n')}`;
  const env = { PATH: process.env.PATH, HOME: cli.folder, NASIM_URL: portal.url, NASIM_KEY: await newKey(client), DOMAIN };
  const output = execFileSync('bash', ['-c', script], { cwd: cli.folder, env, encoding: 'utf8' });
  expect(output).toContain(`${DOMAIN} is as in domain.json.`);
  expect(await countRecords(client, 'files')).toBe(0);
});

test('the package installs in an empty folder without dependencies, and runs', async ({ portal, demo: client }) => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-cli-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const npm = (...words: string[]) => execFileSync('npm', [...words, '--loglevel=error'], { cwd: folder, encoding: 'utf8' });
  npm('pack', dirname(await buildCli()));
  const [archive = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  npm('install', `./${archive}`, '--offline', '--no-audit', '--no-fund');
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['nasim-cli']);
  expect(readdirSync(join(folder, 'node_modules/nasim-cli')).sort()).toEqual(['LICENSE', 'README.md', 'nasim.mjs', 'package.json']);
  const cli = await openCli(portal.url, await newKey(client), join(folder, 'node_modules/.bin/nasim'));
  expect(await cli.ok('domain', 'list')).toContain(DOMAIN);
});
