import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeMmdb } from './support/mmdb.ts';

test('npm run edge:geo installs a database that knows countries, and refuses other files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'installed', 'places.mmdb');
  const run = (content: Buffer | string) => {
    const file = join(folder, 'new.mmdb');
    writeFileSync(file, content);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/edgeGeo.mjs', file], {
      env: { ...process.env, GEOIP_DB: target },
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  const good = writeMmdb({ '8.8.8.0/24': { country: { iso_code: 'US' } } });
  expect(run(good)).toMatchObject({ status: 0, text: expect.stringMatching(/with countries\.[\s\S]*days old/) });
  expect(readFileSync(target).equals(good)).toBe(true);
  for (const content of ['not a database', writeMmdb({ '127.0.0.0/8': { country: { iso_code: 'US' } } })])
    expect(run(content)).toMatchObject({ status: 1 });
  expect(readFileSync(target).equals(good)).toBe(true);
});
