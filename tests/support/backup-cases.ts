import { backup } from '../../src/lib/contract/cloud/backup.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider } from './provider.ts';

const { freeVolumeId } = demo;
export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const list = async (input: object = {}) => (await p.ok(backup.list, input, { token: await p.signIn() })).backups;
  const get = async (id: string) => (await list()).find((one) => one.id === id);
  const rest = async (rounds = 10) => {
    for (let i = 0; i < rounds; i++) {
      await p.provider.services.jobs.runDue();
      p.clock.now += 3_000;
    }
  };
  const run = async (job: 'backup.meter' | 'backup.schedule') => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, job));
    await p.provider.services.jobs.runDue();
  };
  const charged = async () => {
    const row = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', 'backup:%')
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(row.sum ?? 0);
  };
  const take = (input: object) => p.try(backup.create, { name: 'one', type: 'full', volumeId: freeVolumeId, ...input }, { token });
  return { p, token, list, get, rest, run, charged, take };
}
