import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { publicKey } = sshKey.create.example;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const keys = async () => (await p.ok(sshKey.list, {}, { token })).sshKeys;
  return { p, token, keys };
}

test('a key is stored without its comment, with the fingerprint of ssh-keygen', async () => {
  const { p, token, keys } = await started();
  await p.ok(sshKey.create, { name: 'office', publicKey: `  ${publicKey} more words\n` }, { token });
  const printed = execFileSync('ssh-keygen', ['-l', '-f', '-'], { input: publicKey, encoding: 'utf8' });
  const key = (await keys()).find(({ name }) => name === 'office');
  expect(key).toMatchObject({ type: 'ecdsa-sha2-nistp256', bits: 256, publicKey: publicKey.split(' ').slice(0, 2).join(' ') });
  expect(printed.split(' ')[1]).toBe(key?.fingerprint);
});

test('the same key is refused whatever its name and comment are, also at once', async () => {
  const { p, token } = await started();
  const both = await Promise.all(['a', 'b'].map((name) => p.try(sshKey.create, { name, publicKey: `${publicKey} ${name}` }, { token })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'sshKey:error.taken', fields: { publicKey: expect.any(String) } });
  // Another account may have it as well.
  expect((await p.try(sshKey.create, { name: 'c', publicKey }, { token: await p.signIn(demo.second) })).status).toBe(200);
});

test('says in four languages what is wrong with a key, and changes nothing', async () => {
  const { p, token } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    const { status, body } = await p.try(sshKey.create, { name: ' ', publicKey: 'ssh-dss AAAA' }, { token, locale });
    expect([status, body.fields], locale).toEqual([422, { name: t('sshKey:error.name'), publicKey: t('sshKey:error.dsa') }]);
    expect(await snapshot(p), locale).toBe(before);
  }
});

test('a key is renamed and removed', async () => {
  const { p, token, keys } = await started();
  await p.ok(sshKey.edit, { sshKeyId: demo.sshKeyId, name: ' desk ' }, { token });
  expect((await keys()).map(({ name }) => name)).toEqual(['deploy-ci', 'desk']);
  await p.ok(sshKey.remove, { sshKeyId: demo.sshKeyId }, { token });
  expect((await keys()).map(({ name }) => name)).toEqual(['deploy-ci']);
  expect((await p.try(sshKey.remove, { sshKeyId: demo.sshKeyId }, { token })).status).toBe(404);
});

test('another customer can’t see or change any', async () => {
  const { p } = await started();
  const token = await p.signIn(demo.second);
  const before = await snapshot(p);
  expect((await p.ok(sshKey.list, {}, { token })).sshKeys).toEqual([]);
  expect((await p.try(sshKey.edit, { sshKeyId: demo.sshKeyId, name: 'mine' }, { token })).status).toBe(404);
  expect((await p.try(sshKey.remove, { sshKeyId: demo.sshKeyId }, { token })).status).toBe(404);
  expect(await snapshot(p)).toBe(before);
});
