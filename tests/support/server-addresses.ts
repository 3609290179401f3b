import { server } from '../../src/lib/contract/cloud/server.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { AddressKind } from '../../src/lib/rules/cloud/server/address.ts';
import { startProvider } from './provider.ts';

const { serverId } = demo;
export async function started() {
  const p = await startProvider();
  const ips = async () => (await p.ok(server.ips, { serverId }, { token: await p.signIn() })).ips;
  const extra = async () => (await ips()).filter(({ isPrimary }) => !isPrimary);
  const add = async (kind: AddressKind = 'ipv4') => p.try(server.addIp, { serverId, kind }, { token: await p.signIn() });
  const remove = async (address: string) => p.try(server.removeIp, { serverId, address }, { token: await p.signIn() });
  const rest = async (rounds = 4) => {
    for (let i = 0; i < rounds; i++) {
      await p.provider.services.jobs.runDue();
      p.clock.now += 3_000;
    }
  };
  const meter = async () => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'server.addresses'));
    await p.provider.services.jobs.runDue();
  };
  /** Mills that additional addresses have cost so far. */
  const charged = async () => {
    const row = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', 'serverIp:%')
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(row.sum ?? 0);
  };
  const held = async () => {
    const row = await p.store.reader
      .selectFrom('simulated')
      .select('spec')
      .where('id', '=', `server:${serverId}`)
      .executeTakeFirstOrThrow();
    return JSON.parse(row.spec) as { addresses: unknown[]; reverseDns: unknown[] };
  };
  return { p, ips, extra, add, remove, rest, meter, charged, held };
}
