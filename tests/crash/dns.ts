/*
 * Kills the portal with its name server in the middle of 1,000 changes of a zone, restarts it, and compares every name that the server
 * answers with the store; then makes the other changes, and compares again.
 *   node tests/crash/dns.ts [--changes 1000] [--kills 3] [--seed 1]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/lib/ports.mjs';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { Client } from '../support/client.ts';
import { query } from '../support/dnsClient.ts';
import { startPortal } from '../support/server.ts';
import { openRaw, randomFrom } from './raw.ts';

const { values } = parseArgs({
  options: { changes: { type: 'string', default: '1000' }, kills: { type: 'string', default: '3' }, seed: { type: 'string' } },
});
const ZONE = 'parvaz.example';
const AT_ONCE = 8;
const SETTLED_MS = 90_000;
const { domainId } = demo;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const random = randomFrom(seed);
const changes = Number(values.changes);
const kills = Number(values.kills);
const dnsPort = await freePort();
const dataDir = await mkdtemp(join(tmpdir(), 'nasim-'));
const env = { DEMO: 'on', LOG_LEVEL: 'silent', DNS_DRIVER: 'node', DNS_PORT: String(dnsPort) };

let portal = await startPortal({ env, dataDir });
const { port } = portal;
const client = new Client(portal.url);
await client.signIn();
/** Every name that was ever written: what isn't in the store must not be answered. */
const names = new Set<string>();
const living: string[] = [];
let acknowledged = 0;
let faults = 0;

/** One change of a random kind. Throws when the portal is down. */
async function change(): Promise<void> {
  const kind = living.length < 20 ? 0 : random();
  const content = `198.51.100.${Math.floor(random() * 250)}`;
  if (kind < 0.6) {
    const name = `n${names.size}`;
    names.add(name);
    const { record } = await client.ok(dns.create, { domainId, name, type: 'A', content, ttl: 60, proxy: false });
    living.push(record.id);
  } else {
    // Taken out, so that no other change of it is on its way.
    const [recordId = ''] = living.splice(Math.floor(random() * living.length), 1);
    if (kind < 0.85) {
      await client.ok(dns.update, { domainId, recordId, content });
      living.push(recordId);
    } else await client.ok(dns.delete, { domainId, recordId });
  }
  acknowledged++;
}

/** Makes changes, several at once, until so many are acknowledged or the portal is down. */
async function write(until: number): Promise<void> {
  const side = async () => {
    while (acknowledged < until) {
      try {
        await change();
      } catch (error) {
        // A refused change would be a mistake of this program.
        if (error instanceof Error && /fetch failed|terminated|socket|ECONN/.test(`${error.message} ${error.cause ?? ''}`)) return;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, side));
}

interface Stored {
  name: string;
  content: string;
}

/** What the name server says differently from the store, when it has had time to follow. */
async function compare(): Promise<string[]> {
  const store = await openRaw({ dataDir });
  const stored = await store.all<Stored>(
    `select name, content from "dnsRecord" where "domainId" = '${domainId}' and type = 'A' and name like 'n%'`,
  );
  const [{ zoneVersion = 0 } = {}] = await store.all<{ zoneVersion: number }>(`select "zoneVersion" from domain where id = '${domainId}'`);
  await store.close();
  const resolve = (name: string, type: string) => query(dnsPort, { name: name ? `${name}.${ZONE}` : ZONE, type });
  for (const end = Date.now() + SETTLED_MS; Date.now() < end; await wait(100)) {
    const { answers } = await resolve('', 'SOA').catch(() => ({ answers: [] }));
    const serial = (answers[0]?.data as { serial?: number } | undefined)?.serial; // as dns-packet decodes a SOA
    if (serial === zoneVersion) break;
  }
  const wanted = new Map(stored.map(({ name, content }) => [name, content]));
  const found: string[] = [];
  for (const name of names) {
    const { answers } = await resolve(name, 'A');
    const got = answers.map(({ data }) => String(data)).join();
    if (got !== (wanted.get(name) ?? ''))
      found.push(`${name} is ${wanted.get(name) ?? 'not'} in the store, and the name server says “${got}”`);
  }
  const { answers } = await resolve('', 'SOA');
  const serial = (answers[0]?.data as { serial?: number } | undefined)?.serial; // as above
  if (serial !== zoneVersion) found.push(`the serial is ${serial}, not ${zoneVersion}`);
  return found;
}

async function printProgress(what: string): Promise<void> {
  const found = await compare();
  faults += found.length;
  console.log(`${what}, ${acknowledged} acknowledged, ${names.size} names: ${found.length === 0 ? 'as stored' : ''}`);
  for (const fault of found.slice(0, 20)) console.log(`     ✗ ${fault}`);
}

console.log(`${changes} changes, killed ${kills} times, seed ${seed}`);
for (let kill = 1; kill <= kills; kill++) {
  const running = write(changes);
  const at = Math.floor((changes * (kill - 0.8 + random() * 0.6)) / kills);
  while (acknowledged < at) await wait(1);
  await portal.kill9();
  await running;
  portal = await startPortal({ env, dataDir, port });
  await printProgress(`killed ${kill}`);
}
await write(changes);
await printProgress('at the end');
await portal.stop();
if (faults === 0) await rm(dataDir, { recursive: true, force: true });
else console.log(`${faults} faults (seed ${seed}, data in ${dataDir})`);
process.exit(faults > 0 ? 1 : 0);
