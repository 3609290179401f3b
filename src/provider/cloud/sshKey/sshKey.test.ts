import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { publicKey } = sshKey.create.example;

async function started() {
  const { p, token } = await signedIn();
  const keys = async () => (await p.ok(sshKey.list, {}, { token })).sshKeys;
  return { p, token, keys };
}

test('a key is stored without its comment, with the fingerprint of ssh-keygen', async () => {
  const { p, token, keys } = await started();
  await p.ok(sshKey.create, { name: 'office', publicKey: `  ${publicKey} more words\n` }, { token });
  const key = (await keys()).find(({ name }) => name === 'office');
  expect(key).toMatchObject({ type: 'ecdsa-sha2-nistp256', bits: 256, publicKey: publicKey.split(' ').slice(0, 2).join(' ') });
  const folder = mkdtempSync(join(tmpdir(), 'nasim-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keygen = (...options: string[]) => execFileSync('ssh-keygen', options, { cwd: folder, encoding: 'utf8' });
  for (const [index, kind] of ['ed25519', 'rsa -b 2048', 'ecdsa -b 256', 'ecdsa -b 384', 'ecdsa -b 521'].entries()) {
    const name = `key-${index}`;
    keygen('-q', '-N', '', '-f', name, '-t', ...kind.split(' '));
    await p.ok(sshKey.create, { name, publicKey: readFileSync(join(folder, `${name}.pub`), 'utf8') }, { token });
    const [, printed] = keygen('-l', '-f', `${name}.pub`).split(' ');
    expect((await keys()).find((one) => one.name === name)?.fingerprint, kind).toBe(printed);
  }
});

test('the same key is refused whatever its name and comment are, also at once', async () => {
  const { p, token } = await started();
  const both = await Promise.all(['a', 'b'].map((name) => p.try(sshKey.create, { name, publicKey: `${publicKey} ${name}` }, { token })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'sshKey:error.taken', fields: { publicKey: expect.any(String) } });
  // Another account may have it as well.
  const other = { token: await p.signIn(demo.second) };
  await p.ok(sshKey.create, { name: 'c', publicKey }, other);
  expect((await p.ok(sshKey.list, {}, other)).sshKeys.map(({ name }) => name)).toEqual(['c']);
});

test('a wrong name and key are refused at their fields, and nothing changes', async () => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const { status, body } = await p.try(sshKey.create, { name: ' ', publicKey: 'ssh-dss AAAA' }, { token, locale: 'fa' });
  const t = translator('fa');
  expect([status, body.fields]).toEqual([422, { name: t('sshKey:error.name'), publicKey: t('sshKey:error.dsa') }]);
  expect(await snapshot(p)).toBe(before);
});

test('a key is renamed and removed', async () => {
  const { p, token, keys } = await started();
  await p.ok(sshKey.edit, { sshKeyId: demo.sshKeyId, name: ' desk ' }, { token });
  expect((await keys()).map(({ name }) => name)).toEqual(['deploy-ci', 'desk']);
  await p.ok(sshKey.remove, { sshKeyId: demo.sshKeyId }, { token });
  expect((await keys()).map(({ name }) => name)).toEqual(['deploy-ci']);
  expect((await p.try(sshKey.remove, { sshKeyId: demo.sshKeyId }, { token })).status).toBe(404);
});

test('the API reads a key file with comments, Windows line ends and a byte order mark; several keys are refused', async () => {
  const { p, token } = await started();
  const { sshKey: added } = await p.ok(sshKey.create, { name: 'file', publicKey: `\ufeff# office\r\n${publicKey}\r\n` }, { token });
  expect(added.publicKey).toBe(publicKey.split(' ').slice(0, 2).join(' '));
  const several = await p.try(sshKey.create, { name: 'two', publicKey: `${publicKey}\n${publicKey}` }, { token });
  expect(several).toMatchObject({ status: 422, body: { fields: { publicKey: expect.any(String) } } });
});
