import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { version } from '../../src/lib/contract/cdn/version.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { addRecord, countRecords, cuttingProxy, isImport, newKey, openCli } from '../support/cli.ts';
import { test } from '../support/portal.ts';

/*
 * The command line as it is published, against a running portal. The tests share its demo account, so each uses names of its own.
 */
const DOMAIN = 'parvaz.example';
const { domainId } = demo;
const splitRows = (text: string) => text.trimEnd().split('\n');

describe('the tasks of a customer', () => {
  test('sign in with a key, see what it may do, sign out', async ({ portal, demo: client }) => {
    const key = await newKey(client, { dns: 'read', globalConfigs: 'read' });
    const cli = await openCli(portal.url, '');
    expect(await cli.run(['whoami'])).toMatchObject({ code: 3, err: expect.stringContaining('You aren’t signed in.') });
    expect(await cli.run(['login', '--url', portal.url], { stdin: 'nsm_wrong\n' })).toMatchObject({ code: 3 });
    const signedIn = await cli.run(['login', '--url', portal.url, '--context', 'shop'], { stdin: `${key}\n` });
    expect(signedIn).toMatchObject({ code: 0, out: '' });
    expect(statSync(join(cli.folder, 'nasim/config.json')).mode & 0o777).toBe(0o600);
    expect(await cli.ok('whoami')).toMatch(/^access {5}globalConfigs:read, dns:read$/m);
    expect(await cli.ok('context', 'list')).toContain('shop');
    expect(await cli.ok('domain', 'list')).toContain(DOMAIN);
    await cli.ok('logout');
    expect((await cli.run(['domain', 'list'])).code).toBe(3);
  });

  test('list domains, add a record by the name of the domain, delete it', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    const [head = '', ...rows] = splitRows(await cli.ok('domain', 'list'));
    expect(head).toMatch(/^ID +NAME +STATUS/);
    expect(rows.some((row) => row.includes(DOMAIN))).toBe(true);
    const { record } = JSON.parse(
      await cli.ok('domain', 'dns', 'create', DOMAIN, '--name', 'by-cli', '--type', 'A', '--content', '203.0.113.9', '--json'),
    );
    expect(record).toMatchObject({ name: 'by-cli', type: 'A', content: '203.0.113.9' });
    expect(await cli.ok('domain', 'dns', 'list', DOMAIN, '--q', 'by-cli', '--columns', 'name,content')).toBe(
      'NAME    CONTENT\nby-cli  203.0.113.9\n',
    );
    expect(splitRows(await cli.ok('domain', 'dns', 'list', DOMAIN, '--limit', '2'))).toHaveLength(3);
    await cli.ok('domain', 'dns', 'delete', DOMAIN, record.id);
    expect(await cli.run(['domain', 'dns', 'get', DOMAIN, record.id])).toMatchObject({ code: 4, out: '' });
  });

  test('export a configuration, plan a change, apply it, undo it', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    await cli.ok('domain', 'version', 'export', DOMAIN, '--output', 'shop.json');
    expect(await cli.ok('plan', 'shop.json', '--exit-code')).toBe(`${DOMAIN} is as in shop.json.\n`);
    addRecord(cli.folder, 'cli-plan');
    const planned = await cli.run(['plan', 'shop.json', '--exit-code']);
    expect(planned.code).toBe(10);
    expect(planned.out).toContain('+ dnsRecord A cli-plan');
    expect(planned.out).toContain('1 to add, 0 to change, 0 to remove.');
    const [, base = ''] = /--base (\w+)/.exec(planned.out) ?? [];
    expect(await cli.run(['apply', 'shop.json'])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    const applied = await cli.run(['apply', 'shop.json', '--base', base, '--yes']);
    expect(applied).toMatchObject({ code: 0, err: expect.stringContaining(`Applied to ${DOMAIN}.`) });
    // The plan was for the state before.
    expect(await cli.run(['apply', 'shop.json', '--base', base, '--yes'])).toMatchObject({
      code: 5,
      err: expect.stringContaining('changed since the plan'),
    });
    const undo = /nasim (domain version undo .*)/.exec(applied.err)?.[1]?.split(' ') ?? [];
    await cli.ok(...undo);
    expect(await countRecords(client, 'cli-plan')).toBe(0);
  });
});

