import { demo } from '../../../lib/contract/fields.ts';
import { uuidv7 } from '../../core/ids.ts';
import type { Services } from '../../core/services.ts';
import type { Tx } from '../schema.ts';

/** What the seeds of the product lines share. */
export interface Seeding {
  now: number;
  newId(): string;
  services: Services;
  /** Ids of the demo customers: one with an Enterprise domain among others, one with a single domain, and the operator. */
  customers: { main: string; second: string; operator: string };
}

/** Writes part of the demo data. */
export type Seed = (tx: Tx, seeding: Seeding) => Promise<void>;

/** Writes the demo data of every line into an empty store, when `DEMO` is on. A store with any user is left alone. */
export async function seed(services: Services, now: number): Promise<void> {
  if (!services.env.demo) return;
  const isEmpty = async () => !(await services.store.reader.selectFrom('user').select('id').limit(1).executeTakeFirst());
  if (!(await isEmpty())) return;
  const seeds: Seed[] = [];
  for (const line of services.registry.lines) seeds.push(...((await line.seeds?.(services, now)) ?? []));
  await services.store.write('seed', async (tx) => {
    // Of two processes that start on one empty store, one seeds.
    if (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) return;
    const newId = () => uuidv7(now);
    const customers = { main: newId(), second: demo.customerId, operator: newId() };
    for (const write of seeds) await write(tx, { now, newId, services, customers });
  });
}
