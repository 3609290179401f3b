import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;

async function withJob(env: Record<string, string>) {
  const p = await startProvider({ env });
  const { jobs } = p.provider.services;
  const run = async (kind: 'edgeLog.demo' | 'traffic.meter' = 'edgeLog.demo') => {
    // Other work isn't part of this.
    await p.store.write('test', (tx) => tx.deleteFrom('job').execute());
    await p.store.write('test', (tx) => jobs.enqueue(tx, kind));
    await jobs.runDue();
  };
  // Counting begins with the current hour.
  await run('traffic.meter');
  await run();
  const read = async () => (await p.ok(report.waf, { domainId, window: '24h' }, { token: await p.signIn() })).report;
  return { p, run, read };
}

test('without an edge, nothing is generated', async () => {
  const { read } = await withJob({});
  expect(await read()).toMatchObject({ generated: false, totals: { requests: 0 } });
});
