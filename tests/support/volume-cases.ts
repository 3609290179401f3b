import { volume } from '../../src/lib/contract/cloud/volume.ts';
import { startProvider } from './provider.ts';
export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const list = async () => (await p.ok(volume.list, {}, { token: await p.signIn() })).volumes;
  const get = async (id: string) => (await list()).find((one) => one.id === id);
  const rest = async (rounds = 8) => {
    for (let i = 0; i < rounds; i++) {
      await p.provider.services.jobs.runDue();
      p.clock.now += 3_000;
    }
  };
  const meter = async () => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'volume.meter'));
    await p.provider.services.jobs.runDue();
  };
  /** Cost of a volume so far in mills. */
  const charged = async (id: string) => {
    const row = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', `volume:${id}:%`)
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(row.sum ?? 0);
  };
  const create = (input: object = {}) => p.try(volume.create, { name: 'uploads', size: 50, ...input }, { token });
  return { p, token, list, get, rest, meter, charged, create };
}
/** A driver with volumes that fail on request. */
export async function breakable() {
  const all = await started();
  const { drivers } = all.p.provider.services;
  if (!drivers.compute) throw new Error('no compute driver');
  const real = drivers.compute;
  const broken: { with: Error | null } = { with: null };
  const apply: typeof real.volumes.apply = async (...args) => {
    if (broken.with) throw broken.with;
    return real.volumes.apply(...args);
  };
  drivers.compute = { ...real, volumes: { ...real.volumes, apply } };
  return { ...all, broken };
}
