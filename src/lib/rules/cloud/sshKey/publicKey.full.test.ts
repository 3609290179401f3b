import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPublicKey } from './publicKey.ts';

test('a key of ssh-keygen -t rsa 4096 is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-keys-'));
  execFileSync('ssh-keygen', ['-q', '-t', 'rsa', '-b', '4096', '-N', '', '-f', 'key'], { cwd: folder });
  const read = readPublicKey(readFileSync(join(folder, 'key.pub'), 'utf8'));
  rmSync(folder, { recursive: true });
  expect(read).toMatchObject({ type: 'ssh-rsa', bits: 4096 });
});
