import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { which } from '../../scripts/lib/which.mjs';
import { toShadowHash } from './passwordHash.ts';
import { makeSeed, type SeedInput, toHostName, writeSeed } from './seed.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const input = (change: Partial<SeedInput> = {}): SeedInput => ({
  id: 'srv1',
  name: 'web-1',
  image: { count: 1 },
  access: { sshKeys: ['ssh-ed25519 AAAA one@example.com'], userData: null },
  password: { value: null },
  interfaces: [{ mac: '52:54:00:00:00:01', address: null }],
  isCopy: false,
  ...change,
});
const yaml11 = (text: string) => parse(text, { version: '1.1' });
/** The settings and the other parts of the vendor data. */
const vendor = (change?: Partial<SeedInput>) => {
  const [head, archive = ''] = makeSeed(input(change))['vendor-data'].split(/\n(.*)/s);
  expect(head).toBe('#cloud-config-archive');
  const [settings, ...others] = yaml11(archive) as { type: string; content: string }[];
  return { settings: yaml11(settings?.content ?? ''), others };
};

test('another installation is another instance, with the same name and keys', () => {
  const first = yaml11(makeSeed(input())['meta-data']);
  const second = yaml11(makeSeed(input({ image: { count: 2 } }))['meta-data']);
  expect(first).toEqual({ 'instance-id': 'srv1-1', 'local-hostname': 'web-1', 'public-keys': ['ssh-ed25519 AAAA one@example.com'] });
  expect(second).toEqual({ ...first, 'instance-id': 'srv1-2' });
});

test('user data is passed on as it is, and nothing of it is in the other files', () => {
  const script = '#!/bin/sh\necho "instance-id: x"\n';
  const seed = makeSeed(input({ access: { sshKeys: [], userData: script } }));
  expect(seed['user-data']).toBe(script);
  expect({ ...seed, 'user-data': '' }).toEqual({ ...makeSeed(input({ access: { sshKeys: [], userData: null } })), 'user-data': '' });
});

test('values can’t add anything to the files', () => {
  const key = 'ssh-ed25519 AAAA a"\n# b: \u0085\u2028\u007f\ud83d\ude00\ttab';
  const text = makeSeed(input({ access: { sshKeys: [key], userData: null } }))['meta-data'];
  expect(yaml11(text)['public-keys']).toEqual([key]);
  // What PyYAML doesn't accept or takes for the end of a line.
  expect(text.trimEnd()).not.toMatch(/[\n\u007f-\u009f\u2028\u2029\ufeff]/);
});

test.each([
  ['web-1', 'web-1'],
  ['Shop Front (new)', 'shop-front-new'],
  ['فروشگاه', 'server'],
  [`${'a'.repeat(62)}-b`, 'a'.repeat(62)],
])('the host name of %s is %s', (name, host) => {
  expect(toHostName(name)).toBe(host);
});

test('without a password, root signs in with keys only', () => {
  const { settings, others } = vendor();
  expect(settings).toMatchObject({ ssh_pwauth: false, disable_root: false });
  expect(settings).not.toHaveProperty('chpasswd');
  expect(others).toEqual([]);
});

test('a password is in the seed as a hash', () => {
  const password = 'correct horse battery';
  const { settings, others } = vendor({ password: { value: password } });
  expect(settings).toMatchObject({ ssh_pwauth: true, chpasswd: { expire: false, users: [{ name: 'root', type: 'hash' }] } });
  expect(settings.chpasswd.users[0].password).toMatch(/^\$7\$C6\.{4}\/\.{4}[./0-9A-Za-z]{20}\$[./0-9A-Za-z]{43}$/);
  expect(others).toMatchObject([{ type: 'text/cloud-boothook', content: expect.stringContaining('PermitRootLogin yes') }]);
  expect(JSON.stringify(makeSeed(input({ password: { value: password } })))).not.toContain(password);
});

test('a system copied from another server gets an ID of its own, once', () => {
  expect(vendor().others).toEqual([]);
  const [hook] = vendor({ isCopy: true }).others;
  expect(hook).toMatchObject({ type: 'text/cloud-boothook' });
  expect(hook?.content).toMatch(/^cloud-init-per instance .*machine-id/m);
  // What a shell accepts.
  execFileSync('sh', ['-n'], { input: hook?.content });
});

test.skipIf(!which('perl'))('the hash is the one that the system computes (skipped where perl is missing)', () => {
  const hash = toShadowHash('correct horse battery');
  const computed = execFileSync('perl', ['-e', 'print crypt($ARGV[0], $ARGV[1]) // ""', 'correct horse battery', hash], {
    encoding: 'utf8',
  });
  expect(computed).toBe(hash);
});

test('private networks have fixed addresses', () => {
  const interfaces = [
    { mac: '52:54:00:00:00:01', address: null },
    { mac: '52:54:00:00:00:02', address: '10.0.0.5/24' },
  ];
  expect(yaml11(makeSeed(input({ interfaces }))['network-config'])).toEqual({
    version: 2,
    ethernets: {
      nic0: { match: { macaddress: '52:54:00:00:00:01' }, dhcp4: true },
      nic1: { match: { macaddress: '52:54:00:00:00:02' }, dhcp4: false, addresses: ['10.0.0.5/24'] },
    },
  });
});

test('nobody else can read the files', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'seed-')), 'seed');
  folders.push(folder);
  await writeSeed(folder, makeSeed(input()));
  expect(readdirSync(folder).sort()).toEqual(['meta-data', 'network-config', 'user-data', 'vendor-data']);
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) expect(statSync(path).mode & 0o077).toBe(0);
  await writeSeed(folder, makeSeed(input({ name: 'other' })));
  expect(readFileSync(join(folder, 'meta-data'), 'utf8')).toContain('"other"');
});
