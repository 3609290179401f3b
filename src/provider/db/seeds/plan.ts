import { periodEnd, periodStart } from '../../../lib/rules/plan/period.ts';
import type { Wanting } from '../../jobs/desired.ts';
import { keepTerm } from '../../plan/term.ts';
import type { Tx } from '../schema.ts';

/** The plan of a demo domain that was bought some time ago and has renewed every month since. */
export async function seedPlan(
  tx: Tx,
  { now, services }: Wanting,
  { id, boughtAt, paid }: { id: string; boughtAt: number; paid: number },
): Promise<void> {
  const startsAt = periodStart(boughtAt, 'month', now);
  const fresh = { noticedAt: null, unpaidSince: null, disabledAt: null, didPause: 0 };
  const term = {
    period: 'month',
    anchorAt: boughtAt,
    boughtAt,
    startsAt,
    endsAt: periodEnd(boughtAt, 'month', now),
    paid,
    ...fresh,
  } as const;
  await keepTerm(tx, { now, jobs: services.jobs }, id, term);
}
