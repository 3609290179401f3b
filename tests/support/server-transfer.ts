import { auth } from '../../src/lib/contract/account/auth.ts';
import { server } from '../../src/lib/contract/cloud/server.ts';
import { serverTransfer } from '../../src/lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { HOUR } from '../../src/provider/cloud/server/meter.ts';
import type { ServerSettings } from '../../src/provider/cloud/server/spec.ts';
import { uuidv7 } from '../../src/provider/core/ids.ts';
import { book } from '../../src/provider/core/ledger/ledger.ts';
import { startProvider, type TestProvider } from './provider.ts';

export const DAY = 24 * HOUR;
export const { serverId } = demo;

/** The demo customer owns `web-fra-01`, with nothing attached that prevents a transfer; the second one has a balance. */
export async function started() {
  const p = await startProvider();
  const owner = await p.signIn();
  const receiver = await p.signIn(demo.second);
  const id = async (token: string) => (await p.ok(auth.profile, {}, { token })).profile.id;
  const [ownerId, receiverId] = [await id(owner), await id(receiver)];
  await settings(p, (before) => ({ ...before, volumeIds: [], networks: [] }));
  await credit(p, receiverId, 1_000_000_000);
  const offer = async (extra: object = {}) =>
    (await p.ok(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01', ...extra }, { token: owner })).transfer
      .transferToken;
  const accept = (transferToken: string, input: object = {}) =>
    p.try(serverTransfer.accept, { transferToken, ...input }, { token: receiver, headers: { 'idempotency-key': crypto.randomUUID() } });
  const row = () => p.store.reader.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
  const set = (values: object) => p.store.write('test', (tx) => tx.updateTable('server').set(values).where('id', '=', serverId).execute());
  const run = async (kind: 'server.meter' | 'server.traffic' | 'server.transfers') => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, kind));
    await p.provider.services.jobs.runDue();
  };
  return { p, owner, receiver, ownerId, receiverId, offer, accept, row, set, run };
}

export async function settings(p: TestProvider, change: (before: ServerSettings) => ServerSettings): Promise<void> {
  await p.store.write('test', async (tx) => {
    const row = await tx.selectFrom('server').select('settings').where('id', '=', serverId).executeTakeFirstOrThrow();
    const next = JSON.stringify(change(JSON.parse(row.settings) as ServerSettings)); // as the seed writes it
    await tx.updateTable('server').set({ settings: next }).where('id', '=', serverId).execute();
  });
}

export const credit = (p: TestProvider, accountId: string, amount: number) =>
  p.store.write('test', (tx) =>
    book(
      tx,
      { now: p.clock.now, newId: () => uuidv7(p.clock.now) },
      { kind: 'topUp', from: 'funding', to: { wallet: accountId }, amount, description: { key: 'domain:ledger.demoCredit' } },
    ),
  );

export const spend = (p: TestProvider, accountId: string, amount: number) =>
  p.store.write('test', (tx) =>
    book(
      tx,
      { now: p.clock.now, newId: () => uuidv7(p.clock.now) },
      { kind: 'usage', from: { wallet: accountId }, to: 'revenue', amount, description: { key: 'domain:ledger.demoCredit' } },
    ),
  );

/** What an account has paid for the hours or the traffic of servers, in mills. */
export async function paid(p: TestProvider, accountId: string, what: 'serverUsage' | 'serverTraffic'): Promise<number> {
  const row = await p.store.reader
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .select((e) => e.fn.sum<number>('amount').as('sum'))
    .where('reference', 'like', `${what}:%`)
    .where('ledgerAccount.ownerId', '=', accountId)
    .executeTakeFirstOrThrow();
  return -Number(row.sum ?? 0);
}

export async function rest(p: TestProvider, token: string): Promise<void> {
  for (let i = 0; i < 30 && (await p.ok(server.get, { serverId }, { token })).server.state !== 'ready'; i++) {
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_000;
  }
}
