import { cluster } from '../../src/lib/contract/cdn/cluster.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { MINUTE } from '../../src/lib/time.ts';
import { startProvider } from './provider.ts';

const { domainId } = demo;
/** Milliseconds; more than a busy machine needs for a response that comes. */
const AMPLE = 10_000;
export async function started(env: Record<string, string> = {}) {
  const p = await startProvider({ env: { CHECK_ALLOW: '127.0.0.0/8', ...env } });
  const token = await p.signIn();
  // Leaves the clusters of the demo data out of the counts.
  await p.store.write('test', (tx) => tx.updateTable('clusterServer').set({ nextCheckAt: null }).execute());
  const run = () => p.provider.services.jobs.runDue();
  return {
    p,
    token,
    run,
    /** Runs one round of checks, a minute later: a bit more, because a check is due a minute after the last one began. */
    async round() {
      p.clock.now += MINUTE + 100;
      await run();
    },
    create: async (servers: { address: string; port?: number }[], monitoring: object = {}, name = 'Checked') =>
      (
        await p.ok(
          cluster.create,
          {
            domainId,
            name,
            servers,
            port: 80,
            protocol: 'http',
            algorithm: 'roundRobin',
            monitoring: { requestType: 'http', expectedResponseTime: AMPLE, ...monitoring },
          },
          { token },
        )
      ).cluster,
    get: async (clusterId: string) => (await p.ok(cluster.get, { domainId, clusterId }, { token: await p.signIn() })).cluster,
    test: async (server: { address: string; port: number }, monitoring: object = {}) =>
      (
        await p.ok(
          cluster.test,
          { domainId, server, monitoring: { requestType: 'http' as const, expectedResponseTime: AMPLE, ...monitoring } },
          { token },
        )
      ).result,
  };
}
