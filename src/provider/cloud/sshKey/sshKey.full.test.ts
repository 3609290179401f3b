import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const keys = async () => (await p.ok(sshKey.list, {}, { token })).sshKeys;
  return { p, token, keys };
}

test('keys of every type that ssh-keygen makes have the fingerprint that it prints', async () => {
  const { p, token, keys } = await started();
  const folder = mkdtempSync(join(tmpdir(), 'nasim-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const kinds = ['ed25519', 'rsa -b 2048', 'ecdsa -b 256', 'ecdsa -b 384', 'ecdsa -b 521'];
  for (const [index, kind] of kinds.entries()) {
    const name = `key-${index}`;
    execFileSync('ssh-keygen', ['-q', '-N', '', '-f', name, '-t', ...kind.split(' ')], { cwd: folder });
    await p.ok(sshKey.create, { name, publicKey: readFileSync(join(folder, `${name}.pub`), 'utf8') }, { token });
    const printed = execFileSync('ssh-keygen', ['-l', '-f', `${name}.pub`], { cwd: folder, encoding: 'utf8' });
    expect((await keys()).find((key) => key.name === name)?.fingerprint, kind).toBe(printed.split(' ')[1]);
  }
});
