import type { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { millsFor, periodHours } from '../../../lib/rules/cloud/price.ts';
import { type Rates, serverPlan, serverPlans } from '../../../lib/rules/cloud/rates.ts';
import type { ServerSize } from '../../../lib/rules/cloud/server/states.ts';
import type { Handlers } from '../../core/implement.ts';
import type { ServerRow } from '../../db/schema.ts';
import { currentRates } from '../prices.ts';
import { ownServer } from './create.ts';
import { computeHourlyRate, computeServerRate, rateWith, serverSize, toMills } from './rate.ts';
import { planFor, unusedAmount } from './resize.ts';

interface Target {
  size: ServerSize;
  plan: string | null;
}

/** What a resize leads to. The size that is asked for decides the plan and so the price, also where the server keeps its own disk. */
export const resizeTarget = (row: ServerRow, wanted: ServerSize, keepDisk: boolean): Target => ({
  size: { ...wanted, disk: keepDisk ? row.diskSize : wanted.disk },
  plan: planFor(row, wanted),
});

/** The price of a server after a resize: micro-mills for an hour, and mills. `due` is charged at once; negative: a refund. */
export function quoteResize(row: ServerRow, rates: Rates, target: Target, now: number) {
  const rate = rateWith(row, rates, target);
  const due = unusedAmount(row, rate, now);
  return { rate, monthly: millsFor(rate, periodHours.monthly), due, needed: Math.max(due, toMills(rate * 24)) };
}

/** The plans of the order, with what they cost this server: its licenses and backups are part of it. */
export const resizeOptions: Handlers<typeof serverAction>['resizeOptions'] = async ({ db, account, now, t }, { serverId }) => {
  const row = await ownServer(db, account, serverId);
  const rates = await currentRates(db, now);
  const rate = computeServerRate(row, rates);
  const current = serverPlan(row.plan);
  return {
    current: {
      ...serverSize(row),
      name: current ? t(`serverCatalogue:plan.${current.code}`) : null,
      rate,
      monthly: millsFor(rate, periodHours.monthly),
      prepaid: row.period !== 'payg',
    },
    options: serverPlans
      .filter((plan) => plan.rate > 0)
      .map((plan) => {
        const wanted = { cpu: plan.cpu, ram: plan.ram, disk: plan.disk.value };
        const isSame = plan.cpu === row.cpu && plan.ram === row.ram;
        const own = resizeTarget(row, wanted, false);
        const sameDisk = resizeTarget(row, wanted, true);
        const bareRate = (target: Target) => computeHourlyRate(target.size, row.diskType, target.plan, rates);
        const hourly = bareRate(own);
        const keepsDisk = plan.disk.value < row.diskSize;
        return {
          plan: plan.id,
          name: t(`serverCatalogue:plan.${plan.code}`),
          named: own.plan !== null,
          ...wanted,
          hourly,
          monthly: millsFor(hourly, periodHours.monthly),
          keepsDisk,
          extraMonthly: keepsDisk ? millsFor(bareRate(sameDisk) - hourly, periodHours.monthly) : 0,
          isCurrent: isSame && plan.disk.value === row.diskSize,
          kept: isSame ? null : quoteResize(row, rates, sameDisk, now),
          resized: keepsDisk || (isSame && plan.disk.value === row.diskSize) ? null : quoteResize(row, rates, own, now),
        };
      }),
  };
};
