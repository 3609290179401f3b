import { millsFor } from '../../../lib/rules/cloud/price.ts';
import type { Rate, Rates } from '../../../lib/rules/cloud/rates.ts';
import { type ServerSize, trialDays } from '../../../lib/rules/cloud/server/states.ts';
import { HOUR } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { currentRates } from '../prices.ts';
import { chargeHours } from './meter.ts';
import { computeServerRate, findServerPlan, rateWith, toMills } from './rate.ts';

/** When a resize on trial that begins now becomes permanent. */
export const trialEnd = (now: number): number => now + trialDays * 24 * HOUR;

/** The plan of a size that is chosen for a server: a predefined one where it equals it. */
export const planFor = (row: ServerRow, size: ServerSize): string | null => findServerPlan(size, row.diskType)?.id ?? null;

/** The whole hours of a prepaid period that haven't started. */
const hoursLeft = (row: Pick<ServerRow, 'meteredUntil'>, now: number): number => Math.max(0, Math.floor((row.meteredUntil - now) / HOUR));

/** The additional price for the rest of a prepaid period at another rate, in mills; negative: a refund. 0 with hourly billing. */
export const unusedAmount = (row: ServerRow, hourlyRate: Rate, now: number): number =>
  row.period === 'payg' ? 0 : millsFor(hourlyRate - row.hourlyRate, hoursLeft(row, now));

/** Charges the started hours at the old rate, and the difference for those that are prepaid. */
export async function settleRate(tx: Tx, ctx: SignedIn, row: ServerRow, hourlyRate: Rate): Promise<void> {
  await chargeHours(tx, ctx, row);
  const due = unusedAmount(row, hourlyRate, ctx.now);
  if (due === 0) return;
  const hours = hoursLeft(row, ctx.now);
  const wallet = { wallet: ctx.account.id };
  await postEntry(tx, ctx, {
    ...(due > 0 ? { kind: 'usage', from: wallet, to: 'revenue' } : { kind: 'refund', from: 'revenue', to: wallet }),
    amount: Math.abs(due),
    description: { key: 'server:ledger.resize', params: { name: row.name } },
    reference: row.id,
    supplies: [
      { from: row.meteredUntil - hours * HOUR, to: row.meteredUntil, unit: 'hour', quantity: hours, rate: hourlyRate - row.hourlyRate },
    ],
  });
}

/** The rates of a server, by default of its own size, with and without scheduled backups. */
const byOption = (row: ServerRow, rates: Rates, to?: Parameters<typeof rateWith>[2]) => ({
  on: rateWith(row, rates, to, { backups: true }),
  off: rateWith(row, rates, to, { backups: false }),
});

/** The surcharge of scheduled backups on a server's rate. */
export const optionRate = (row: ServerRow, rates: Rates): Rate => {
  const { on, off } = byOption(row, rates);
  return on - off;
};

/** A rate with the option turned on or off. Turning it off removes its share: a prepaid period may have had another price. */
const switched = (rate: Rate, { on, off }: ReturnType<typeof byOption>, isOn: boolean): Rate =>
  isOn ? rate + on - off : on === 0 ? rate : rate - Math.round(rate * ((on - off) / on));

/**
 * Turns the backup option on or off. A resize on trial keeps the former rate for a revert, which is updated as well.
 * @throws Refusal 402 when the balance doesn't cover a day of it, or the rest of a prepaid period
 */
export async function setBackupOption(tx: Tx, ctx: SignedIn, row: ServerRow, on: boolean): Promise<void> {
  const rates = await currentRates(tx, ctx.now);
  const hourlyRate = switched(computeServerRate(row, rates), byOption(row, rates), on);
  const needed = Math.max(unusedAmount(row, hourlyRate, ctx.now), on ? toMills(optionRate(row, rates) * 24) : 0);
  const balance = await readBalance(tx, ctx.account.id);
  if (on && balance < needed) refuse(402, 'backup:error.balance', { extra: { needed, balance } });
  await settleRate(tx, ctx, row, hourlyRate);
  const before = row.previousSize;
  const former = before && { size: before, plan: before.plan === undefined ? planFor(row, before) : before.plan };
  await tx
    .updateTable('server')
    .set({
      settings: { ...row.settings, backups: on },
      hourlyRate,
      ...(former && { previousSize: { ...before, rate: switched(before.rate, byOption(row, rates, former), on) } }),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
}
