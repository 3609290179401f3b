import { expect } from 'vitest';
import { demo } from '../../src/lib/contract/fields.ts';
import { move } from './ledger.ts';
import { logLine } from './log-lines.ts';
import { startProvider } from './provider.ts';
/** Two domains of one customer and one of another, with money in both wallets and no other work to do. */
export async function start(at = Date.UTC(2027, 4, 10, 9)) {
  const p = await startProvider();
  const { jobs, logs } = p.provider.services;
  p.clock.now = at;
  const rows = await p.store.reader.selectFrom('domain').select(['id', 'accountId', 'name']).orderBy('id').execute();
  const pick = (of: (row: (typeof rows)[number]) => boolean) => rows.find(of) ?? expect.fail('no such domain');
  const first = pick(({ id }) => id === demo.domainId);
  const domains = [first, pick(({ id }) => id === demo.planDomainId), pick(({ accountId }) => accountId !== first.accountId)] as const;
  await p.store.write('test', async (tx) => {
    await tx.updateTable('domain').set({ plan: 'free' }).execute();
    await tx.updateTable('domain').set({ plan: 'eco' }).where('id', '=', demo.planDomainId).execute();
    await tx.deleteFrom('domainPlan').execute();
  });
  for (const wallet of new Set(domains.map(({ accountId }) => accountId))) await move(p, wallet, 1e12);
  let batches = 0;
  const send = async (domainId: string, time: number, bytes: number, times = 1) => {
    const id = `batch-${++batches}`;
    const lines = [logLine({ id, at: time, domainId, bytes })];
    for (let i = 0; i < times; i++) await logs.ingest({ id, lines, receivedAt: p.clock.now });
  };
  const meter = async () => {
    await p.store.write('test', async (tx) => {
      await tx.deleteFrom('job').execute();
      await jobs.enqueue(tx, 'traffic.meter');
    });
    await jobs.runDue();
  };
  /** Mills that the traffic of a domain, or of an account's domains, has cost. */
  const charged = async (accountId: string, domainId?: string) => {
    let query = p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
      .select((e) => e.fn.sum<number | string>('amount').as('sum'))
      .where('ledgerEntry.description', 'like', '%plan:ledger.traffic%')
      .where('ledgerAccount.ownerId', '=', accountId);
    if (domainId) query = query.where('reference', '=', domainId);
    return 0 - Number((await query.executeTakeFirstOrThrow()).sum ?? 0);
  };
  const months = () => p.store.reader.selectFrom('domainTraffic').selectAll().orderBy('month').execute();
  const own = domains[0].accountId;
  return { p, logs, domains, own, send, meter, charged, months };
}
