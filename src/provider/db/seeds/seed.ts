import { demo } from '../../../lib/contract/fields.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { uuidv7 } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { seedDemo } from './demo.ts';
import { makeDemoCertificates } from './ssl.ts';

/** Fills an empty store with the demo customers, when `DEMO` says so. Does nothing on a store that holds anything. */
export async function seed(services: Services, now: number): Promise<void> {
  if (!services.env.demo) return;
  const isEmpty = async () => !(await services.store.reader.selectFrom('user').select('id').limit(1).executeTakeFirst());
  if (!(await isEmpty())) return;
  const passwordHash = await hashPassword(demo.password, services.env.PASSWORD_COST);
  const certificates = await makeDemoCertificates(services, now);
  await services.store.write('seed', async (tx) => {
    // Of two processes that start on one empty store, one seeds.
    if (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) return;
    const { NAME_SERVERS: nameServers, CAA_ISSUER: caaIssuer } = services.env;
    await seedDemo(tx, { passwordHash, now, newId: () => uuidv7(now), nameServers, caaIssuer, services, certificates });
  });
}
