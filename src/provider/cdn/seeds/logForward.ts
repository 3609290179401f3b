import { demo } from '../../../lib/contract/fields.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { unharmed } from '../logForward/index.ts';

/** A target of the demo domain that is turned off: its address doesn't exist, and nothing was ever sent there. */
export const seedLogTargets: Seed = async (tx, { now }) => {
  const at = now - 6 * 86_400_000;
  const { place } = await tx.selectFrom('logPlace').select('place').where('domainId', '=', demo.domainId).executeTakeFirstOrThrow();
  await tx
    .insertInto('logTarget')
    .values({
      id: demo.logTargetId,
      domainId: demo.domainId,
      kind: 'http',
      target: 'https://logs.parvaz.example/ingest',
      format: 'ndjson',
      secret: null,
      enabled: false,
      place,
      deliveredAt: null,
      ...unharmed,
      suspendedAt: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
};
