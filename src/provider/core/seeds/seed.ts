import { demo } from '../../../lib/contract/fields.ts';
import type { Tx } from '../../db/schema.ts';
import { uuidv7 } from '../../kernel/ids.ts';
import type { Services, Work } from '../services.ts';

/** Shared data for the seeds of the product lines. */
export interface Seeding extends Work {
  /** IDs of the demo customers: one with several domains, including an Enterprise one, one with a single domain, and the operator. */
  customers: { main: string; second: string; operator: string };
}

/** Writes part of the demo data. */
export type Seed = (tx: Tx, seeding: Seeding) => Promise<void>;

/** Writes the demo data of every line into an empty store, if `DEMO` is on. A store that has users isn't changed. */
export async function seed(services: Services, now: number): Promise<void> {
  if (!services.env.demo) return;
  const isEmpty = async () => !(await services.store.reader.selectFrom('user').select('id').limit(1).executeTakeFirst());
  if (!(await isEmpty())) return;
  const seeds: Seed[] = [];
  for (const line of services.registry.lines) seeds.push(...((await line.seeds?.(services, now)) ?? []));
  await services.store.write('seed', async (tx) => {
    // If two processes start with an empty store, only one seeds it.
    if (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) return;
    const newId = () => uuidv7(now);
    const customers = { main: newId(), second: demo.customerId, operator: newId() };
    for (const write of seeds) await write(tx, { now, newId, services, customers });
  });
}
