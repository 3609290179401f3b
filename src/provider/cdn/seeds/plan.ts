import { demo } from '../../../lib/contract/fields.ts';
import { periodEnd, periodStart } from '../../../lib/rules/cdn/plan/period.ts';
import { DAY } from '../../../lib/time.ts';
import { postEntry } from '../../core/ledger/ledger.ts';
import type { Seed, Seeding } from '../../core/seeds/seed.ts';
import type { Tx } from '../../db/schema.ts';
import { saveTerm } from '../plan/index.ts';

/** The paid plans of the demo domains: one renewed monthly for some time, and one bought yesterday. */
export const seedPlans: Seed = async (tx, seeding) => {
  const { now, newId, customers } = seeding;
  const atlas = await tx.selectFrom('domain').select('id').where('name', '=', 'atlas-shop.example').executeTakeFirstOrThrow();
  // The charge for its first month: cancelling the setup of the domain refunds it.
  await postEntry(
    tx,
    { now: now - DAY, newId },
    {
      kind: 'usage',
      from: { wallet: customers.main },
      to: 'revenue',
      amount: 200_000,
      description: { key: 'domain:ledger.firstMonth', params: { domain: 'atlas-shop.example', plan: 'pro' } },
      reference: atlas.id,
      supplies: [{ from: now - DAY, to: periodEnd(now - DAY, 'month', now), unit: 'month', quantity: 1, rate: 200_000 * 1_000_000 }],
    },
  );
  await addTerm(tx, seeding, { id: demo.planDomainId, boughtAt: now - 155 * DAY, paid: 20_000 });
  await addTerm(tx, seeding, { id: atlas.id, boughtAt: now - DAY, paid: 200_000 });
};

async function addTerm(
  tx: Tx,
  { now, services }: Seeding,
  { id, boughtAt, paid }: { id: string; boughtAt: number; paid: number },
): Promise<void> {
  const term = {
    period: 'month',
    anchorAt: boughtAt,
    boughtAt,
    startsAt: periodStart(boughtAt, 'month', now),
    endsAt: periodEnd(boughtAt, 'month', now),
    paid,
    noticedAt: null,
    unpaidSince: null,
    disabledAt: null,
    didPause: 0,
  } as const;
  await saveTerm(tx, { now, services }, id, term);
}
