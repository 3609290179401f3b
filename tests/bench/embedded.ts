import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { portalFlags } from '../../scripts/lib/run.mjs';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { zone } from '../../src/lib/contract/cdn/zone.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';
import { addDomain } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { codeFor } from '../support/outbox.ts';
import { startPortal } from '../support/server.ts';
import { load, rss, single } from './load.ts';
import { mb, ms, percentile, perSecond, report, timed } from './report.ts';
import { createZoneText } from './zone.ts';

const RECORDS = 10_000;

async function signInCustomer(url: string, dataDir: string, domains: number): Promise<Client> {
  const client = new Client(url);
  const email = `bench-${domains}@mail.example`;
  const { verification } = await client.ok(auth.register, {
    email,
    password: 'a-long-password',
    accountType: 'personal',
    acceptTerms: true,
  });
  await client.ok(auth.registerVerify, { verificationId: verification.verificationId, code: await codeFor(dataDir, email) });
  const { profile } = await client.ok(auth.profile, {});
  // Written directly into the store, because reading is measured.
  const store = new Sqlite(join(dataDir, 'nasim.sqlite'));
  const insert = store.prepare(
    `insert into domain ("id","accountId","name","status","plan","planSince","firstNs","secondNs","dnssecStatus","termsVersion","zoneVersion","recordCount","createdAt") values (?,?,?,'active','free',0,'ns1.nasim.example','ns2.nasim.example','off','2026-11',1,0,?)`,
  );
  store.transaction(() => {
    for (let i = 0; i < domains; i++) insert.run(uuidv7(Date.now()), profile.id, `bench-${domains}-${i}.example`, Date.now() - i * 1000);
  })();
  store.close();
  return client;
}

/** Throughput of the embedded provider, and the memory of its process. */
export async function benchEmbedded(quick: boolean): Promise<void> {
  const seconds = quick ? 2 : 5;
  await using portal = await startPortal({ nodeArgs: portalFlags });
  const idle = rss(portal.pid);
  report('memory of the server, idle', '≤ 200 MB', mb(idle), idle <= 200 * 1024 * 1024);

  const address = `${portal.url}/api/domain/list`;
  const reportPage = async (what: string, url: string, cookie: string, more = '') => {
    const { p50, p99 } = await single(url, { seconds, cookie });
    report(what, 'p99 ≤ 20 ms', `p99 ${ms(p99)}`, p99 <= 20, `p50 ${ms(p50)}${more}`);
  };
  for (const domains of [10, 100, 1000]) {
    const { cookie } = await signInCustomer(portal.url, portal.dataDir, domains);
    await load(address, { connections: 4, seconds: 1, cookie });
    const many = await load(address, { connections: 16, seconds, cookie });
    await reportPage(
      `domain list, ${domains.toLocaleString('en')} domains`,
      address,
      cookie,
      `; 16 at once ${perSecond(many.requestsPerSecond)}`,
    );
    if (domains === 1000) await reportPage('domain list, first 50 of 1,000', `${address}?page=1&perPage=50`, cookie);
  }

  const client = new Client(portal.url);
  await client.signIn();
  const big = await addDomain({ client }, 'big.example');
  const began = performance.now();
  const file = new File([createZoneText(RECORDS - 10)], 'zone.txt');
  const { imported } = await client.ok(zone.import, { domainId: big.id, usage: 'zone' }, { file });
  report(`zone import of ${imported.created.toLocaleString('en')} records`, '', ms(performance.now() - began));
  const list = `${portal.url}/api/domain/dns/list?domainId=${big.id}`;
  const { cookie } = client;
  const fresh: number[] = [];
  const { records } = await client.ok(dns.list, { domainId: big.id, page: 1, perPage: 1 });
  for (let i = 0; i < (quick ? 20 : 100); i++) {
    await client.ok(dns.update, { domainId: big.id, recordId: records[0]?.id ?? '', ttl: 60 + i });
    fresh.push(await timed(async () => (await fetch(list, { headers: { cookie } })).arrayBuffer()));
  }
  const p99 = percentile(fresh, 99);
  report('all 10,000 records, just after a change', 'p99 ≤ 20 ms', `p99 ${ms(p99)}`, p99 <= 20, `p50 ${ms(percentile(fresh, 50))}`);
  await reportPage('all 10,000 records, unchanged', list, cookie);
  await reportPage('first 50 of 10,000 records', `${list}&page=1&perPage=50`, cookie);

  const landing = await load(`${portal.url}/`, { connections: 32, seconds });
  report(
    'static page, 32 at once',
    'p95 < 50 ms',
    `p97.5 ${ms(landing.p97)}`,
    landing.p97 < 50 && landing.errors === 0,
    perSecond(landing.requestsPerSecond),
  );
  const html = await load(`${portal.url}/domains`, { connections: 8, seconds, cookie });
  report('panel page from the server, 8 at once', '', `p97.5 ${ms(html.p97)}`, undefined, perSecond(html.requestsPerSecond));

  const first = rss(portal.pid);
  await load(address, { connections: 16, seconds: seconds * 2, cookie });
  await load(`${portal.url}/domains`, { connections: 8, seconds: seconds * 2, cookie });
  const second = rss(portal.pid);
  const growth = (second - first) / 1024 / 1024;
  report('memory after as much load again', 'flat', mb(second), growth < 40, `${mb(first)} before`);
}
