import { writeSystemChange } from '../changes.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { adoptCustomNs } from '../ns/settle.ts';
import { look, settleLook } from './lifecycle.ts';

/**
 * Looks at the name servers of one domain and moves it on. Asks for itself again in the transaction that keeps what it saw, so a crash
 * in between only means to look once more.
 */
export const checkDomain: JobHandler = async (ctx, { domainId }) => {
  const { store, env, now, newId, resolver, ask } = ctx;
  const find = store.reader.selectFrom('domain').selectAll().where('id', '=', String(domainId));
  const domain = await find.executeTakeFirst();
  // It was removed, and its checks with it; or it stays at its own DNS provider, and a record there is looked at instead.
  if (domain?.setupMode !== 'ns') return;
  const seen = await look(resolver, domain);
  await store.write(`user:${domain.userId}`, async (tx) => {
    const current = await tx.selectFrom('domain').selectAll().where('id', '=', domain.id).executeTakeFirst();
    if (current?.setupMode !== 'ns') return;
    const adopted = await adoptCustomNs(tx, ctx, current, seen);
    if (adopted.change)
      await writeSystemChange(tx, { now, newId }, { ...adopted.change, kind: 'domain.check', area: 'ns', userId: domain.userId });
    const { change } = await settleLook(tx, { now, newId, env, jobs: { ask } }, adopted.domain, adopted.look);
    if (change) await writeSystemChange(tx, { now, newId }, { ...change, kind: 'domain.check', area: 'domain', userId: domain.userId });
  });
};
