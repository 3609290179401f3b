import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { portalFlags } from '../../scripts/lib/run.mjs';
import { freshDatabase } from '../crash/raw.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startPortal } from '../support/server.ts';
import { childrenOf, cpuTime } from './generator.ts';
import { type Load, load, rss } from './load.ts';
import { mb, ms, perSecond, report } from './report.ts';

interface Measured extends Load {
  /** Milliseconds of all processes of the portal per request. */
  cpu: number;
}

/** The portal and its workers. */
const processesOf = ({ pid }: RunningServer): number[] => [pid, ...childrenOf(pid)];
const cpuOf = (portal: RunningServer): number => processesOf(portal).reduce((total, pid) => total + cpuTime(pid), 0);

async function measure(portal: RunningServer, path: string, options: Parameters<typeof load>[1]): Promise<Measured> {
  const { seconds } = options;
  // The first requests run before the code is compiled.
  await load(portal.url + path, { ...options, seconds: Math.min(seconds, 4) });
  const before = cpuOf(portal);
  const measured = await load(portal.url + path, options);
  if (measured.errors > 0) throw new Error(`${path}: ${measured.errors} requests failed`);
  return { ...measured, cpu: (cpuOf(portal) - before) / (measured.requestsPerSecond * seconds) };
}

const details = ({ p97, cpu }: Measured): string => `p97.5 ${ms(p97)}, ${cpu.toFixed(1)} ms of CPU each`;

/** Pages and calls of one process on SQLite, and of one and two on PostgreSQL. The generator of the load takes part of a core as well. */
export async function benchPortals(quick: boolean): Promise<void> {
  const seconds = quick ? 4 : 15;
  const postgres = await startPostgres({ durable: true });
  try {
    const arrangements: [string, Record<string, string>][] = [
      ['SQLite', {}],
      ['PostgreSQL, 1 process', { DATABASE_URL: await freshDatabase(postgres.url), PORTAL_WORKERS: '1' }],
      ['PostgreSQL, 2 processes', { DATABASE_URL: await freshDatabase(postgres.url), PORTAL_WORKERS: '2' }],
    ];
    for (const [name, env] of arrangements) {
      await using portal = await startPortal({ nodeArgs: portalFlags, env: { DEMO: 'on', ...env } });
      const idle = processesOf(portal).reduce((total, pid) => total + rss(pid), 0);
      report(`${name}: memory, idle`, '', mb(idle));
      const client = new Client(portal.url);
      await client.signIn();
      const { cookie } = client;
      const page = await measure(portal, '/dashboard', { connections: 8, seconds, cookie });
      report(`${name}: dashboard, 8 at once`, '', perSecond(page.requestsPerSecond), undefined, details(page));
      const zone = await measure(portal, '/domains/parvaz.example/dns', { connections: 8, seconds, cookie });
      report(`${name}: page of DNS records, 8 at once`, '', perSecond(zone.requestsPerSecond), undefined, details(zone));
      const call = await measure(portal, '/api/domain/list', { connections: 16, seconds, cookie });
      report(`${name}: list of domains, 16 at once`, '', perSecond(call.requestsPerSecond), undefined, details(call));
      const site = await measure(portal, '/docs/dns-records', { connections: 32, seconds, encoding: 'br' });
      report(
        `${name}: page of the documentation, 32 at once`,
        'p97.5 < 50 ms',
        `p97.5 ${ms(site.p97)}`,
        site.p97 < 50,
        `${perSecond(site.requestsPerSecond)}, ${site.cpu.toFixed(2)} ms of CPU each`,
      );
    }
  } finally {
    await postgres.stop();
  }
}
