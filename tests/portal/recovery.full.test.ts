import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { damagedIn } from '../../src/lib/node/durable.ts';
import { checkpoint, damages } from '../support/damage.ts';
import { query } from '../support/dnsClient.ts';
import { startPortal } from '../support/server.ts';

interface Health {
  ok: boolean;
  warnings: { kind: string; name: string }[];
}

test('a portal whose derived files are damaged starts, serves, makes them again, and warns about them', async () => {
  const dnsPort = await freePort();
  const env = { DNS_DRIVER: 'node', DNS_PORT: String(dnsPort), EDGE_DRIVER: 'node', EDGE_PORT: '0', EDGE_TLS_PORT: '0' };
  await using portal = await startPortal({ env });
  const isServed = async () => (await query(dnsPort, { name: 'parvaz.example', type: 'SOA' }).catch(() => null))?.rcode;
  const health = async (url: string) => {
    const response = await fetch(`${url}/healthz`);
    return { status: response.status, ...((await response.json()) as Health) }; // as the page returns it
  };
  await expect.poll(isServed, { timeout: 20_000 }).toBe('NOERROR');
  expect(await health(portal.url)).toMatchObject({ status: 200, ok: true, warnings: [] });
  const state = join(portal.dataDir, 'edge', 'state.json');
  await expect.poll(() => existsSync(state), { timeout: 20_000 }).toBe(true);
  await portal.stop();
  // One bit may be in a part of the file that SQLite doesn't use.
  for (const [name, damage] of Object.entries(damages).filter(([one]) => one !== 'a bit flipped')) {
    checkpoint(join(portal.dataDir, 'dns', 'zones.sqlite'));
    for (const file of ['dns/zones.sqlite', 'edge/state.json']) damage(join(portal.dataDir, file));
    await using again = await startPortal({ env, dataDir: portal.dataDir });
    await expect.poll(isServed, { timeout: 20_000, message: name }).toBe('NOERROR');
    const warned = async () => (await health(again.url)).warnings.map((one) => one.name);
    // The edge starts after the name server serves.
    await expect.poll(warned, { timeout: 20_000, message: name }).toEqual(expect.arrayContaining(['state.json', 'zones.sqlite']));
    const recovered = await health(again.url);
    expect(recovered).toMatchObject({ status: 200, ok: true });
    // Anybody may read it.
    expect(JSON.stringify(recovered)).not.toContain(portal.dataDir);
    await expect.poll(() => existsSync(state), { timeout: 20_000 }).toBe(true);
    await again.stop();
    for (const folder of ['dns', 'edge']) for (const { path } of damagedIn(join(portal.dataDir, folder))) rmSync(path);
  }
}, 240_000);
