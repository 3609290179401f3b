import { millsFor, orderRates, sumRates } from '../../../lib/rules/cloud/price.ts';
import { type Rate, type Rates, type ServerPlan, serverPlan, serverPlans } from '../../../lib/rules/cloud/rates.ts';
import type { DiskType, ServerSize } from '../../../lib/rules/cloud/server/states.ts';
import type { ServerRow } from '../../db/schema.ts';
import type { ServerSettings } from '../../db/tables/cloud/server.ts';

const noExtra = { cpanel: false, plesk: false };

/** The matching predefined size; undefined: custom. The free one-day server isn't sold as a size. */
export const findServerPlan = ({ cpu, ram, disk }: ServerSize, diskType: DiskType): ServerPlan | undefined =>
  serverPlans.find(
    (plan) => plan.rate > 0 && plan.cpu === cpu && plan.ram === ram && plan.disk.value === disk && plan.disk.type === diskType,
  );

/**
 * Micro-mills per hour of a size with its licenses and backup option, by the rules of orders.
 * @param plan code of the predefined size that the server has; null: a custom size, which costs its parts even where it equals a plan
 */
export const computeHourlyRate = (
  size: ServerSize,
  diskType: DiskType,
  plan: string | null,
  rates: Rates,
  extra: { cpanel: boolean; plesk: boolean } = noExtra,
  backups = false,
): Rate =>
  sumRates(
    orderRates(
      {
        plan,
        cpu: size.cpu,
        ram: size.ram,
        disk: { value: size.disk, type: diskType },
        extraDisk: Math.max(0, size.disk - (serverPlan(plan)?.disk.value ?? size.disk)),
        extra,
        backups,
        quantity: 1,
      },
      rates,
    ),
  );

/** What determines the rate of a server. */
export type Sized = Pick<ServerRow, 'plan' | 'cpu' | 'ram' | 'diskSize' | 'diskType' | 'settings'>;

export const serverSize = ({ cpu, ram, diskSize }: Sized): ServerSize => ({ cpu, ram, disk: diskSize });

/** The rate of a server at the given rates with another size, by default its own; its licenses and backup option stay. */
export function rateWith(
  row: Sized,
  rates: Rates,
  to?: { size: ServerSize; plan: string | null },
  change: Partial<ServerSettings> = {},
): Rate {
  const { extra, backups = false } = { ...row.settings, ...change };
  const { size, plan } = to ?? { size: serverSize(row), plan: row.plan };
  return computeHourlyRate(size, row.diskType, plan, rates, extra, backups);
}

/** The rate of a server now: that of its prepaid period, which keeps its price, or the one in force. */
export const computeServerRate = (row: Sized & Pick<ServerRow, 'period' | 'hourlyRate'>, rates: Rates): Rate =>
  row.period === 'payg' ? rateWith(row, rates) : row.hourlyRate;

/** Mills of micro-mills, rounded once. */
export const toMills = (microMills: number): number => millsFor(microMills, 1);
