/*
 * Kills the running portal with SIGKILL at random moments during writes, restarts it, and checks whether anything is lost or half
 * done.
 *   node tests/crash/crash.ts [--kills 20] [--database postgres://…] [--seed 1]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from '../support/client.ts';
import { type RunningServer, startPortal } from '../support/server.ts';
import { checkStore } from './check.ts';
import { freshDatabase, openRaw, type RawStore, randomFrom } from './raw.ts';
import { Journal, type Writers, writers } from './writers.ts';
import { checkPublished, checkRecorded } from './zones.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, database: { type: 'string' }, seed: { type: 'string' } },
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

const random = randomFrom(seed);
const database = values.database ? await freshDatabase(values.database) : undefined;
console.log(`${kills} kills of ${database ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);

const zones = await mkdtemp(join(tmpdir(), 'nasim-zones-'));
const env = { DEMO: 'on', LOG_LEVEL: 'silent', DNS_DRIVER: 'files', DNS_FILES_DIR: zones, ...(database && { DATABASE_URL: database }) };
let portal: RunningServer = await startPortal({ env });
const { dataDir, port } = portal;
const client = new Client(portal.url);
await client.signIn();
const journal = new Journal();
const work: Writers = await writers(client, journal, random);
const began = Date.now();
let faults = 0;

for (let round = 1; round <= kills; round++) {
  const running = work.run(round);
  // Just after its start a portal is slow: a kill proves nothing before something was acknowledged.
  for (const { acknowledged } = journal, end = Date.now() + 10_000; journal.acknowledged === acknowledged && Date.now() < end; )
    await wait(5);
  await wait(random() * 700);
  const before = journal.acknowledged;
  await portal.kill9();
  await running;
  const dead: RawStore = await openRaw({ dataDir, database });
  const recorded = await checkRecorded(dead, zones);
  await dead.close();
  portal = await startPortal({ env, dataDir, port });
  const store: RawStore = await openRaw({ dataDir, database });
  const found = [...recorded, ...(await work.lookAgain(client)), ...(await checkStore(store, journal))];
  await store.close();
  faults += found.length;
  console.log(
    `${String(round).padStart(3)}: ${before} acknowledged, ${journal.unanswered} unanswered: ${found.length === 0 ? 'all there, nothing half done' : ''}`,
  );
  for (const fault of found) console.log(`     ✗ ${fault}`);
}

const unpublished = await checkPublished(() => openRaw({ dataDir, database }), zones);
faults += unpublished.length;
for (const fault of unpublished) console.log(`     ✗ ${fault}`);
await portal.stop();
if (journal.acknowledged === 0) {
  faults++;
  console.log('     ✗ nothing was acknowledged before any kill, so nothing was checked');
}
console.log(
  `${journal.acknowledged} acknowledged changes, ${kills} kills in ${Math.round((Date.now() - began) / 1000)} s: ${faults} faults${faults > 0 ? ` (seed ${seed}, data in ${dataDir})` : ''}`,
);
if (faults === 0) for (const folder of [dataDir, zones]) await rm(folder, { recursive: true, force: true });
process.exit(faults > 0 ? 1 : 0);