describe('refusals', () => {
  test('have an exit code, a reason for each field, and the caller’s language', async ({ portal, demo: client }) => {
    const reading = await openCli(portal.url, await newKey(client, { globalConfigs: 'read', dns: 'read' }));
    expect(await reading.run(['domain', 'cache', 'purge', DOMAIN, '--scope', 'all'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('apiKey:error.area'),
    });
    expect(await reading.run(['domain', 'dns', 'delete', DOMAIN, demo.recordId])).toMatchObject({
      code: 3,
      err: expect.stringContaining('apiKey:error.readOnly'),
    });
    const cli = await openCli(portal.url, await newKey(client));
    const wrong = ['domain', 'dns', 'create', DOMAIN, '--name', 'x', '--type', 'A', '--content', '1'];
    expect(await cli.run(wrong)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^ {2}--content: .*IPv4/m) });
    expect(await cli.run(wrong, { env: { LANG: 'fa_IR.UTF-8' } })).toMatchObject({ code: 1, err: expect.stringContaining('نشانی IPv4') });
    expect(JSON.parse((await cli.run([...wrong, '--json'])).err)).toMatchObject({
      code: 'error:validation',
      fields: { content: expect.any(String) },
    });
    expect(await cli.run(['domain', 'get', 'nothing.example'])).toMatchObject({ code: 4 });
    expect(await cli.run(['domain', 'dns', 'create', DOMAIN])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--content is required.'),
    });
    expect(await cli.run(['domain', 'nothing'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no command “domain nothing”'),
    });
    expect(await cli.run(['domain', 'dns', 'create', DOMAIN, '--input', '-'], { stdin: '{"nam":"x"}' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('nam is unknown.'),
    });
  });

  test('a file with a wrong entry changes nothing, and names it', async ({ portal, demo: client }) => {
    const cli = await openCli(portal.url, await newKey(client));
    const records = [
      { name: 'cli-good', type: 'A', content: '203.0.113.1', ttl: 'auto', proxy: false },
      { name: 'bad', type: 'A', content: 'nothing' },
    ];
    writeFileSync(join(cli.folder, 'f.json'), JSON.stringify({ format: 'nasim-domain', version: 1, dns: { records } }));
    expect(await cli.run(['plan', 'f.json'])).toMatchObject({ code: 2, err: expect.stringContaining('--domain') });
    const refused = await cli.run(['apply', 'f.json', '--domain', DOMAIN, '--yes']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('dns.records[1]') });
    expect(await countRecords(client, 'cli-good')).toBe(0);
  });
});

describe('a connection that is lost during apply', () => {
  test('after the change was made: it is found and not made again', async ({ portal, demo: client }) => {
    let cuts = 0;
    const proxy = await cuttingProxy(portal.url, (path, body) => (isImport(path, body) && cuts++ === 0 ? 'after' : null));
    const cli = await openCli(proxy, await newKey(client));
    await cli.ok('domain', 'version', 'export', DOMAIN, '--output', 'shop.json');
    addRecord(cli.folder, 'cli-after');
    const before = (await client.ok(version.list, { domainId })).versions.length;
    const applied = await cli.run(['apply', 'shop.json', '--yes']);
    expect(applied).toMatchObject({ code: 0, err: expect.stringContaining('Checking whether shop.json was applied') });
    expect(applied.err).toContain(`Applied to ${DOMAIN}.`);
    expect([cuts, await countRecords(client, 'cli-after')]).toEqual([1, 1]);
    expect((await client.ok(version.list, { domainId })).versions.length).toBe(before + 1);
  });
});
